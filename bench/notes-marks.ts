/** The figures of the embedded writer's notes, held against the labels; printed by `notes.ts`. */
import { readFile } from 'node:fs/promises'
import { writeEmbedded } from '../server/engines/embedded/write-embedded.ts'
import type { WrittenNotes } from '../server/engines/engines.ts'
import { isListing, whyIncomplete } from './notes-complete.ts'
import { groups, type LabelledMeeting, type Placed } from './notes-labels.ts'
import { type Matches, matchLabels, type Written } from './notes-match.ts'
import { type Said, sentencesOf } from './notes-sentences.ts'
import { printTable } from './print-table.ts'

/** A sentence that a person judged; `printed` if the writer of October 2026 had it in its notes. */
export type Judged = {
  meeting: string
  kind: Said['kind']
  printed: boolean
  sentence: string
  complete: boolean
  why: string
}

type Compared<Statement> = { written: Statement[]; labels: Placed[]; matches: Matches }
export type Marked = {
  meeting: LabelledMeeting
  items: Compared<WrittenNotes['actionItems'][number]>
  decisions: Compared<Written>
  said: Said[]
}

export function writeNotesOf(meeting: LabelledMeeting): Marked {
  const notes = writeEmbedded(meeting.meeting)
  const decisions = notes.sections.find(({ title }) => title === 'Decisions')?.items ?? []
  const speakers = meeting.meeting.people.map(({ name }) => name)
  return {
    meeting,
    items: compare(notes.actionItems, meeting.items),
    decisions: compare(decisions, meeting.decisions),
    said: sentencesOf(notes, speakers),
  }
}

const compare = <Statement extends Written>(written: Statement[], labels: Placed[]): Compared<Statement> => ({
  written,
  labels,
  matches: matchLabels(written, labels),
})

export async function readJudged(): Promise<Judged[]> {
  const text = await readFile(new URL('./labels/judged-sentences.jsonl', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** One table of items and decisions, one of assignees and sentences; a row a group, the languages apart. */
export function printMarks(all: Marked[], judged: Judged[]): void {
  const byGroup = groups.map((group) => ({ group, members: all.filter(({ meeting }) => meeting.group === group) }))
  const found = byGroup.flatMap(({ group, members }) => [
    [`${group} (${members.length})`, 'items', ...countsOf(members.map(({ items }) => items))],
    [`${group} (${members.length})`, 'decisions', ...countsOf(members.map(({ decisions }) => decisions))],
  ])
  printTable(['meetings', 'found', 'written', 'doubtful', 'right', 'labels', 'precision', 'recall'], found)
  console.log()
  const verdicts = new Map(judged.map(({ meeting, sentence, complete }) => [`${meeting} ${sentence}`, complete]))
  const rows = byGroup.map(({ group, members }) => [
    `${group} (${members.length})`,
    ...assigneesOf(members),
    ...completenessOf(members, verdicts),
  ])
  printTable(
    [
      ...['meetings', 'right items with an owner', 'assignee named', 'assignee right', 'sentences', 'complete'],
      ...['lists of key words', 'items', 'complete', 'judged by hand', 'complete by hand'],
    ],
    rows,
  )
}

/** Statements that meet only a doubtful label count neither for nor against. */
function countsOf(all: Compared<Written>[]): string[] {
  const total = (count: (one: Compared<Written>) => number) => all.reduce((sum, one) => sum + count(one), 0)
  const written = total((one) => one.written.length)
  const doubtful = total(({ matches }) => matches.ignored.length)
  const right = total(({ matches }) => matches.pairs.length)
  const labels = total((one) => one.labels.filter((label) => !label.doubtful).length)
  return [written, doubtful, right, labels].map(String).concat(share(right, written - doubtful), share(right, labels))
}

/** An assignee is right if the label's owners include everyone whom the notes name. */
function assigneesOf(members: Marked[]): string[] {
  const pairs = members.flatMap(({ items: { written, labels, matches } }) =>
    matches.pairs.map(([statement, label]) => ({
      named: written[statement]!.assignees,
      owners: labels[label]!.owners,
    })),
  )
  const named = pairs.filter((pair) => pair.named.length > 0)
  const right = named.filter((pair) => pair.named.every((email) => pair.owners.includes(email)))
  const owned = pairs.filter(({ owners }) => owners.length > 0).length
  return [
    String(owned),
    String(named.length),
    named.length === 0 ? '–' : `${right.length} (${share(right.length, named.length)})`,
  ]
}

function completenessOf(members: Marked[], verdicts: Map<string, boolean>): string[] {
  const said = members.flatMap((one) => one.said.map((each) => ({ ...each, key: `${one.meeting.id} ${each.text}` })))
  const count = (some: Said[]) => [
    String(some.length),
    share(some.filter((one) => !whyIncomplete(one)).length, some.length),
  ]
  const sentences = said.filter((one) => one.kind === 'sentence')
  const known = said.flatMap(({ key }) => verdicts.get(key) ?? [])
  return [
    ...count(sentences.filter((one) => !isListing(one))),
    String(sentences.filter(isListing).length),
    ...count(said.filter(({ kind }) => kind === 'item')),
    String(known.length),
    share(known.filter((complete) => complete).length, known.length),
  ]
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(2))

/** How far the program's rules for completeness can be trusted; lists of key words are left to the hand. */
export function printAgreement(judged: Judged[]): void {
  const rows = judged.map(({ kind, sentence, complete }) => ({ said: { kind, text: sentence }, complete }))
  const compared = rows.filter(({ said }) => !isListing(said))
  const count = (hand: boolean, program: boolean) =>
    compared.filter(({ said, complete }) => complete === hand && (whyIncomplete(said) === null) === program).length
  const [both, handOnly, programOnly, neither] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ]
  const agreed = (both + neither) / compared.length
  const chance =
    ((both + handOnly) * (both + programOnly) + (programOnly + neither) * (handOnly + neither)) / compared.length ** 2
  printTable(
    ['sentences judged', 'complete by both', 'only by hand', 'only by program', 'by neither', 'agreement', 'kappa'],
    [
      [
        compared.length,
        both,
        handOnly,
        programOnly,
        neither,
        agreed.toFixed(2),
        ((agreed - chance) / (1 - chance)).toFixed(2),
      ].map(String),
    ],
  )
}

export function printMisses({ meeting, items, decisions, said }: Marked): void {
  console.log(`\n## ${meeting.id}`)
  for (const [name, { written, labels, matches }] of [
    ['item', items],
    ['decision', decisions],
  ] as const) {
    for (const index of matches.wrong) console.log(`- no ${name}: ${at(written[index]!)}`)
    for (const index of matches.missed) console.log(`- missed ${name}: ${at(placedAt(labels[index]!))}`)
    for (const [index, label] of matches.pairs)
      console.log(`- right ${name}: ${at(written[index]!)} = ${labels[label]!.text}`)
    for (const index of matches.ignored) console.log(`- doubtful ${name}: ${at(written[index]!)}`)
  }
  for (const [index, label] of items.matches.pairs) {
    const [{ assignees, text }, { owners }] = [items.written[index]!, items.labels[label]!]
    if (assignees.some((email) => !owners.includes(email))) {
      console.log(`- wrong assignee: ${assignees.join(', ')} for ${owners.join(', ') || 'nobody'}: ${text}`)
    }
  }
  for (const one of said) if (whyIncomplete(one)) console.log(`- ${whyIncomplete(one)}: ${one.text}`)
}

const at = ({ text, timestamp }: Written) => `[${timestamp} s] ${text}`
const placedAt = ({ text, spans }: Placed): Written => ({ text, timestamp: Math.floor(spans[0]!.from) })

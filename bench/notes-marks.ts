/** The figures of the embedded writer's notes, held against the labels; printed by `notes.ts`. */
import { writeEmbedded } from '../server/engines/embedded/write-embedded.ts'
import type { WrittenNotes } from '../server/engines/engines.ts'
import { isListing, whyIncomplete } from './notes-complete.ts'
import type { Judged } from './notes-judged.ts'
import { groups, type LabelledMeeting, type Placed } from './notes-labels.ts'
import { type Matches, matchLabels, type Written } from './notes-match.ts'
import { type Said, sentencesOf } from './notes-sentences.ts'
import { printTable } from './print-table.ts'

export type Compared<Statement> = { written: Statement[]; labels: Placed[]; matches: Matches }
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

/** Three tables: items and decisions, assignees, sentences; the languages apart. */
export function printMarks(all: Marked[], judged: Judged[]): void {
  const byGroup = groups.map((group) => all.filter(({ meeting }) => meeting.group === group))
  const rowsOf = (rows: (members: Marked[]) => string[][]) =>
    byGroup.flatMap((members) =>
      rows(members).map((row) => [`${members[0]!.meeting.group} (${members.length})`, ...row]),
    )
  printTable(
    ['meetings', 'found', 'written', 'doubtful', 'right', 'labels', 'precision', 'recall'],
    rowsOf((members) => [
      ['items', ...countsOf(members.map(({ items }) => items))],
      ['decisions', ...countsOf(members.map(({ decisions }) => decisions))],
    ]),
  )
  console.log()
  printTable(
    ['meetings', 'right items with an owner', 'assignee named', 'assignee right', 'share'],
    rowsOf(assigneesOf),
  )
  console.log()
  const verdicts = new Map(judged.map(({ meeting, sentence, complete }) => [`${meeting} ${sentence}`, complete]))
  printTable(
    ['meetings', 'kind', 'printed', 'complete by program', 'judged by hand', 'complete by hand'],
    rowsOf((members) => completenessOf(members, verdicts)),
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
function assigneesOf(members: Marked[]): string[][] {
  const pairs = members.flatMap(({ items: { written, labels, matches } }) =>
    matches.pairs.map(([statement, label]) => ({
      named: written[statement]!.assignees,
      owners: labels[label]!.owners,
    })),
  )
  const named = pairs.filter((pair) => pair.named.length > 0)
  const right = named.filter((pair) => pair.named.every((email) => pair.owners.includes(email)))
  const owned = pairs.filter(({ owners }) => owners.length > 0).length
  return [[owned, named.length, right.length].map(String).concat(share(right.length, named.length))]
}

/** Whether a list of key words tells a reader anything is left to the hand. */
function completenessOf(members: Marked[], verdicts: Map<string, boolean>): string[][] {
  const all = members.flatMap(({ meeting, said }) => said.map((one) => ({ ...one, key: `${meeting.id} ${one.text}` })))
  const kindOf = (one: Said) => (isListing(one) ? 'lists of key words' : `${one.kind}s`)
  return ['sentences', 'lists of key words', 'items'].map((kind) => {
    const some = all.filter((one) => kindOf(one) === kind)
    const complete = some.filter((one) => whyIncomplete(one) === null).length
    const known = some.flatMap(({ key }) => verdicts.get(key) ?? [])
    const byProgram = kind === 'lists of key words' ? '–' : share(complete, some.length)
    const byHand = share(known.filter((verdict) => verdict).length, known.length)
    return [kind, String(some.length), byProgram, String(known.length), byHand]
  })
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(2))

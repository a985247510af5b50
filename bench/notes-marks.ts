/** The figures of a model's notes, held against the labels; printed by `notes.ts`. */
import type { WrittenNotes } from '../server/making/engines/shared/engines.ts'
import { groups, type LabelledMeeting, type Placed } from './notes-labels.ts'
import { type Matches, matchLabels, type Written } from './notes-match.ts'
import { printTable } from './print-table.ts'

export type Compared<Statement> = { written: Statement[]; labels: Placed[]; matches: Matches }
export type Marked = {
  meeting: LabelledMeeting
  items: Compared<WrittenNotes['actionItems'][number]>
  decisions: Compared<Written>
}

export function markNotes(meeting: LabelledMeeting, notes: WrittenNotes): Marked {
  const decisions = notes.sections.find(({ title }) => title === 'Decisions')?.items ?? []
  return { meeting, items: compare(notes.actionItems, meeting.items), decisions: compare(decisions, meeting.decisions) }
}

const compare = <Statement extends Written>(written: Statement[], labels: Placed[]): Compared<Statement> => ({
  written,
  labels,
  matches: matchLabels(written, labels),
})

/** Two tables: items and decisions, assignees; the languages apart. */
export function printMarks(all: Marked[]): void {
  const byGroup = groups
    .map((group) => all.filter(({ meeting }) => meeting.group === group))
    .filter((members) => members.length > 0)
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

const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(2))

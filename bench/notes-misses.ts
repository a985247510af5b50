/** What the notes of a meeting got wrong, line by line. *Pure.* */
import type { Placed } from './notes-labels.ts'
import type { Compared, Marked } from './notes-marks.ts'
import type { Written } from './notes-match.ts'

/** Nothing of the halves that only measure: who has seen their misses tunes by them. */
export function missesOf({ meeting, items, decisions }: Marked): string[] {
  if (meeting.group === 'untouched' || meeting.group === 'development') return []
  return [
    `\n## ${meeting.id}`,
    ...compared('item', items),
    ...compared('decision', decisions),
    ...items.matches.pairs.flatMap(([index, label]) => wrongAssignee(items.written[index]!, items.labels[label]!)),
  ]
}

function compared(name: string, { written, labels, matches }: Compared<Written>): string[] {
  return [
    ...matches.wrong.map((index) => `- no ${name}: ${at(written[index]!)}`),
    ...matches.missed.map((label) => `- missed ${name}: ${at(placedAt(labels[label]!))}`),
    ...matches.pairs.map(([index, label]) => `- right ${name}: ${at(written[index]!)} = ${labels[label]!.text}`),
    ...matches.ignored.map((index) => `- doubtful ${name}: ${at(written[index]!)}`),
  ]
}

function wrongAssignee({ text, assignees }: { text: string; assignees: string[] }, { owners }: Placed): string[] {
  if (assignees.every((email) => owners.includes(email))) return []
  return [`- wrong assignee: ${assignees.join(', ')} for ${owners.join(', ') || 'nobody'}: ${text}`]
}

const at = ({ text, timestamp }: Written) => `[${timestamp} s] ${text}`
const placedAt = ({ text, spans }: Placed): Written => ({ text, timestamp: Math.floor(spans[0]!.from) })

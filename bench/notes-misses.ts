/** Lists what the notes of a meeting got wrong. Never of the untouched half. */
import { whyIncomplete } from './notes-complete.ts'
import type { Placed } from './notes-labels.ts'
import type { Marked } from './notes-marks.ts'
import type { Written } from './notes-match.ts'

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

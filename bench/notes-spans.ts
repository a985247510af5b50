/** When the passage of a label is spoken. *Pure.* */
import type { Segment } from '../scripts/demo/transcript.ts'

/** In seconds from the start of the meeting. */
export type Span = { from: number; to: number }

/** Notes point to the start of a sentence, a quotation may begin later in it: 20 words at 150 words a minute. */
const REACH_SECONDS = 8

/**
 * @param segments  one for each turn of the meeting, null for a turn without a word
 * @returns the whole passage, or where its quoted words are said
 * @throws {RangeError} a turn that does not exist, a quotation that is not in the passage
 */
export function spansOf(
  { turns: [first, last], said }: { turns: [number, number]; said?: string[] },
  segments: (Segment | null)[],
): Span[] {
  const passage = segments.slice(first, last + 1).filter((one) => one !== null)
  if (first > last || last >= segments.length || passage.length === 0) {
    throw new RangeError(`There are no turns ${first} to ${last}`)
  }
  if (!said) return [{ from: passage[0]!.start_time, to: passage.at(-1)!.end_time }]
  return said.flatMap((words) => quotedIn(passage, words))
}

/** Every place of the passage where the words are said; only letters and digits are compared. */
function quotedIn(passage: Segment[], words: string): Span[] {
  const times: number[] = []
  let text = ''
  for (const segment of passage) {
    const pace = (segment.end_time - segment.start_time) / Math.max(segment.text.length, 1)
    for (let at = 0; at < segment.text.length; at++) {
      const letter = segment.text[at]!.toLowerCase()
      if (!/[\p{L}\p{N}]/u.test(letter)) continue
      text += letter[0]
      times.push(segment.start_time + at * pace)
    }
  }
  const sought = words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const found: Span[] = []
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    found.push({ from: times[at]! - REACH_SECONDS, to: times[at + sought.length - 1]! + REACH_SECONDS })
  }
  if (found.length === 0) throw new RangeError(`"${words}" is not said there`)
  return found
}

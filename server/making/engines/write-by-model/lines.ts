/** The lines in which a language model reads a transcript, and where a quotation stands in them. *Pure.* */
import { locateQuote } from '../../../meetings/text-index/locate-quote.ts'
import { oneLine } from '../../../platform/text.ts'
import { clip } from '../shared/compose-notes.ts'
import type { Meeting } from '../shared/engines.ts'

/** A segment, or a part of a long one. Times are in seconds from the start; `segment` counts from 0. */
export type Line = { segment: number; speaker: string; text: string; start_time: number; end_time: number }

/** What is said of a sentence in the answer: the number of a line, and words of it. */
type Named = { line: number; quote: string }
/** `line` is the one in which the quotation begins; `timestamp` is when it does, in whole seconds. */
export type Placed = { line: number; quote: string; segment: number; timestamp: number }

/** A long speech becomes several lines, so that each line fits into a request. */
const parts = /.{1,2000}(?= |$)|.{1,2000}/gsu
/** Models miscount by a few lines; elsewhere the same words mean something else. */
const reach = 5

export const linesOf = ({ transcript }: Meeting): Line[] =>
  transcript.speech_segments.flatMap(({ speaker, text, start_time, end_time }, segment) => {
    const whole = oneLine(text)
    const secondsPerCharacter = (Math.max(end_time, start_time) - start_time) / Math.max(whole.length, 1)
    let next = 0
    return (whole.match(parts) ?? []).map((part): Line => {
      const from = next
      next += part.length
      return {
        ...{ segment, speaker: clip(oneLine(speaker), 200), text: part.trim() },
        start_time: start_time + from * secondsPerCharacter,
        end_time: start_time + next * secondsPerCharacter,
      }
    })
  })

/** `[12] Ada Moreau: I will send the deck.` */
export const printLine = ({ speaker, text }: Line, number: number) => `[${number}] ${speaker}: ${text}`

/**
 * Looked for from the named line on, then before it. Small models copy the line as it is printed: who is named before the
 * words must have said them.
 * @returns null if it does not stand there word for word
 */
export function placeQuote(lines: Line[], { line, quote }: Named): Placed | null {
  const numbered = (from: number) =>
    lines
      .slice(Math.max(0, from), line + reach + 1)
      .map((each, index) => ({ ...each, number: Math.max(0, from) + index }))
  if (line < -reach || line >= lines.length + reach) return null
  const words = quote.replace(/^\[\d+\] ?/, '')
  const label = ({ speaker }: Line) => (speaker && words.startsWith(`${speaker}: `) ? `${speaker}: ` : '')
  const find = (near: (Line & { number: number })[]) => {
    const found = locateQuote(near, words)
    if (found) return found
    const named = near.find((each) => label(each) !== '')
    const said = named && locateQuote(near, words.slice(label(named).length))
    return said?.line.speaker === named?.speaker ? said : null
  }
  const found = find(numbered(line)) ?? find(numbered(line - reach))
  if (!found) return null
  const { number, segment, text, start_time, end_time } = found.line
  const second = start_time + ((end_time - start_time) * found.from) / text.length
  return { line: number, quote: found.text, segment, timestamp: Math.floor(second) }
}

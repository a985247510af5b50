/** Finds the words of the address or of the search field in a transcript, and where a link to them leads. *Pure.* */
import { findText, type Segment } from './turns.ts'

/** `marks` are shown wherever they stand. `matches` are indexes of segments. */
export type FoundWords = { marks: string[]; matches: number[] }

/**
 * The whole text if a segment has it, otherwise the segments that have all of its words.
 * @param from  the moment of a link, whose words are said in the segment that begins there: what this one has of them counts
 */
export function findWords(segments: Segment[], query: string, from?: number): FoundWords {
  const text = plain(query).trim()
  const words = [...new Set(text.split(/\s+/))].filter((word) => word !== '')
  if (words.length === 0) return { marks: [], matches: [] }
  const whole = findText(segments, text)
  const here = from === undefined ? [] : beginningAt(segments, from)
  if (!here.some((index) => whole.includes(index))) {
    for (const index of here) {
      const parts = partsFrom(segments, index, text)
      if (parts) return { marks: parts, matches: [index] }
    }
    const said = here.map((index) => words.filter((word) => plain(segments[index]!.text).includes(word)))
    const most = said.toSorted((one, other) => other.length - one.length)[0] ?? []
    if (most.length > 0) return { marks: most, matches: withAll(segments, most) }
  }
  return whole.length > 0 ? { marks: [text], matches: whole } : { marks: words, matches: withAll(segments, words) }
}

/**
 * The start of the segment that a link with words leads to; the moment itself without words, or if none begins in its
 * second and none has them.
 */
export function momentOf(segments: Segment[], from: number | undefined, query: string): number | undefined {
  if (from === undefined || query.trim() === '') return from
  const { matches } = findWords(segments, query, from)
  const found = matches.find((index) => segments[index]!.start_time >= from) ?? beginningAt(segments, from)[0]
  return found === undefined ? from : segments[found]!.start_time
}

/** Addresses have whole seconds. @returns indexes of the segments that begin at this moment or later in its second */
function beginningAt(segments: Segment[], from: number): number[] {
  const until = Math.floor(from) + 1
  return segments.flatMap(({ start_time }, index) => (start_time >= from && start_time < until ? [index] : []))
}

const withAll = (segments: Segment[], words: string[]) =>
  segments.flatMap(({ text }, index) => (words.every((word) => plain(text).includes(word)) ? [index] : []))

/** The parts of a text that begins in this segment and goes on in the next ones; null if it does not. */
function partsFrom(segments: Segment[], first: number, text: string): string[] | null {
  const own = plain(segments[first]!.text)
  const starts = Array.from(own.matchAll(/\S+/g), ({ index }) => own.slice(index).trimEnd())
  const begin = starts.find((start) => text.startsWith(start))
  if (begin === undefined) return null
  const parts = [begin]
  let rest = text.slice(begin.length).trimStart()
  for (let index = first + 1; rest !== '' && index < segments.length; index++) {
    const next = plain(segments[index]!.text).trim()
    const part = next.startsWith(rest) ? rest : next
    if (!rest.startsWith(part)) return null
    if (part !== '') parts.push(part)
    rest = rest.slice(part.length).trimStart()
  }
  return rest === '' ? parts : null
}

const plain = (text: string) => text.toLowerCase().replaceAll('\n', ' ')

/** Finds the words of the address or of the search field in a transcript, and where a link to them leads. *Pure.* */
import type { Segment } from './turns.ts'

/** A half-open range of a text. */
export type Mark = [from: number, to: number]

/** `matches` are indexes of segments. `marks`: what was found in a segment, by its index. */
export type FoundWords = { matches: number[]; marks: Map<number, Mark[]> }

/** The longest excerpt of a hit, in characters. */
const maxExcerpt = 320

/**
 * The whole text if a segment has it, otherwise the segments that have all of its words.
 * @param from  the moment of a link, whose words are said from the segment on that begins there: only that place counts
 */
export function findWords(segments: Segment[], query: string, from?: number): FoundWords {
  const text = plain(query).trim()
  const words = [...new Set(text.split(/\s+/))].filter((word) => word !== '')
  if (words.length === 0) return { matches: [], marks: new Map() }
  const whole = marksIn(segments, [wholeText(text)])
  const here = from === undefined ? [] : beginningAt(segments, from)
  if (!here.some((index) => whole.has(index))) {
    const quoted = here.map((index) => quotedFrom(segments, index, text)).find((marks) => marks !== null)
    const said = quoted ?? excerptFrom(segments, here, words)
    if (said.size > 0) return { matches: [Math.min(...said.keys())], marks: said }
  }
  const marks = whole.size > 0 ? whole : marksIn(segments, words.map(beginningOf))
  return { matches: [...marks.keys()], marks }
}

/**
 * The start of the segment that a link leads to: with words of the one that has them, else of the first that begins in
 * its second, because addresses have whole seconds; the moment itself if there is none.
 */
export function momentOf(segments: Segment[], from: number | undefined, query: string): number | undefined {
  if (from === undefined) return from
  const { matches } = findWords(segments, query, from)
  const found = matches.find((index) => segments[index]!.start_time >= from) ?? beginningAt(segments, from)[0]
  return found === undefined ? from : segments[found]!.start_time
}

/** Addresses have whole seconds. @returns indexes of the segments that begin at this moment or later in its second */
function beginningAt(segments: Segment[], from: number): number[] {
  const until = Math.floor(from) + 1
  return segments.flatMap(({ start_time }, index) => (start_time >= from && start_time < until ? [index] : []))
}

/** @returns what is marked in the segments that have all of these */
function marksIn(segments: Segment[], wanted: RegExp[]): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>()
  for (const [index, { text }] of segments.entries())
    if (wanted.every((each) => text.search(each) >= 0)) marks.set(index, marksOf(text, wanted))
  return marks
}

/** The words of a hit, in the one of these segments that has most of them, and in the excerpt that begins there. */
function excerptFrom(segments: Segment[], here: number[], words: string[]): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>()
  const has = (index: number, word: string) => segments[index]!.text.search(beginningOf(word)) >= 0
  const counts = here.map((index) => words.filter((word) => has(index, word)).length)
  const most = Math.max(0, ...counts)
  if (most === 0) return marks
  let left = words
  let characters = 0
  for (let index = here[counts.indexOf(most)]!; index < segments.length && left.length > 0; index++) {
    const { text } = segments[index]!
    const found = marksOf(text, words.map(beginningOf))
    if (found.length > 0) marks.set(index, found)
    left = left.filter((word) => !has(index, word))
    characters += text.length
    if (characters > maxExcerpt) break
  }
  return marks
}

/** A text that begins in this segment and goes on in the next ones; null if it does not. */
function quotedFrom(segments: Segment[], first: number, text: string): Map<number, Mark[]> | null {
  const marks = new Map<number, Mark[]>()
  const own = plain(segments[first]!.text)
  const starts = Array.from(own.matchAll(/\S+/g), ({ index }) => own.slice(index).trimEnd())
  let part = starts.find((start) => text.startsWith(start))
  if (part === undefined) return null
  let rest = text
  for (let index = first; ; index++) {
    if (part !== '')
      marks.set(index, marksOf(segments[index]!.text, [wholeText(part)]).slice(...(index === first ? [-1] : [0, 1])))
    rest = rest.slice(part.length).trimStart()
    if (rest === '') return marks
    const next = segments[index + 1]
    if (!next) return null
    part = plain(next.text).trim()
    if (part.startsWith(rest)) part = rest
    if (!rest.startsWith(part)) return null
  }
}

const marksOf = (text: string, wanted: RegExp[]): Mark[] =>
  wanted
    .flatMap((each) => Array.from(text.matchAll(each), ({ index, 0: found }): Mark => [index, index + found.length]))
    .toSorted(([one], [other]) => one - other)

const plain = (text: string) => text.toLowerCase().replaceAll('\n', ' ')

const beforeWord = String.raw`(?<![\p{L}\p{N}])`
const afterWord = String.raw`(?![\p{L}\p{N}])`
/** Scripts that write no blanks between words. */
const isUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** As it was typed; a single letter only as a word. */
const wholeText = (text: string): RegExp => (text.length > 1 ? patternOf(text, '', '') : beginningOf(text))

/** Words that begin with it; one of two letters is only itself. */
function beginningOf(word: string): RegExp {
  if (isUnspaced.test(word)) return patternOf(word, '', '')
  const startsWithLetter = /^[\p{L}\p{N}]/u.test(word)
  return patternOf(word, startsWithLetter ? beforeWord : '', /^[\p{L}\p{N}]{1,2}$/u.test(word) ? afterWord : '')
}

const patternOf = (text: string, before: string, after: string): RegExp =>
  new RegExp(
    before + text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`) + after,
    'giu',
  )

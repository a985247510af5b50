/** Finds where a quote stands in a source, word for word (decisions 56, 63). *Pure.* */
import { cutWords, type Word } from './words.ts'

/**
 * What one person said, or a paragraph. `speaker` is '' for somebody without a name, and null where nobody speaks; `start_time`
 * is in seconds from the start of the recording.
 */
export type Line = { speaker: string | null; start_time: number | null; text: string }

/** `text` is the source's own, and `line` the one in which it begins. */
export type Quote = { text: string; line: Line }

/** A quote as it stands in these lines, from this UTF-16 unit of its first one on. */
type PlacedQuote<Own extends Line> = { text: string; line: Own; from: number }

/** Fewer words stand somewhere in every source, and prove nothing, unless they are all that was said in a line. */
export const minQuoteWords = 3
const maxCharacters = 1_000

type PlacedWord = Word & { line: number }

/**
 * Case, accents and signs do not count. A quote may span lines of one speaker, but not of people without a name: they may be
 * several.
 * @returns null if it does not stand there, or is too short or too long to prove something
 */
export function locateQuote<Own extends Line>(lines: Own[], quote: string): PlacedQuote<Own> | null {
  if (quote.length > maxCharacters) return null
  const wanted = [...cutWords(quote)].map(({ word }) => word)
  const words = lines.flatMap(({ text }, line) => [...cutWords(text)].map((word): PlacedWord => ({ ...word, line })))
  const at = indexOfRun(words, wanted)
  if (at < 0) return null
  const run = words.slice(at, at + wanted.length)
  const [first, last] = [run[0]!, run.at(-1)!]
  const isWhole = run.length === words.filter(({ line }) => line >= first.line && line <= last.line).length
  const spanned = lines.slice(first.line, last.line + 1)
  if ((run.length < minQuoteWords && !isWhole) || !isOfOne(spanned)) return null
  const texts = spanned.map(({ text }, index) => {
    const end = index === spanned.length - 1 ? endOf(text, last.to) : text.length
    return text.slice(index === 0 ? first.from : 0, end)
  })
  return { text: texts.join(' '), line: spanned[0]!, from: first.from }
}

const isOfOne = (lines: Line[]) =>
  lines.length === 1 || (lines[0]!.speaker !== '' && lines.every(({ speaker }) => speaker === lines[0]!.speaker))

/** With the sign that ends the sentence. */
const endOf = (text: string, to: number) => (/[.!?。！？]/.test(text[to] ?? '') ? to + 1 : to)

function indexOfRun(words: { word: string }[], wanted: string[]): number {
  if (wanted.length === 0) return -1
  return words.findIndex((_, at) => wanted.every((word, index) => words[at + index]?.word === word))
}

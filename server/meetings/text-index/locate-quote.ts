/** Finds where a quote stands in a source, word for word (decisions 56, 63). *Pure.* */
import { positionsOf } from '../../platform/text.ts'
import { cutWords, type Word } from './words.ts'

/**
 * What one person said, or a paragraph. `speaker` is '' for somebody without a name, and null where nobody speaks; `start_time`
 * is in seconds from the start of the recording.
 */
export type Line = { speaker: string | null; start_time: number | null; text: string }

/** What somebody said. */
export type TimedLine = Line & { start_time: number; end_time: number }

/** `start_time`: when it was said, or null. */
export type WantedQuote = { quote: string; start_time: number | null }

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
export const locateQuote = <Own extends Line>(lines: Own[], quote: string): PlacedQuote<Own> | null =>
  firstOf(quoteFinder(lines)(quote))

/**
 * Each where it stands nearest to its moment, else where it stands first.
 * @param around  how many seconds before and after its moment a quote may stand
 */
export function locateQuotes<Own extends TimedLine>(
  lines: Own[],
  wanted: WantedQuote[],
  around = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY },
): (PlacedQuote<Own> | null)[] {
  const find = quoteFinder(lines)
  const isNear = (moment: number, { start_time, end_time }: Own) =>
    end_time >= moment - around.before && start_time <= moment + around.after
  return wanted.map(({ quote, start_time }) =>
    start_time === null
      ? firstOf(find(quote))
      : nearestOf(
          find(quote, (line) => isNear(start_time, line)),
          start_time,
        ),
  )
}

const firstOf = <Place>([first]: Iterable<Place>): Place | null => first ?? null

function nearestOf<Own extends TimedLine>(
  places: Generator<PlacedQuote<Own>>,
  moment: number,
): PlacedQuote<Own> | null {
  const secondsTo = ({ start_time, end_time }: Own) => Math.max(start_time - moment, moment - end_time, 0)
  return places.reduce<PlacedQuote<Own> | null>(
    // Of lines as near the later one, which began last.
    (best, place) => (best && secondsTo(best.line) < secondsTo(place.line) ? best : place),
    null,
  )
}

/** Cuts the lines once, for all quotes. The finder gives the first place of a quote in each line where it may begin. */
function quoteFinder<Own extends Line>(lines: Own[]) {
  const cut = lines.flatMap(({ text }, line) => [...cutWords(text)].map((word): PlacedWord => ({ ...word, line })))
  const words = cut.map(({ word }) => word)
  const turns = turnsOf(lines)
  return function* (quote: string, mayBegin = (_line: Own) => true): Generator<PlacedQuote<Own>> {
    const wanted = quote.length > maxCharacters ? [] : [...cutWords(quote)].map(({ word }) => word)
    if (wanted.length === 0) return
    let lastLine = -1
    for (const at of positionsOf(wanted, words)) {
      const end = at + wanted.length
      const [first, last] = [cut[at]!, cut[end - 1]!]
      const isWhole = cut[at - 1]?.line !== first.line && cut[end]?.line !== last.line
      const isOfOne = turns[first.line] === turns[last.line]
      if (first.line === lastLine || !isOfOne || (wanted.length < minQuoteWords && !isWhole)) continue
      if (!mayBegin(lines[first.line]!)) continue
      lastLine = first.line
      const spanned = lines.slice(first.line, last.line + 1)
      const texts = spanned.map(({ text }, index) => {
        const to = index === spanned.length - 1 ? endOf(text, last.to) : text.length
        return text.slice(index === 0 ? first.from : 0, to)
      })
      yield { text: texts.join(' '), line: spanned[0]!, from: first.from }
    }
  }
}

/** Lines of one speaker in a row have one number. */
function turnsOf(lines: Line[]): number[] {
  let turn = 0
  return lines.map(({ speaker }, index) => {
    if (speaker === '' || speaker !== lines[index - 1]?.speaker) turn++
    return turn
  })
}

/** With the sign that ends the sentence. */
const endOf = (text: string, to: number) => (/[.!?。！？]/.test(text[to] ?? '') ? to + 1 : to)

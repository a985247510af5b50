/** Finds in corrected texts which words people wrote in place of which others. *Pure.* */
import { foldCase } from '../../platform/text.ts'
import { isCommonWord } from '../engines/embedded/words.ts'
import { maxSoundsLike, maxTermCharacters } from './schemas.ts'

export type Suggestion = { term: string; sounds_like: string[]; times: number }

const leastTimes = 2
const maxSuggestions = 100
/** A longer run of words was said anew, rather than spelled. */
const maxWords = 4
/** Ends with a letter or number, as in the vocabulary of services: see there why. */
const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’.&+-]*[\p{L}\p{N}])?/gu

/** @param known  terms that need no suggestion */
export function countReplacements(texts: { from: string; to: string }[], known: string[]): Suggestion[] {
  const isKnown = new Set(known.map(foldCase))
  const found = new Map<string, { term: string; heard: Map<string, number>; times: number }>()
  for (const { from, to } of texts)
    for (const { heard, term } of replacementsIn(wordsOf(from), wordsOf(to))) {
      const key = foldCase(term)
      if (isKnown.has(key)) continue
      const entry = found.get(key) ?? { term, heard: new Map(), times: 0 }
      entry.times++
      entry.heard.set(heard, (entry.heard.get(heard) ?? 0) + 1)
      found.set(key, entry)
    }
  return [...found.values()]
    .filter(({ times }) => times >= leastTimes)
    .sort((one, other) => other.times - one.times || (one.term < other.term ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ term, heard, times }) => ({ term, sounds_like: mostFrequent(heard), times }))
}

const mostFrequent = (heard: Map<string, number>) =>
  [...heard]
    .filter(([form]) => form.length <= maxTermCharacters)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxSoundsLike)
    .map(([form]) => form)

/** The last word of a text that was cut short may be half of one. */
function wordsOf(text: string): string[] {
  const words = text.match(word) ?? []
  return text.endsWith('…') ? words.slice(0, -1) : words
}

/** What stands between words that both texts have, if it is short, and names something. */
function* replacementsIn(from: string[], to: string[]) {
  const edges = [...matchesOf(from, to), [from.length, to.length] as const]
  let [atFrom, atTo] = [0, 0]
  for (const [nextFrom, nextTo] of edges) {
    const [heard, written] = [from.slice(atFrom, nextFrom), to.slice(atTo, nextTo)]
    ;[atFrom, atTo] = [nextFrom + 1, nextTo + 1]
    const isShort = [heard, written].every(({ length }) => length > 0 && length <= maxWords)
    const term = written.join(' ')
    if (isShort && term.length <= maxTermCharacters && !written.every(isCommonWord))
      yield { heard: heard.join(' '), term }
  }
}

/** The longest common subsequence of two lists of words, as pairs of positions. They have a hundred words at most each. */
function matchesOf(from: string[], to: string[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1))
  for (let at = from.length - 1; at >= 0; at--)
    for (let other = to.length - 1; other >= 0; other--)
      lengths[at]![other] =
        from[at] === to[other]
          ? lengths[at + 1]![other + 1]! + 1
          : Math.max(lengths[at + 1]![other]!, lengths[at]![other + 1]!)
  const matches: (readonly [number, number])[] = []
  for (let at = 0, other = 0; at < from.length && other < to.length; ) {
    if (from[at] === to[other]) matches.push([at++, other++])
    else if (lengths[at + 1]![other]! >= lengths[at]![other + 1]!) at++
    else other++
  }
  return matches
}

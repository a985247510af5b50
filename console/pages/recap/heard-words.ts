/** Finds the words that a term of the glossary replaced, by what was heard before. *Pure.* */

/** A half-open range of the text, and what was heard in its place. */
export type Replaced = { from: number; to: number; heard: string }

/** Comparing costs the product of both; longer texts count as one change. */
const maxWords = 400

type Word = { word: string; from: number; to: number }

/**
 * @param text  of a segment, as it is now
 * @param heard  as it was before
 */
export function replacedWords(text: string, heard: string): Replaced[] {
  const [now, before] = [wordsOf(text), wordsOf(heard)]
  const replaced: Replaced[] = []
  let [at, atBefore] = [0, 0]
  for (const [next, nextBefore] of [...matchesOf(now, before), [now.length, before.length] as const]) {
    const own = now.slice(at, next)
    if (own.length > 0) {
      const was = before.slice(atBefore, nextBefore).map(({ word }) => word)
      replaced.push({ from: own[0]!.from, to: own.at(-1)!.to, heard: was.join(' ') })
    }
    ;[at, atBefore] = [next + 1, nextBefore + 1]
  }
  return replaced
}

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({ word, from: index, to: index + word.length }))

/** Pairs of positions of a longest common subsequence. */
function matchesOf(now: Word[], before: Word[]): (readonly [number, number])[] {
  if (now.length > maxWords || before.length > maxWords) return []
  const isEqual = (at: number, other: number) => now[at]!.word === before[other]!.word
  const lengths = Array.from({ length: now.length + 1 }, () => new Uint16Array(before.length + 1))
  for (let at = now.length - 1; at >= 0; at--)
    for (let other = before.length - 1; other >= 0; other--)
      lengths[at]![other] = isEqual(at, other)
        ? lengths[at + 1]![other + 1]! + 1
        : Math.max(lengths[at + 1]![other]!, lengths[at]![other + 1]!)
  const matches: (readonly [number, number])[] = []
  for (let at = 0, other = 0; at < now.length && other < before.length; ) {
    if (isEqual(at, other)) matches.push([at++, other++])
    else if (lengths[at + 1]![other]! >= lengths[at]![other + 1]!) at++
    else other++
  }
  return matches
}

/** Computes the importance of each word of a meeting from the words near it (TextRank). *Pure.* */

const WINDOW = 4
const DAMPING = 0.85
const ROUNDS = 20

/**
 * A random walk moves between words that are near each other. A word's rank is how often the walk reaches it.
 * Only words within a window are linked, so the cost grows with the number of words, not with pairs of sentences.
 * @param texts  the meaningful words of each sentence, in order
 * @returns the rank of each word, 1 on average
 */
export function rankWords(texts: string[][]): Map<string, number> {
  const number = new Map<string, number>()
  for (const word of texts.flat()) if (!number.has(word)) number.set(word, number.size)
  const near: Map<number, number>[] = Array.from({ length: number.size }, () => new Map())
  const join = (one: number, other: number) => near[one]!.set(other, (near[one]!.get(other) ?? 0) + 1)
  for (const text of texts) {
    const numbers = text.map((word) => number.get(word)!)
    for (const [index, one] of numbers.entries()) {
      for (const other of numbers.slice(index + 1, index + WINDOW)) {
        if (one === other) continue
        join(one, other)
        join(other, one)
      }
    }
  }
  const ways = near.map((words) => words.values().reduce((sum, count) => sum + count, 0))
  let share = new Float64Array(number.size).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(number.size).fill(1 - DAMPING)
    for (const [one, words] of near.entries()) {
      for (const [other, count] of words) next[other]! += (DAMPING * share[one]! * count) / ways[one]!
    }
    share = next
  }
  return new Map(number.entries().map(([word, index]) => [word, share[index]!]))
}

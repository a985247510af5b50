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
  const links = linksOf(texts.map((text) => text.map((word) => number.get(word)!)))
  const ways = new Float64Array(number.size)
  for (const one of links) ways[one]!++
  let share = new Float64Array(number.size).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(number.size).fill(1 - DAMPING)
    for (let link = 0; link < links.length; link += 2) {
      const [one, other] = [links[link]!, links[link + 1]!]
      next[other]! += (DAMPING * share[one]!) / ways[one]!
      next[one]! += (DAMPING * share[other]!) / ways[other]!
    }
    share = next
  }
  return new Map(number.entries().map(([word, index]) => [word, share[index]!]))
}

/** Two numbers for each pair of near words. A map for each word would take a hundred times the memory. */
function linksOf(texts: number[][]): Uint32Array {
  const words = texts.reduce((sum, { length }) => sum + length, 0)
  const links = new Uint32Array(2 * (WINDOW - 1) * words)
  let count = 0
  for (const text of texts) {
    for (const [index, one] of text.entries()) {
      for (const other of text.slice(index + 1, index + WINDOW)) {
        if (one === other) continue
        links[count++] = one
        links[count++] = other
      }
    }
  }
  return links.subarray(0, count)
}

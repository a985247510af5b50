/** Computes the importance of each term of a meeting from the terms near it (TextRank). *Pure.* */

const WINDOW = 4
const DAMPING = 0.85
const ROUNDS = 20

/**
 * A random walk moves between terms that are near each other. A term's rank is how often the walk reaches it.
 * Only terms within a window are linked, so the cost grows with the length of the meeting.
 * @param texts  the terms of each sentence, in order, as numbers from 0
 * @param count  of different terms
 * @returns the rank of each term, 1 on average
 */
export function rankTerms(texts: number[][], count: number): Float64Array {
  const ways = new Float64Array(count)
  forEachLink(texts, (one, other) => {
    ways[one]!++
    ways[other]!++
  })
  let share = new Float64Array(count).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count).fill(1 - DAMPING)
    forEachLink(texts, (one, other) => {
      next[other]! += (DAMPING * share[one]!) / ways[one]!
      next[one]! += (DAMPING * share[other]!) / ways[other]!
    })
    share = next
  }
  return share
}

function forEachLink(texts: number[][], visit: (one: number, other: number) => void): void {
  for (const text of texts) {
    for (let first = 0; first < text.length; first++) {
      for (let second = first + 1; second < Math.min(text.length, first + WINDOW); second++) {
        if (text[first] !== text[second]) visit(text[first]!, text[second]!)
      }
    }
  }
}

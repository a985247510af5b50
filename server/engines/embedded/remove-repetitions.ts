/** Removes sentences that repeat an earlier one. *Pure.* */

/** The share of common words from which on two sentences count as the same. */
const minLikeness = 0.6

/** Keeps the first of several sentences that share most of their words. */
export function removeRepetitions<Said extends { text: string; terms: string[] }>(all: Said[]): Said[] {
  const kept: { said: Said; words: Set<string> }[] = []
  for (const said of all) {
    const words = new Set(said.terms.length > 0 ? said.terms : [said.text])
    if (kept.every((other) => likeness(words, other.words) < minLikeness)) kept.push({ said, words })
  }
  return kept.map(({ said }) => said)
}

function likeness(one: Set<string>, other: Set<string>): number {
  const shared = one
    .values()
    .filter((word) => other.has(word))
    .toArray().length
  return shared / (one.size + other.size - shared)
}

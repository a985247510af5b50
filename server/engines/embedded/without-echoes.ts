/** Leaves out what says again what an earlier one says. *Pure.* */

/** Two are alike if they share this part of their words. */
const ALIKE = 0.6

/** Keeps the first of those that share most of their words; meant for lists that begin with the best. */
export function withoutEchoes<Said extends { text: string; terms: string[] }>(all: Said[]): Said[] {
  const kept: { said: Said; words: Set<string> }[] = []
  for (const said of all) {
    const words = new Set(said.terms.length > 0 ? said.terms : [said.text])
    if (kept.every((other) => likeness(words, other.words) < ALIKE)) kept.push({ said, words })
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

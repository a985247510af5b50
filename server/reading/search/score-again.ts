/** Raises the scores of the best passages by how close they are in meaning to the query. *Pure.* */
import { keyOf, type NumberedPassage } from '../../meetings/text-index/passages.ts'
import { likeness } from './meaning/vectors.ts'
import { comesAfter, type FoundPassage, type PackedDocument, type Scoring, theFirst } from './score-documents.ts'

/** Passages that are scored again. */
export const scoredAgain = { most: 300 }
/** Tuned on 172 questions (docs/speed.md, "Searching"). */
const meaningWeight = 1

type Sources = {
  score(documents: PackedDocument[], scoring: Scoring): Promise<FoundPassage[]>
  readVectors(passages: NumberedPassage[]): Promise<Map<string, Int8Array>>
}

/**
 * No score becomes lower, so passages that are not scored again come after all that are.
 * @returns as `scoreDocuments`
 */
export async function scoreAgain(
  documents: PackedDocument[],
  scoring: Scoring,
  query: Int8Array,
  { score, readVectors }: Sources,
): Promise<FoundPassage[]> {
  const byWords = await score(documents, { ...scoring, after: null, most: scoredAgain.most })
  const again = raiseByLikeness(byWords, await readVectors(byWords), query)
  const first = theFirst(again, scoring)
  if (first.length === scoring.most || byWords.length < scoredAgain.most) return first
  const last = byWords.at(-1)!
  const after = scoring.after && comesAfter(scoring.after, last) ? scoring.after : last
  return [...first, ...(await score(documents, { ...scoring, after, most: scoring.most - first.length }))]
}

/** A passage without a vector gets the mean of the others: it is neither preferred nor put behind. */
function raiseByLikeness(passages: FoundPassage[], vectors: Map<string, Int8Array>, query: Int8Array): FoundPassage[] {
  const likenesses = passages.map((passage) => {
    const vector = vectors.get(keyOf(passage))
    return vector ? likeness(vector, query) : null
  })
  const known = likenesses.filter((each) => each !== null)
  const mean = known.reduce((sum, each) => sum + each, 0) / Math.max(1, known.length)
  return passages.map((passage, index) => {
    const score = passage.score * (1 + meaningWeight * Math.max(0, likenesses[index] ?? mean))
    return { ...passage, score, key: score }
  })
}

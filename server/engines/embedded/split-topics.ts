/** Splits a meeting into topics where the words before and after differ most. *Pure.* */
import type { ReadSentence } from './read-meeting.ts'

const wordsPerTopic = 1_200
const maxTopics = 4
/** A meeting of any length is divided into at most this number of steps for the comparison. */
const maxSteps = 48

/** @returns the sentences of each topic, in order; one topic if the meeting is short */
export function splitTopics(sentences: ReadSentence[]): ReadSentence[][] {
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0)
  const topics = Math.min(Math.max(Math.round(words / wordsPerTopic), 1), maxTopics)
  if (sentences.length < 4 * topics || topics === 1) return sentences.length > 0 ? [sentences] : []
  const steps = divide(sentences, Math.min(maxSteps, Math.floor(sentences.length / 2)))
  const borders = [0, ...deepestGaps(steps, topics), steps.length]
  return borders.slice(1).map((end, topic) => steps.slice(borders[topic], end).flat())
}

function divide<Value>(list: Value[], parts: number): Value[][] {
  const at = (part: number) => Math.round((list.length * part) / parts)
  return Array.from({ length: parts }, (_, part) => list.slice(at(part), at(part + 1)))
}

/** The indexes at which topics begin; two are at least half an average topic apart. */
function deepestGaps(steps: ReadSentence[][], topics: number): number[] {
  const counts = countTerms(steps)
  const reach = Math.max(2, Math.round(steps.length / (topics * 3)))
  const apart = Math.max(1, Math.floor(steps.length / (topics * 2)))
  const gaps = steps
    .keys()
    .filter((gap) => gap >= apart && gap <= steps.length - apart)
    .map((gap) => {
      const [before, after] = [counts.slice(Math.max(0, gap - reach), gap), counts.slice(gap, gap + reach)]
      return { gap, likeness: cosine(sum(before), sum(after)) }
    })
    .toArray()
    .sort((one, other) => one.likeness - other.likeness || one.gap - other.gap)
  const chosen: number[] = []
  for (const { gap } of gaps) {
    if (chosen.length < topics - 1 && chosen.every((other) => Math.abs(other - gap) >= apart)) chosen.push(gap)
  }
  return chosen.sort((one, other) => one - other)
}

type Counts = Map<string, number>

/** How many sentences of each step have each term. A term that occurs in many steps counts little. */
function countTerms(steps: ReadSentence[][]): Counts[] {
  const counts = steps.map((step) => countOf(step.flatMap(({ terms }) => [...new Set(terms)])))
  const spread = countOf(counts.flatMap((step) => [...step.keys()]))
  const rarity = (term: string) => Math.log((steps.length + 1) / spread.get(term)!)
  for (const step of counts) for (const [term, count] of step) step.set(term, count * rarity(term))
  return counts
}

function countOf(terms: string[]): Counts {
  const counts: Counts = new Map()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function sum(all: Counts[]): Counts {
  const total: Counts = new Map()
  for (const counts of all) for (const [term, count] of counts) total.set(term, (total.get(term) ?? 0) + count)
  return total
}

function cosine(one: Counts, other: Counts): number {
  let shared = 0
  for (const [term, count] of one) shared += count * (other.get(term) ?? 0)
  return shared / (length(one) * length(other) || 1)
}

const length = (counts: Counts) => Math.sqrt(counts.values().reduce((total, count) => total + count * count, 0))

/** A document of the index: its passages with the words in each, and the positions of every word. */
import { yieldToLoop } from '../platform/yield-to-loop.ts'
import { type Layout, packLayout } from './layout.ts'
import { packPositions } from './numbers.ts'
import { cutText, type Passage } from './passages.ts'
import { cutWords } from './words.ts'

export type DocumentKind = 'note' | 'recording' | 'item'

export type IndexedDocument = {
  layout: Buffer
  passages: Passage[]
  /** To be read once, in steps: there may be hundreds of thousands. */
  words: Iterable<{ word: string; spelling: string; weight: number; positions: Buffer }>
}

/** Words of a usual document; a longer one has a word more often without being more about it. */
const usualLength: Record<DocumentKind, number> = { note: 100, recording: 7_500, item: 12 }

const wordsInAStep = 5_000

/** BM25 with its usual constants, times 1,000. */
function weigh(times: number, length: number, usual: number): number {
  return Math.round((1_000 * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / usual)))
}

/** Some of the words of a document: every `of`-th. All words of a long one together would take much memory. */
export type Part = { index: number; of: number }
export const whole: Part = { index: 0, of: 1 }

/** In steps: an agenda may have a megabyte. */
export async function buildDocument(
  kind: DocumentKind,
  passages: Iterable<Passage>,
  part = whole,
): Promise<IndexedDocument> {
  const positionsOf = new Map<string, { word: string; positions: number[] }>()
  let next = 0
  const add = async (text: string) => {
    const first = next
    for (const { word, spelling } of cutWords(text)) {
      const known = positionsOf.get(spelling)
      if (known) known.positions.push(next)
      else if (isIn(part, spelling)) positionsOf.set(spelling, { word, positions: [next] })
      next++
      if (next % wordsInAStep === 0) await yieldToLoop()
    }
    return { first, count: next - first }
  }

  const kept = [...passages].flatMap(split)
  const layout: Layout[] = []
  for (const [index, { kind, text }] of kept.entries()) {
    // A gap, so that no phrase goes from one kind of text into another.
    if (kind !== kept[index - 1]?.kind) next++
    const { first, count } = await add(text)
    layout.push({ kind, first_word: first, words: count, first_name: 0, names: 0 })
  }
  const length = next
  for (const [index, { speakers }] of kept.entries()) {
    next++
    const { first, count } = await add(speakers.join(' '))
    Object.assign(layout[index]!, { first_name: first, names: count })
  }
  const words = positionsOf
    .entries()
    .map(([spelling, { word, positions }]) => ({
      word,
      spelling,
      weight: weigh(positions.length, length, usualLength[kind]),
      positions: packPositions(positions),
    }))
  return { layout: packLayout(layout), passages: kept, words }
}

/** The letters as the digits of a number, whose remainder says the part. */
function isIn({ index, of }: Part, word: string): boolean {
  let remainder = 0
  for (let at = 0; of > 1 && at < word.length; at++) remainder = (remainder * 31 + word.charCodeAt(at)) % 65_521
  return remainder % of === index
}

const split = (passage: Passage): Passage[] => [...cutText(passage.text)].map((text) => ({ ...passage, text }))

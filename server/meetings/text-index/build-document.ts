/** A document of the index: its passages with the words in each, and the positions of every word. */
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { type Layout, packLayout } from './layout.ts'
import { packPositions } from './numbers.ts'
import { cutText, type Passage } from './passages.ts'
import { packSegments } from './spoken.ts'
import { cutWords } from './words.ts'

export type DocumentKind = 'note' | 'recording' | 'item' | 'decision'

export type IndexedDocument = {
  layout: Buffer
  passages: Passage[]
  /** To be read once, in steps: there may be hundreds of thousands. */
  words: Iterable<{ word: string; spelling: string; weight: number; positions: Buffer }>
}

/** Words of a usual document; a longer one has a word more often without being more about it. */
const usualLength: Record<DocumentKind, number> = { note: 100, recording: 7_500, item: 12, decision: 12 }

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
  /** @returns how many words it has */
  const add = async (text: string): Promise<number> => {
    const first = next
    for (const { word, spelling } of cutWords(text)) {
      const known = positionsOf.get(spelling)
      if (known) known.positions.push(next)
      else if (isIn(part, spelling)) positionsOf.set(spelling, { word, positions: [next] })
      next++
      if (next % wordsInAStep === 0) await yieldToLoop()
    }
    return next - first
  }

  const kept = [...passages].flatMap(split)
  const layout: Layout[] = []
  for (const [index, passage] of kept.entries()) {
    const { kind, text, segments } = passage
    // A gap, so that no phrase goes from one kind of text into another.
    if (kind !== kept[index - 1]?.kind) next++
    const first_word = next
    const turns: number[] = []
    for (const [part, [, speaker]] of packSegments(passage).entries())
      addTurn(turns, speaker, await add(segments[part]!.text))
    if (segments.length === 0) await add(text)
    layout.push({ kind, first_word, words: next - first_word, first_name: 0, names: 0, speakers: [], turns })
  }
  const length = next
  for (const [index, { speakers }] of kept.entries()) {
    next++
    const passage = layout[index]!
    passage.first_name = next
    for (const speaker of speakers) passage.speakers.push(await add(speaker))
    passage.names = next - passage.first_name
  }
  const words = positionsOf
    .entries()
    .map(([spelling, { word, positions }]) => ({
      word,
      spelling,
      weight: weigh(positions.length, length, usualLength[kind]),
      positions: packPositions(positions),
    }))
  return { layout: packLayout(layout, next), passages: kept, words }
}

function addTurn(turns: number[], speaker: number, words: number): void {
  if (turns.at(-2) === speaker) turns[turns.length - 1]! += words
  else turns.push(speaker, words)
}

/** The letters as the digits of a number, whose remainder says the part. */
function isIn({ index, of }: Part, word: string): boolean {
  let remainder = 0
  for (let at = 0; of > 1 && at < word.length; at++) remainder = (remainder * 31 + word.charCodeAt(at)) % 65_521
  return remainder % of === index
}

const split = (passage: Passage): Passage[] => [...cutText(passage.text)].map((text) => ({ ...passage, text }))

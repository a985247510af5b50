/**
 * The range of words of each passage of a document, and who says which of them. Words are counted through the whole
 * document, so that a phrase may go on in the next passage; the names of speakers are counted after them, so that they are
 * in no phrase. *Pure.*
 */

import { packNumbers, unpackNumbers } from './numbers.ts'
import type { PassageKind } from './passages.ts'

/**
 * `speakers`: how many words each name has, `names` words in all. `turns`: two numbers each, the speaker, counted from 1
 * (0 without a name), and how many words. They are not objects, because a search reads 20,000 and needs few.
 */
export type Layout = {
  kind: PassageKind
  first_word: number
  words: number
  first_name: number
  names: number
  speakers: number[]
  turns: number[]
}

const kinds: PassageKind[] = ['title', 'agenda', 'action_item', 'ai_notes', 'transcript', 'decision']

/** @param words  of the whole document, names included */
export function packLayout(passages: Layout[], words: number): Buffer {
  const numbers = [words]
  for (const { kind, first_word, words, first_name, speakers, turns } of passages) {
    numbers.push(kinds.indexOf(kind), first_word, words, first_name, speakers.length)
    for (const name of speakers) numbers.push(name)
    numbers.push(turns.length)
    for (const number of turns) numbers.push(number)
  }
  return packNumbers(numbers)
}

export function unpackLayout(bytes: Uint8Array): Layout[] {
  const numbers = unpackNumbers(bytes)
  const layouts: Layout[] = []
  let at = 1
  const next = () => numbers[at++]!
  const list = () => {
    const length = next()
    at += length
    return numbers.slice(at - length, at)
  }
  while (at < numbers.length) {
    const [kind, first_word, words, first_name] = [kinds[next()]!, next(), next(), next()]
    const speakers = list()
    const turns = list()
    const names = speakers.reduce((sum, count) => sum + count, 0)
    layouts.push({ kind, first_word, words, first_name, names, speakers, turns })
  }
  return layouts
}

/** How many words a document has, names of speakers included. */
export const wordsIn = (layout: Uint8Array): number => unpackNumbers(layout.subarray(0, 8))[0] ?? 0

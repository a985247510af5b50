/**
 * The range of words of each passage of a document, and who says which of them. Words are counted through the whole
 * document, so that a phrase may go on in the next passage; the names of speakers are counted after them, so that they are
 * in no phrase. *Pure.*
 */

import { packNumbers, unpackNumbers } from './numbers.ts'
import type { PassageKind } from './passages.ts'

/** `speakers`: how many words each name has, `names` words in all. `turns`: in order; `speaker` is -1 if it has no name. */
export type Layout = {
  kind: PassageKind
  first_word: number
  words: number
  first_name: number
  names: number
  speakers: number[]
  turns: Turn[]
}
export type Turn = { speaker: number; words: number }

const kinds: PassageKind[] = ['title', 'agenda', 'action_item', 'ai_notes', 'transcript']

/** @param words  of the whole document, names included */
export function packLayout(passages: Layout[], words: number): Buffer {
  const numbers = [words]
  for (const { kind, first_word, words, first_name, speakers, turns } of passages) {
    numbers.push(kinds.indexOf(kind), first_word, words, first_name, speakers.length)
    for (const name of speakers) numbers.push(name)
    numbers.push(turns.length)
    for (const turn of turns) numbers.push(turn.speaker + 1, turn.words)
  }
  return packNumbers(numbers)
}

export function unpackLayout(bytes: Uint8Array): Layout[] {
  const numbers = unpackNumbers(bytes)
  const layouts: Layout[] = []
  let at = 1
  const next = () => numbers[at++]!
  const list = <Each>(read: () => Each) => Array.from({ length: next() }, read)
  while (at < numbers.length) {
    const [kind, first_word, words, first_name] = [kinds[next()]!, next(), next(), next()]
    const speakers = list(next)
    const turns = list(() => ({ speaker: next() - 1, words: next() }))
    const names = speakers.reduce((sum, count) => sum + count, 0)
    layouts.push({ kind, first_word, words, first_name, names, speakers, turns })
  }
  return layouts
}

/** How many words a document has, names of speakers included. */
export const wordsIn = (layout: Uint8Array): number => unpackNumbers(layout.subarray(0, 8))[0] ?? 0

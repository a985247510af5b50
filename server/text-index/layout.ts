/**
 * The range of words of each passage of a document. Words are counted through the whole document, so that a phrase may
 * go on in the next passage; the names of speakers are counted after them, so that they are in no phrase. *Pure.*
 */

import { packNumbers, unpackNumbers } from './numbers.ts'
import type { PassageKind } from './passages.ts'

export type Layout = { kind: PassageKind; first_word: number; words: number; first_name: number; names: number }

const kinds: PassageKind[] = ['title', 'agenda', 'action_item', 'ai_notes', 'transcript']

export function packLayout(passages: Layout[]): Buffer {
  return packNumbers(
    passages.flatMap((each) => [kinds.indexOf(each.kind), each.first_word, each.words, each.first_name, each.names]),
  )
}

export function unpackLayout(bytes: Uint8Array): Layout[] {
  const numbers = unpackNumbers(bytes)
  return Array.from({ length: numbers.length / 5 }, (_, index) => {
    const [kind, first_word, words, first_name, names] = numbers.slice(5 * index, 5 * index + 5) as [
      number,
      number,
      number,
      number,
      number,
    ]
    return { kind: kinds[kind]!, first_word, words, first_name, names }
  })
}

/** How many words a document has, names of speakers included: where its last passage ends. */
export function wordsIn(layout: Uint8Array): number {
  let from = layout.length
  // The end of a number is a byte below 128.
  for (let numbers = 0; from > 0; from--) {
    if (layout[from - 1]! < 128 && ++numbers > 2) break
  }
  const [first_name = 0, names = 0] = unpackNumbers(layout.subarray(from))
  return first_name + names
}

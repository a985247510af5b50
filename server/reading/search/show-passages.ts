/** The snippets of found passages, and who speaks in each. *Pure.* */
import { labelTurns, type Said } from './label-turns.ts'
import { makeSnippet } from './snippet.ts'

/** `words`: which of its words were found, counted from 0; `turns`: who says which words (meetings/text-index/layout.ts). */
export type ShownPassage = { text: string; words: number[]; speakers: string[]; turns: number[] }

export function showPassages(passages: ShownPassage[]): Said[] {
  return passages.map(({ text, words, speakers, turns }) => {
    const snippet = makeSnippet(text, words)
    return labelTurns(text, speakers, turns, snippet) ?? { speaker: null, snippet }
  })
}

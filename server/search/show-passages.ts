/** The snippets of found passages, and who speaks in each. *Pure.* */
import { labelTurns, type Said } from './label-turns.ts'
import { makeSnippet } from './snippet.ts'

/** `words`: which of its words were found, counted from 0; `segments` of its transcript, if they matter. */
export type ShownPassage = { text: string; words: number[]; segments: { speaker: string; text: string }[] }

export function showPassages(passages: ShownPassage[]): Said[] {
  return passages.map(({ text, words, segments }) => {
    const snippet = makeSnippet(text, words)
    return labelTurns(text, segments, snippet) ?? { speaker: null, snippet }
  })
}

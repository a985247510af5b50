/** Converts what a speech model heard in a piece to a turn with words that have times. *Pure.* */

/** `timestamps` are the starts of the tokens, in seconds from the start of the piece. */
export type Heard = { text: string; tokens?: string[]; timestamps?: number[] }

/** A token, with a space before it where a word begins. */
export type Word = { word: string; start: number; end: number }

export type Turn = {
  text: string
  start: number
  end: number
  /** Empty if the model gave no times, or its tokens are not the text. */
  words: Word[]
  /** SPEAKER_0 and so on. */
  speaker?: string
}

const lastTokenSeconds = 0.5

/** @param start, end  of the piece, in seconds. @returns null if nothing was said */
export function turnOf({ text, tokens = [], timestamps = [] }: Heard, start: number, end: number): Turn | null {
  const spoken = plain(text)
  if (!isSpoken(spoken)) return null
  const words = tokens.map((token, index) => {
    const from = Math.min(end, start + (timestamps[index] ?? 0))
    const next = timestamps[index + 1]
    const to = next === undefined ? from + lastTokenSeconds : start + next
    const word = token.replaceAll('▁', ' ')
    return { word: index === 0 ? ` ${word.trimStart()}` : word, start: from, end: Math.min(end, Math.max(from, to)) }
  })
  const isText = tokens.length === timestamps.length && plain(words.map(({ word }) => word).join('')) === spoken
  const first = isText ? words[0]?.start : undefined
  const last = isText ? words.at(-1)?.end : undefined
  return { text: spoken, start: first ?? start, end: last ?? end, words: isText ? words : [] }
}

/** Without a letter or a digit there is no word. */
export const isSpoken = (text: string) => /[\p{L}\p{N}]/u.test(text)

export const plain = (text: string) => text.replaceAll('▁', ' ').replace(/\s+/g, ' ').trim()

/** How many letters and digits were said. */
export const lettersOf = (turns: Turn[]) =>
  turns.reduce((count, { text }) => count + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)

/** Whether two texts say the same in the same words. *Pure.* */
import { foldCase } from '../platform/text.ts'

/** The words of a text whatever their case and punctuation: equal where two texts say the same. */
export const wordsOf = (text: string) =>
  foldCase(text)
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join(' ') ?? text

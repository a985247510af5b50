/** Compares texts by their words. *Pure.* */
import { foldCase } from '../platform/text.ts'

/** The words of a text without case and punctuation. */
export const wordsOf = (text: string) =>
  foldCase(text)
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join(' ') ?? text

/** Compares texts by their words. *Pure.* */
import { foldCase } from '../../../platform/text.ts'

/** The words of a text without case and punctuation: the same for texts that say the same. */
export const keyOfWords = (text: string) =>
  foldCase(text)
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join(' ') ?? text

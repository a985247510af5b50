/** Whether a language model has lost its way and writes the same words again and again. *Pure.* */

/** Notes quote and name the same more than once, but never so much of it so often. */
const endCharacters = 200
const maxTimes = 3

/** @param text  what was written so far; time grows with its length */
export function repeatsItself(text: string): boolean {
  const end = text.slice(-endCharacters)
  return end.length === endCharacters && text.split(end).length - 1 > maxTimes
}

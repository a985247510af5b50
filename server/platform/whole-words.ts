/** A pattern that finds names in texts, as whole words only. *Pure.* */

/** In the scripts without spaces, and in Korean, whose particles follow a name directly, no letter beside a name parts it. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')

/**
 * @param sources  of patterns, the longest first; see `escapeSigns`
 * @param ofWords  signs that are part of a word beside letters, marks and digits
 */
export function wholeWords(sources: string[], flags = 'gv', ofWords = '_'): RegExp {
  const word = `[[\\p{L}\\p{M}\\p{N}${ofWords}]--[${unspaced}]]`
  // `Jean` is neither in `Jean-Luc` nor in `jean@acme.test`; `Brien` is not in `O'Brien`, and `Bo` is in `Bo's`.
  const begin = `(?:(?<!${word}|${word}[\\-@’'])|(?!${word}))`
  const end = `(?:(?!${word}|[\\-@]${word})|(?<!${word}))`
  return new RegExp(`${begin}(?:${sources.join('|')})${end}`, flags)
}

export const escapeSigns = (name: string) => name.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')

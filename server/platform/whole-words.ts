/** A pattern that finds names in texts, as whole words only. *Pure.* */

/** Scripts without spaces, and Korean, whose particles follow a name directly: letters beside a name do not count. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')

/**
 * @param sources  of patterns, the longest first; see `escapeSigns`
 * @param ofWords  signs that are part of a word, besides letters, marks and digits
 */
export function wholeWords(sources: string[], flags = 'gv', ofWords = '_'): RegExp {
  const word = `[[\\p{L}\\p{M}\\p{N}${ofWords}]--[${unspaced}]]`
  // `Jean` is not found in `Jean-Luc` or `jean@acme.test`, nor `Brien` in `O'Brien`; `Bo` is found in `Bo's`.
  const begin = `(?:(?<!${word}|${word}[\\-@’'])|(?!${word}))`
  const end = `(?:(?!${word}|[\\-@]${word})|(?<!${word}))`
  return new RegExp(`${begin}(?:${sources.join('|')})${end}`, flags)
}

export const escapeSigns = (name: string) => name.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')

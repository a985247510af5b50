/** A pattern that finds names in texts, as whole words only. *Pure.* */

/** In the scripts without spaces, and in Korean, whose particles follow a name directly, no letter beside a name parts it. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const word = `[[\\p{L}\\p{M}\\p{N}_]--[${unspaced}]]`
// `Jean` is neither in `Jean-Luc` nor in `jean@acme.test`; `Brien` is not in `O'Brien`, and `Bo` is in `Bo's`.
const begin = `(?:(?<!${word}|${word}[\\-@’'])|(?!${word}))`
const end = `(?:(?!${word}|[\\-@]${word})|(?<!${word}))`

/** @param sources  of patterns, the longest first; see `escapeSigns` */
export const wholeWords = (sources: string[], flags = 'gv') =>
  new RegExp(`${begin}(?:${sources.join('|')})${end}`, flags)

export const escapeSigns = (name: string) => name.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')

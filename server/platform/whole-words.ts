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

/** Letters of scripts with spaces, as ranges, for PostgreSQL, where a collation "C" knows those of ASCII alone. */
const spaced = '0-9a-z_\u00aa-\u0dff\u0f00-\u0fff\u10a0-\u10ff\u1200-\u177f\u1800-\u1fff'

/**
 * The same for PostgreSQL's `~`, for one name in a folded text.
 * @param folded  the name, folded
 */
export function wholeWordPattern(folded: string): string {
  const isSpaced = (sign: string) => new RegExp(`[${spaced}]`, 'u').test(sign)
  const begin = isSpaced(folded.at(0) ?? '') ? `(?:^|[^${spaced}])` : ''
  const end = isSpaced(folded.at(-1) ?? '') ? `(?:$|[^${spaced}])` : ''
  return `${begin}${escapeSigns(folded)}${end}`
}

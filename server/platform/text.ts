/** Text as people compare it, and as PostgreSQL can hold it. *Pure.* */

const ASCII = /^[\0-\x7f]*$/

/**
 * Folds case so that texts equal but for case become equal: `STRASSE` and `straße`, `ΟΔΟΣ` and `οδος`.
 * It folds down, up and down again: lower case of `ẞ` is `ß`, upper case of `ß` is `SS`. It works character by character,
 * because a word's last sigma would otherwise fold unlike the same letter inside it.
 * The database does not do it, because its lower() depends on its locale (decision 11 on title filters).
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += character.toLowerCase().toUpperCase().toLowerCase()
  return folded
}

/**
 * The first positions of a part in a text, or of some words in a list, at most `most`; they may overlap. It takes one pass
 * for any text (Knuth, Morris and Pratt): `indexOf` took 87 s for a part of 500,000 letters that almost matches everywhere.
 */
export function positionsOf<Item>(
  part: ArrayLike<Item>,
  whole: ArrayLike<Item>,
  most = Number.POSITIVE_INFINITY,
): number[] {
  const places: number[] = []
  if (part.length > whole.length) return places
  // For each prefix of the part: the length of its longest proper suffix that is a prefix of the part too.
  const fallback = new Uint32Array(part.length)
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = fallback[length - 1]!
    if (part[at] === part[length]) length++
    fallback[at] = length
  }
  for (let at = 0, length = 0; at < whole.length && places.length < most; at++) {
    while (length > 0 && whole[at] !== part[length]) length = fallback[length - 1]!
    if (whole[at] === part[length]) length++
    if (length < part.length) continue
    places.push(at + 1 - length)
    length = fallback[length - 1]!
  }
  return places
}

/** A LIKE pattern that finds the text anywhere; `%`, `_` and `\` are ordinary characters in it (decision 11 on title filters). */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether PostgreSQL can hold the text as it is: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The text with `\ufffd` in place of what PostgreSQL cannot hold. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

/** Bytes of a text that an index row can hold beside its other columns: a third of PostgreSQL's page at most. */
const maxIndexed = 1_024

export function fitsIndex(text: string): boolean {
  return Buffer.byteLength(text) <= maxIndexed
}

/** Whether an account may have this address: two parts without blanks. Only a mail sent there could show more. */
export function isEmail(text: string): boolean {
  const hasParts = text.length <= maxIndexed && /^[^\s@]+@[^\s@]+$/.test(text)
  return hasParts && isStorable(text) && fitsIndex(foldCase(text))
}

/** Whether a browser may be sent there: HTTPS, all of it visible, and nothing that signs in. */
export function isHttpsLink(text: string): boolean {
  if (!/^https:\/\/[^\s\p{Cc}\p{Cf}]+$/iu.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/**
 * The path of a text inside a JSON value that cannot be stored (`body.filters.title`), or null.
 * It keeps a stack of its own, because a hostile body may be nested deeper than the call stack allows.
 */
export function findUnstorable(value: unknown, path: string): string | null {
  const waiting = [{ value, path }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value)) return next.path
    if (!next.value || typeof next.value !== 'object') continue
    const isList = Array.isArray(next.value)
    for (const [key, item] of Object.entries(next.value)) {
      if (!isStorable(key)) return next.path
      waiting.push({ value: item, path: isList ? `${next.path}[${key}]` : `${next.path}.${key}` })
    }
  }
  return null
}

/** Cuts a longer text to its beginning and `…`, `most` characters (code points) in all. */
export function cutShort(text: string, most: number): string {
  // A character is at most two code units, so no more than these are read.
  const characters = [...text.slice(0, 2 * (most + 1))]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

/** Characters of a piece. */
const pieceLength = 65_536

/**
 * Changes a text piece by piece; no piece ends inside a row of blanks or a character. For a text of 2 million words
 * `replace` and `split` keep lists of 100 MB.
 */
export function changeInPieces(text: string, change: (piece: string) => string): string {
  const changed: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + pieceLength
    while (to < text.length && /[\s\udc00-\udfff]/.test(text[to]!)) to++
    changed.push(change(text.slice(from, to)))
    from = to
  }
  return changed.join('')
}

/** The text with one space in place of each row of blanks and line breaks. */
export const oneLine = (text: string): string => changeInPieces(text.trim(), (piece) => piece.split(/\s+/).join(' '))

/** A BCP 47 tag in its usual form; null for what is none. */
export function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** The same of a language that somebody writes: none that is unknown, several, no language, or private. */
export function writtenLanguage(tag: string): string | null {
  const language = canonicalLanguage(tag)
  return language === null || /^(und|mul|mis|zxx|q[a-t][a-z])\b|-x-/.test(language) ? null : language
}

/** Makes a sentence part of another one. */
export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/**
 * The text without the signs at its end. A pattern such as `/[.,]+$/` would scan a row of signs once from each of them:
 * half a minute for 100,000 signs in the middle of a text.
 * @param sign  matches one code unit
 */
export function trimEndOf(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Removes the names and addresses of an erased person from texts and JSON (decision 50). *Pure.* */
import type { ErasedNames } from '../../platform/postgres/column-types.ts'
import { cutShort, foldCase } from '../../platform/text.ts'
import { escapeSigns, wholeWords } from '../../platform/whole-words.ts'

/** Replaces the name of every erased person. */
export const deletedPerson = 'Deleted person'

export type NameEraser = {
  /** The text without them: whole words, whatever the case. */
  text(text: string): string
  /** The same for a text of one line, which does not become longer than a world allows. */
  line(text: string): string
  /** A JSON value without them. In an object that identifies the person, by address or id, the name is replaced too. */
  value<Value>(value: Value): Value
}

/**
 * @param userId  the person's id, which is kept
 * @param near    whether the person took part in what the text is about: then short names are theirs too
 */
export function nameEraser(userId: string, erased: ErasedNames, near: boolean): NameEraser {
  const { names, nearNames, givenNames, emails } = erased
  const short = near ? nearNames.filter(isOneWord) : []
  const anyCase = near ? [...names, ...nearNames.filter((name) => !isOneWord(name))] : names
  const addresses = new Set(emails.map(foldCase))
  const own = new Set([...names, ...nearNames, ...givenNames].map(foldCase))
  const whole = new Set(short.map(foldCase))
  const patterns = [addressPattern(emails), ...namePatterns(anyCase, near ? [...short, ...givenNames] : [])]
  const text = (from: string) =>
    // The whole text is the name, as of a speaker called `will`.
    from.length <= maxName && whole.has(foldCase(from.trim()))
      ? deletedPerson
      : patterns.reduce((left, pattern) => left.replace(pattern, deletedPerson), from)
  const isTheirs = (value: unknown) => typeof value === 'string' && addresses.has(foldCase(value))
  const erase = (value: unknown, theirs: boolean): unknown => {
    if (value === userId) return value
    if (typeof value === 'string') return theirs && own.has(foldCase(value)) ? deletedPerson : text(value)
    if (Array.isArray(value)) return value.map((each) => erase(each, theirs))
    if (value === null || typeof value !== 'object') return value
    const fields = value as Record<string, unknown>
    const about = theirs || isTheirs(fields.email) || fields.id === userId || fields.user_id === userId
    return Object.fromEntries(
      Object.entries(fields).map(([key, each]) => {
        if (about && nameFields.has(key) && typeof each === 'string' && each !== '') return [key, deletedPerson]
        // Empty, because `deletedPerson` is no address that could be invited.
        return [key, key === 'email' && isTheirs(each) ? '' : erase(each, about)]
      }),
    )
  }
  const line = (from: string) => {
    const erased = text(from)
    return erased === from ? from : cutShort(erased, Math.max(maxTitle, from.length))
  }
  return { text, line, value: <Value>(value: Value) => erase(value, false) as Value }
}

/** Fields that hold a name, or the id that an identity provider has for the person. */
const nameFields = new Set(['name', 'full_name', 'external_id'])

/** Characters of a title that worlds take. */
const maxTitle = 1_000

/** A longer text is no name. */
const maxName = 1_000
const wordsOf = (name: string) => name.trim().split(/\s+/u)
const isOneWord = (name: string) => wordsOf(name).length === 1

/** Between the words of a name: blanks of any kind, and the signs that file names and URLs have in their place. */
const between = String.raw`(?:\s+|%20|[_.+\-])`
/** Not where a name, such as `quirin.zabel`, begins somebody else's address; its first part may have 64 signs. */
const noAddress = String.raw`(?![\p{L}\p{M}\p{N}._%+\-]{0,64}@[\p{L}\p{N}])`

/**
 * @param anyCase  names that are searched whatever the case
 * @param asNames  names that may also be ordinary words: `Will` and `WILL` are names, `will` is not
 */
function namePatterns(anyCase: string[], asNames: string[]): RegExp[] {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const written = asNames.flatMap((name) => [wordsOf(name).map(capital).join(' '), name.toUpperCase()])
  const pattern = (names: string[], flags: string) =>
    wholeWords(
      longestFirst(names.flatMap(sourcesOf)).map((source) => source + noAddress),
      flags,
      '',
    )
  return [
    ...(anyCase.length > 0 ? [pattern(anyCase, 'giv')] : []),
    ...(written.length > 0 ? [pattern(written, 'gv')] : []),
  ]
}

/** `Smith, Will` must not match in `Ann Smith, Will Jones`. */
const byItself = (source: string) => String.raw`(?<![\p{L}\p{M}.]\s{1,3})${source}(?!\s{1,3}\p{L})`

/** In both normal forms, in capitals where these are other letters (`Weiß`), as in paths, and with the last word first. */
function sourcesOf(name: string): string[] {
  const capitals = name.toUpperCase()
  const forms = [name, ...(capitals.toLowerCase() === name.toLowerCase() ? [] : [capitals])]
  return forms
    .flatMap((form) => [form.normalize('NFC'), form.normalize('NFD')])
    .flatMap((form) => {
      const words = wordsOf(form)
      const escaped = words.map((word) => escapeSigns(word).replace(/['’ʼ]/g, "['’ʼ]"))
      const inPaths = words.map((word) => escapeSigns(encodeURIComponent(word.toWellFormed())))
      const turned = words.length > 1 ? [`${escaped.at(-1)},\\s*${escaped.slice(0, -1).join(between)}`] : []
      return [escaped.join(between), inPaths.join(between), ...turned].map((source) =>
        source.includes(',') ? byItself(source) : source,
      )
    })
}

/** A name or an address as it is, and in the forms of links, which may keep the `@`: `zo%C3%AB@acme.test`. */
export function inLinks(name: string): string[] {
  const asPart = encodeURIComponent(name.toWellFormed())
  return [name, asPart, asPart.replaceAll('%40', '@'), encodeURI(name.toWellFormed())]
}

/** `bo@acme.test` does not match in `bo@acme.test.example` or `jim.bo@acme.test`. */
function addressPattern(emails: string[]): RegExp {
  const sources = emails.flatMap((email) => inLinks(email).map(escapeSigns))
  const part = String.raw`[\p{L}\p{N}_%+\-]`
  return new RegExp(`(?<!${part}|${part}\\.)(?:${longestFirst(sources).join('|')})(?!${part}|\\.${part})`, 'giv')
}

const longestFirst = (sources: string[]) => [...new Set(sources)].sort((one, other) => other.length - one.length)

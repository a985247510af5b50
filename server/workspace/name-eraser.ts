/** Takes the names and addresses of an erased person out of texts and JSON (decision 50). *Pure.* */
import { foldCase } from '../platform/text.ts'
import { escapeSigns, wholeWords } from '../platform/whole-words.ts'
import type { ErasedNames } from '../tables.ts'

/** Stands for every erased person. */
export const deletedPerson = 'Deleted person'

export type NameEraser = {
  /** The text without them: whole words, whatever the case. */
  text(text: string): string
  /** A value of JSON without them. Of an object that names the person, by address or id, the name goes too. */
  value<Value>(value: Value): Value
}

/**
 * @param userId  the person's id, which stays
 * @param near    whether the person took part in what the text is about: then short names are theirs too
 */
export function nameEraser(userId: string, { names, nearNames, emails }: ErasedNames, near: boolean): NameEraser {
  const all = near ? [...names, ...nearNames] : names
  const addresses = new Set(emails.map(foldCase))
  const own = new Set([...names, ...nearNames].map(foldCase))
  const patterns = [addressPattern(emails), ...(all.length > 0 ? [namePattern(all)] : [])]
  const text = (from: string) => patterns.reduce((left, pattern) => left.replace(pattern, deletedPerson), from)
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
        // Nobody is invited by what stands in the place of an address.
        return [key, key === 'email' && isTheirs(each) ? '' : erase(each, about)]
      }),
    )
  }
  return { text, value: <Value>(value: Value) => erase(value, false) as Value }
}

const nameFields = new Set(['name', 'full_name'])

/** Names with their blanks of any kind, in both normal forms, and as they stand in paths. */
function namePattern(names: string[]): RegExp {
  const sources = names.flatMap((name) =>
    [name.normalize('NFC'), name.normalize('NFD')].flatMap((form) => [
      form.trim().split(/\s+/u).map(escapeSigns).join(String.raw`\s+`),
      escapeSigns(encodeURIComponent(form.toWellFormed())),
    ]),
  )
  return wholeWords(longestFirst(sources), 'giv')
}

/** `bo@acme.test` is not in `bo@acme.test.example`, and not in `jim.bo@acme.test`. */
function addressPattern(emails: string[]): RegExp {
  const sources = emails.flatMap((email) => [email, encodeURIComponent(email.toWellFormed())].map(escapeSigns))
  const part = String.raw`[\p{L}\p{N}_%+\-]`
  return new RegExp(`(?<!${part}|${part}\\.)(?:${longestFirst(sources).join('|')})(?!${part}|\\.${part})`, 'giv')
}

const longestFirst = (sources: string[]) => [...new Set(sources)].sort((one, other) => other.length - one.length)

/** The words in the person's language, and the tag by which `Intl` writes times. A third language is a file and a line here. */
import { de } from './de.ts'
import { en, type Words } from './en.ts'

export const languages: Record<string, Words> = { en, de }

/** The first of the browser's languages that the console speaks; its region stays, because it decides how times look. */
function pickLocale(): string {
  return navigator.languages.find((tag) => languages[tag.split('-')[0]!]) ?? 'en'
}

export const locale = pickLocale()
export const words: Words = languages[locale.split('-')[0]!]!

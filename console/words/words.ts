/**
 * The words in the person's language, and the tag by which `Intl` writes times. A third language is a file and a line here and in
 * `admin/`; only the one that is read is loaded.
 */
import type { Words } from './en.ts'

const languages: Record<string, () => Promise<Words>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}

/** The first of the browser's languages that the console speaks; its region stays, because it decides how times look. */
function pickLocale(): string {
  return navigator.languages.find((tag) => languages[tag.split('-')[0]!]) ?? 'en'
}

export const locale = pickLocale()
/** One of those that the console speaks. */
export const language = locale.split('-')[0]!
export const words: Words = await languages[language]!()

/**
 * The words in the person's language, and the tag by which `Intl` writes times. A third language is a file and a line here and in
 * `admin/`; only the one that is read is loaded.
 */
import type { Words } from './en.ts'

const languages = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
} satisfies Record<string, () => Promise<Words>>

export type Language = keyof typeof languages

const languageOf = (tag: string) => tag.split('-')[0] as Language

/** The first of the browser's languages that the console speaks; its region stays, because it decides how times look. */
function pickLocale(): string {
  return navigator.languages.find((tag) => Object.hasOwn(languages, languageOf(tag))) ?? 'en'
}

export const locale = pickLocale()
/** One of those that the console speaks. */
export const language = languageOf(locale)
export const words: Words = await languages[language]()

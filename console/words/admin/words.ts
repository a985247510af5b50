/** The words of the administration in the person's language; loaded with its pages. */
import { type Language, language } from '../words.ts'
import type { AdminWords } from './en.ts'

const languages: Record<Language, () => Promise<AdminWords>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}

export const adminWords: AdminWords = await languages[language]()

/** The words of mails in the languages of people. *Pure.* */
import type { Language } from '../caller/languages.ts'
import { words as de } from './words/de.ts'
import { words as en, type MailWords } from './words/en.ts'
import { words as fr } from './words/fr.ts'

export type { MailWords }

const tables: Record<Language, MailWords> = { en, de, fr }

/** English for a person whose language is not known. */
export const wordsIn = (language: Language | null): MailWords => tables[language ?? 'en']

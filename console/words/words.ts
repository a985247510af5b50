/**
 * The words in the person's language, and the tag by which `Intl` writes times. A language is a folder here, named by its tag; only
 * the one that is read is loaded.
 */
import type { Words } from './en/main.ts'

const languages = import.meta.glob<{ words: Words }>('./*/main.ts')

const languageOf = (tag: string) => tag.split('-')[0]!

const isKnown = (tag: string) => Object.hasOwn(languages, fileOf(tag))
const fileOf = (tag: string) => `./${languageOf(tag)}/main.ts`

/** The first of the browser's languages that the console speaks; its region stays, because it decides how times look. */
export const locale = navigator.languages.find(isKnown) ?? 'en'
/** One of those that the console speaks. */
export const language = languageOf(locale)
export const { words } = await languages[fileOf(locale)]!()

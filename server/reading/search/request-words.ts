/**
 * Words of a query that ask and are not asked about: "summarize", "what did she say about". Passages with them answer no
 * better, and such a word is often rare in what people say. A file a language, each kept by a person. *Pure.*
 */
import { cutWords } from '../../meetings/text-index/words.ts'
import { dutch } from './request-words/dutch.ts'
import { english } from './request-words/english.ts'
import { french } from './request-words/french.ts'
import { german } from './request-words/german.ts'
import { italian } from './request-words/italian.ts'
import { portuguese } from './request-words/portuguese.ts'
import { spanish } from './request-words/spanish.ts'

const texts = { dutch, english, french, german, italian, portuguese, spanish }
const wordsOf = new Map(
  Object.entries(texts).map(([language, text]) => [
    `${language}_stem`,
    new Set(cutWords(text).map(({ word }) => word)),
  ]),
)

/** @param dictionaries  of the languages that the workspace has. @param word  without accents */
export const isRequestWord = (word: string, dictionaries: string[]): boolean =>
  dictionaries.some((dictionary) => wordsOf.get(dictionary)?.has(word))

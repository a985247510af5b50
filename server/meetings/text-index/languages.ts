/** PostgreSQL's own dictionaries of word stems, by the language code of a transcript. *Pure.* */

const languages: Record<string, string> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

/** Where nothing says which language a text has. */
export const usualDictionary = 'english_stem'

/**
 * @param code  BCP 47 in any case: `de`, `pt-BR`
 * @returns the name of a text search dictionary; `simple`, which leaves words as they are, for a language without one
 */
export function dictionaryOf(code: string): string {
  const language = languages[code.toLowerCase().split(/[-_]/)[0]!]
  return language ? `${language}_stem` : 'simple'
}

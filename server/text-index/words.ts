/** Words as search compares them: without case, accents and signs (decision 44). *Pure.* */
import { foldCase } from '../platform/text.ts'

/** `from` and `to` are UTF-16 offsets in the text that it was cut from. */
export type Word = { word: string; from: number; to: number }

/**
 * A character of a script that writes words without spaces between them (or, in Korean, with particles attached) is a word
 * of its own; what people call a word is then a sequence of them.
 */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`
const pattern = new RegExp(
  String.raw`[[${unspaced}]&&[\p{L}\p{N}]]\p{M}*|[[\p{L}\p{N}]--[${unspaced}]][[\p{L}\p{N}\p{M}]--[${unspaced}]]*`,
  'gv',
)
const unspacedRun = new RegExp(String.raw`[${unspaced}\p{M}]+`, 'gv')
const ASCII = /^[\0-\x7f]*$/
const maxCharacters = 64

/** The words of a text, in order. */
export function* cutWords(text: string): Generator<Word> {
  const known = new Map<string, string>()
  for (const { 0: word, index } of text.matchAll(pattern)) {
    if (!known.has(word)) known.set(word, plain(word))
    yield { word: known.get(word)!, from: index, to: index + word.length }
  }
}

/** What people call words in a run without spaces: `会議の予算` is `会議`, `の`, `予算`. Other text comes back as it is. */
export function splitUnspaced(text: string): string[] {
  const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
  const cut = text.replace(unspacedRun, (run) =>
    [...segmenter.segment(run)].map(({ segment }) => ` ${segment} `).join(''),
  )
  return cut.split(' ').filter((part) => part !== '')
}

/** `É` is `e`, `ﬁ` is `fi`, `Straße` is `strasse`; the first 64 characters count. */
export function plain(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase().slice(0, maxCharacters)
  // Normalizing takes the square of a row of marks.
  const bare = word
    .slice(0, 4 * maxCharacters)
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const hasCase = bare !== bare.toLowerCase() || bare !== bare.toUpperCase()
  const folded = hasCase ? foldCase(bare) : bare
  return folded.length <= maxCharacters ? folded : [...folded].slice(0, maxCharacters).join('')
}

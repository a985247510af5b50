/** Words as search compares them: without case, accents and signs (decision 44). *Pure.* */
import { foldCase } from '../../platform/text.ts'

/**
 * `word`: without accents. `spelling`: with them, as the stemmers of languages need it. `from` and `to` are UTF-16 offsets in
 * the text that it was cut from.
 */
export type Word = { word: string; spelling: string; from: number; to: number }

/**
 * A character of a script that writes words without spaces between them (or, in Korean, with particles attached) is a word
 * of its own; what people call a word is then a sequence of them.
 */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`
/** Joiners inside a word of an Indic script, where they change the form of a letter. Persian ends words with `\u200c`. */
const joiner = String.raw`(?<=\p{M})[\u200c\u200d]|\u200d(?=\p{M})`
const pattern = new RegExp(
  String.raw`[[${unspaced}]&&[\p{L}\p{N}]]\p{M}*|[[\p{L}\p{N}]--[${unspaced}]](?:[[\p{L}\p{N}\p{M}]--[${unspaced}]]|${joiner})*`,
  'gv',
)
const unspacedRun = new RegExp(String.raw`(?:[${unspaced}]\p{M}*)+`, 'gv')
const ASCII = /^[\0-\x7f]*$/
const maxCharacters = 64

/** The words of a text, in order. */
export function* cutWords(text: string): Generator<Word> {
  const known = new Map<string, { word: string; spelling: string }>()
  for (const { 0: cut, index } of text.matchAll(pattern)) {
    if (!known.has(cut)) {
      const spelling = spell(cut)
      known.set(cut, { word: plain(spelling), spelling })
    }
    const { word, spelling } = known.get(cut)!
    // A word of nothing but signs of decoration.
    if (word !== '') yield { word, spelling, from: index, to: index + cut.length }
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

/** Never part of a word: joiners, variation selectors, and the stroke that stretches Arabic words. */
const ignoredRanges = String.raw`\u200c\u200d\u0640\ufe00-\ufe0f\u{e0100}-\u{e01ef}`
const ignored = new RegExp(`[${ignoredRanges}]`, 'gu')

/** `É` is `é`, `ﬁ` is `fi`, `Straße` is `strasse`; the first 64 characters count. */
function spell(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase().slice(0, maxCharacters)
  // Normalizing takes the square of a row of marks.
  const first = word.slice(0, 4 * maxCharacters).toWellFormed()
  const whole = first.replace(ignored, '').normalize('NFKC')
  const hasCase = whole !== whole.toLowerCase() || whole !== whole.toUpperCase()
  const folded = hasCase ? foldCase(whole).normalize('NFC') : whole
  return folded.length <= maxCharacters ? folded : [...folded].slice(0, maxCharacters).join('')
}

/**
 * Accents of Latin, Greek and Cyrillic letters, and the vowel points of Hebrew, Arabic and Syriac, which are mostly left
 * out. Vowel signs of other scripts are parts of letters. `without_accents` in migrations/0009_search.sql has the same list.
 */
const accentRanges = String.raw`\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a\u08ca-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`
const accents = new RegExp(`[${accentRanges}]`, 'g')

/** @param spelling  of a word */
export function plain(spelling: string): string {
  if (ASCII.test(spelling)) return spelling
  return spelling.normalize('NFKD').replace(accents, '').normalize('NFC')
}

/** Splits text of any script into words, detects its language, and lists common words. *Pure.* */
import lists from 'stopword'
import { cuesFor } from './languages/cues-for.ts'

/** Common words of spoken English that lists of written words do not have. */
const spoken = new Set(
  `
  'cause 'em above across actually again ah aha ain't almost along already alright although always among anything
  anyway aren't around ask away back basically behind believe below best better beyond bit bring can't cannot
  cause certainly chair chairman comes coming completely cos couldn't course d'you dear definitely didn't
  different doesn't don't done down dr dunno during eh either else em end enough er erm etc even ever every
  everybody everyone everything exactly fact far feel few find fine first five found four further gets getting
  give given go goes going gonna good gotta great guess guys ha hadn't happen hasn't haven't he's hear hello help
  here's hers hey hi hm hmm hon honourable hopefully however huh i'd i'll i'm i've idea instead interesting isn't
  it'll it's itself just keep kind kinda knew know known last later least leave left less let let's lets likely
  little ll long look looking lot lots madam made may maybe mean means mentioned mind mine minute mm mmm moment
  mostly mr mrs ms near need needs next nice no nobody non nope nor not nothing obviously often oh ok okay old
  once one ones onto oops open others ourselves own people per perhaps point possible possibly pretty probably problem
  put question quickly quite rather re read ready real really reason right saw say saying says second see seem
  seems seen sense set seven shall she she's shouldn't show simply sir six so somebody somehow someone something
  sometimes soon sorry sort start stuff suppose sure ta taken takes taking talk talking tell thank thanks that'll
  that's theirs themselves there's therefore they'll they're they've thing things think thinking third though
  thought three till time times today together told tomorrow took top totally toward towards tried true try trying
  turn two uh uhh um understand unless until upon use used using usually various ve wait wanna want wanted wanting
  wants wasn't ways we'd we'll we're we've week went weren't what's whatever when whereas whether who's whole whom
  whose why will wish within without won won't wonder word words worse wouldn't wow y'know ya yeah year years yep
  yes yesterday yet you'd you'll you're you've yours yourself yup zero
  `
    .trim()
    .split(/\s+/),
)

export const wordSplitter = new Intl.Segmenter('en', { granularity: 'word' })

/** The words of a text in order, as written; also for scripts without spaces. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of wordSplitter.segment(text)) {
    if (isWordLike) words.push(segment.replaceAll('’', "'"))
  }
  return words
}

/** A simple stem, the same for `recognize`, `recognized` and `recognition`. */
export const stemOf = (word: string) => word.toLowerCase().replace(/'s$/, '').slice(0, 6)

/** Common English words. Some are also names. */
export const isCommonWord = (word: string) => spoken.has(word.toLowerCase()) || english.common.has(word.toLowerCase())

export type Language = { code: string; isCommon(word: string): boolean }

const languages = Object.entries(lists)
  .filter((entry): entry is [string, string[]] => /^[a-z]{3}$/.test(entry[0]) && Array.isArray(entry[1]))
  .map(([code, words]) => ({ code, common: new Set(words) }))

const english = languages.find(({ code }) => code === 'eng')!

/** This much of a meeting is enough to detect its language. */
const sampleSegments = 300
const sampleCharacters = 500
/** A rarer language must have this many times the common words of a more frequent one. */
const minLead = 1.2

/**
 * The language whose common words occur most often, or English. Words are more reliable than a language tag, which may be
 * missing, guessed, or the recorder's default.
 */
export function languageOf(segments: { text: string }[]): Language {
  const sample = segments
    .slice(0, sampleSegments)
    .flatMap(({ text }) => wordsOf(text.slice(0, sampleCharacters).toLowerCase()))
  let best = english
  // One word proves nothing: `um` is also Portuguese and German.
  let most = (countCommon(english.common, sample) + 1) * minLead
  for (const language of languages) {
    // Galician shares most of its words with Portuguese, but fewer people speak it.
    const here = countCommon(language.common, sample) * (cuesFor(language.code).code === 'und' ? 1 : minLead)
    if (language !== english && here > most) [best, most] = [language, here]
  }
  const { code, common } = best
  return { code, isCommon: (word) => common.has(word) || spoken.has(word) }
}

const countCommon = (common: Set<string>, words: string[]) => words.filter((word) => common.has(word)).length

/** Decides whether notes may quote a sentence: a reader must understand it without the others. *Pure.* */
import type { Cues } from './languages/cues.ts'
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { type Language, wordsOf } from './words.ts'

const minWords = 4
const maxWords = 45
const maxCharacters = 400
/** Of a word that was broken off, and of the whole word in the meeting. */
const maxBrokenLetters = 4
const minUsualCount = 3

/** Marks of transcribers, and speech that breaks off or goes on: `[laughs]`, `we wan-`, `it is. except`, an open quote. */
const unfinished =
  /[[\]{}♪♫…]|\.\.\.|--|—\s*["”.]?$|–\s*["”.]?$|^[—–-]|\p{L}-(?=[\s,.])|,[.?!]*$|\p{L}{4}[.?!] \p{Ll}|^[^"]*"[^"]*(?:"[^"]*"[^"]*)*$/u
/** `the the`, `we can we can`, `wi with`, `it's it`. */
const restarted =
  /(?<![\p{L}\p{N}'])((?:[\p{L}\p{N}']+,? ){0,3}[\p{L}\p{N}']+),? \1(?![\p{L}\p{N}'])|(?<![\p{L}'])(\p{L}+)'\p{L}+,? \2(?![\p{L}])/iu
const rightlyTwice = /^(?:that that|had had|very,? very|vous vous|nous nous|die die|das das|sie sie|a lot a lot)$/i
/** Another sentence begins within this one: `we can For September`. */
const innerStart =
  /[\p{Ll},] (?:And|But|Or|It|It's|That's|There's|There|Oh|Okay|OK|Yeah|Yes|Well|So|They|We|We're|You|He|She|If|No|Because|Then|This|These|What|Is|Are|Do|Can|Like|Even|Where|How|All|My|Your|Everyone|Everybody|For|In|On|At|After|Before|With)(?=[ ,'])/u

/** The apostrophes of a keyboard, as in the tables of the languages. */
export const plain = (text: string) => text.replaceAll('’', "'")

/** The sentence without the words before its statement, such as `Okay, so`. */
export function statementOf(text: string, { openings }: Cues): string {
  const statement = text.replace(/^[\s.,;:…–—-]+/, '').replace(openings, '')
  return statement === '' ? text : statement
}

/** What notes may quote of each sentence, by its index. */
export function quotationsOf(reading: Reading): Map<number, string> {
  const all = new Map<number, string>()
  const broken = brokenWords(reading)
  for (const sentence of reading.sentences) {
    const words = quotationOf(sentence, reading, broken)
    if (words !== null) all.set(sentence.index, words)
  }
  return all
}

/** @returns the words to print, or null: it is not whole, too long, restarted, or needs the sentence before */
function quotationOf(
  { text, whole, size }: ReadSentence,
  { cues, language }: Reading,
  broken: Set<string>,
): string | null {
  if (!whole || size < minWords || size > maxWords || text.length > maxCharacters) return null
  const statement = statementOf(text, cues)
  const said = plain(statement)
  const words = wordsOf(said)
  if (words.length < minWords || unfinished.test(text) || isRestarted(said)) return null
  if (cues.slips.test(said) || cues.dependentStarts.test(said) || cues.openEnds.test(said)) return null
  const isBroken = (word: string, index: number) =>
    broken.has(word) || isBegunAgain(word, words[index + 1] ?? '', language)
  if (words.some(isBroken)) return null
  // `We don't see it as a cost`: no noun is before the pronoun.
  const first = words.find((word) => cues.pronouns.test(word) || isMeaningful(word, language))
  if (first === undefined || cues.pronouns.test(first)) return null
  return statement.charAt(0).toUpperCase() + statement.slice(1)
}

function isRestarted(text: string): boolean {
  const [match] = restarted.exec(text) ?? []
  return innerStart.test(text) || (match !== undefined && !rightlyTwice.test(match))
}

/** `th the`, `basi basically`; not `in into`. */
const isBegunAgain = (word: string, next: string, { isCommon }: Language) =>
  next.length > word.length && next.toLowerCase().startsWith(word.toLowerCase()) && !isCommon(word.toLowerCase())

/** Words that a speaker broke off: short, said once, and the start of a usual word of the meeting. */
function brokenWords({ wordCounts, language: { isCommon } }: Reading): Set<string> {
  const words = [...wordCounts.keys()].sort()
  const isBroken = (word: string, next: string) =>
    word.length <= maxBrokenLetters &&
    wordCounts.get(word) === 1 &&
    /^\p{Ll}+$/u.test(word) &&
    !isCommon(word) &&
    next.startsWith(word) &&
    next !== `${word}s` &&
    (isCommon(next) || wordCounts.get(next)! >= minUsualCount)
  return new Set(words.filter((word, index) => isBroken(word, words[index + 1] ?? '')))
}

/** Removes marks of transcribers, hesitation and false starts from speech. *Pure.* */
import { never, type Speech } from './languages/speech.ts'

const marks = /\{\w+\}|\[[^\]]{0,40}\]|\((?:laughs?|laughter|inaudible|crosstalk|applause|music)\)|[♪♫]+/gi
/** Spelled letters of some transcribers: `L_C_D_` is `LCD`. */
const spelled = /(?<![\p{L}\p{N}])(?:\p{Lu}_)+\p{Lu}?(?!\p{Lu}\p{Ll})/gu
const twice = /(?<![\p{L}\p{N}'])((?:[\p{L}']+ ){0,3}[\p{L}']+)(?:[\s,]+\1(?![\p{L}\p{N}']))+/giu
const corrected = /(?<![\p{L}'])(\p{L}+),? (?=\1')/giu
const begunAgain = /(?<![\p{L}'])([\p{L}']+) (\p{L}{1,4}) \1 (?=\2)/giu
/** `stat status`, `wi with`; not `in into` or `so some`, which are words. */
const halfWord = /(?<![\p{L}\p{N}'’-])(\p{L}{1,4}),? (?=\1\p{L})/giu
const wholeWord =
  /^(?:a|an|am|as|at|any|all|be|by|can|do|for|he|her|i|in|is|it|man|me|no|not|of|on|one|or|our|out|per|pro|so|some|the|than|to|too|up|us|we|with|you|over|under|after|every|new|now)$/i
/** A single consonant is the start of a broken-off word: `d have we`, `w we`. */
const loneLetter =
  /(?<![\p{L}\p{N}.'’&/-])(?:[b-df-hj-np-tv-xz]|[Tt]h|[WwSs]h|[Ff]r|[Tt]r|[Gg]r|[BbCcFf]l)(?![\p{L}\p{N}.'’&/)-]),? /gu

export const withoutMarks = (text: string) => text.replace(marks, ' ').trim()

/**
 * Changes `So, um, the the deck` to `The deck`; other words stay. In languages other than English only fillers, openings
 * and repeated words are removed.
 */
export function cleanSpeech(text: string, { code, fillers, openings }: Speech): string {
  const everywhere = new RegExp(`(?:,\\s*)?${fillers.source}(?:,|[.…]+(?=\\s|$))?`, 'giu')
  const spoken = text
    .replace(marks, ' ')
    .replace(spelled, (letters) => letters.replaceAll('_', ''))
    .replace(everywhere, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const clean = spoken
    .replace(openings, '')
    .replace(code === 'eng' ? loneLetter : never, '')
    .replace(corrected, '')
    .replace(begunAgain, '$1 ')
    .replace(twice, '$1')
    .replace(code === 'eng' ? halfWord : never, (match, half: string) => (wholeWord.test(half) ? match : ''))
    .replace(twice, '$1')
    .replace(/ (?=[.,?!;:])/g, '')
    .replace(/,(?=[,.?!;:])/g, '')
    .replace(/^[\s.,?!;:…-]+/, '')
    .trim()
    .replace(openings, '')
  // `Sure.` is only an opening, but also an answer.
  const rest = clean === '' ? spoken.replace(/^[^\p{L}\p{N}]+/u, '') : clean
  return (rest.charAt(0).toUpperCase() + rest.slice(1)).replace(/[,;:\s–-]+$/, '')
}

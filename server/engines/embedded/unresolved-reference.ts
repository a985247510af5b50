/** Finds out whether an English sentence refers to something that only another sentence names. *Pure.* */
import { isCommonWord, wordsOf } from './words.ts'

const pronoun = /^(?:(?:it|they|he|she)(?:'\w+)?|them|him|these|those|that's)$/i
/** The pronoun in `I think it's important to` refers to nothing. */
const emptyPronoun =
  /\bit(?:'s| is| was| would be| will be) (?!not |how |what |where )(?:[\w-]+ ){1,3}(?=that\b|to\b)/gi
/** `I don't know if that will exceed the costs`. `This is the first meeting` is clear alone. */
const lone = /\bthat(?=[.,;!]|$|'s\b| (?:is|was|isn't|wasn't|doesn't|will|would|should|could|can|has)\b)/gi
/** `We have the presentation in there`. */
const place = /\b(?:in|on|over|up) there\b/i
/** `For us, this is about change`. An introduction with a verb is a clause, which may contain the noun. */
const afterIntroduction =
  /^(?!(?:if|when|as|since|once|before|after|while|whilst|because|although)\b)(?:(?![^,]*\b(?:i|we|you|they|there|is|are|was|were|has|have|had)\b)[^,]{1,45}, ?){1,2}(?:i (?:think|guess) )?(?:it|they|them|he|she|(?:this|that|these|those)(?='s| is| are| was| were| will| should| has))\b/i

export function hasUnresolvedReference(text: string): boolean {
  const rest = text.replace(emptyPronoun, '')
  return place.test(text) || afterIntroduction.test(rest) || hasPronounFirst(wordsOf(rest.replace(lone, 'it')))
}

/** `We don't see it as a cost`: no noun is before the pronoun. */
function hasPronounFirst(words: string[]): boolean {
  const first = words.find((word) => pronoun.test(word) || isNoun(word))
  return first !== undefined && pronoun.test(first)
}

/** Any word with a meaning counts, except words such as `particularly` and `giving`. */
const isNoun = (word: string) => word.length > 2 && !isCommonWord(word) && !/(?:ly|ing)$/i.test(word)

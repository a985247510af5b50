/**
 * What a program can know of whether a sentence of notes is complete. *Pure.*
 * @see labels/README.md for the rules, of which these are a part
 */
import type { Said } from './notes-sentences.ts'

const fillers = /(?<![\p{L}'-])(?:u+[hm]+|e+r+m*|h+m+|m+h+m*|mm+|ä+h+m*|e+u+h+|ehm+|eh|este,)(?![\p{L}'-])/iu
/** Words after which a noun, a verb or a sentence is missing. */
const openEnd =
  /(?:^|\s)(?:a|an|the|of|to|and|or|but|so|if|because|than|as|our|my|your|their|i|we|is|are|was|were|gonna|und|oder|aber|der|die|das|ein|eine|et|ou|mais|le|la|les|un|une|des|que|qui|y|o|pero|el|los|las|del|e|ma|il|lo|gli|di|che|en|maar|de|het|een|dat)[.!?]*$/i
const conjunctions =
  /^(?:and|or|but|because|plus|than|also|which|especially|not just|is that|it that|that the|that we|und|oder|aber|weil|denn|dass|et|ou|mais|donc|car|parce|y|o|pero|porque|pues|e|ma|perché|quindi|en|of|maar|omdat|want|dus)\b/i
/** A clause that begins so has another one after a comma. */
const subordinate =
  /^(?:if|when|because|since|although|while|unless|wenn|si|cuando|quando|se|als)\s(?!.*\bthen\b)[^,;]*$/i

const subject = "(?:it|they|them|he|she|(?:that|this|these|those)(?='s| is| was| will| should| has| are| were))\\b"
const introduction = '(?!(?:if|when|as|since|once|before|after|while|because)\\b)[^,]{1,45}'
/** A subject whose noun is in another sentence. */
const pronoun = new RegExp(`^(?:${introduction}, ?){0,2}(?:i (?:think|guess) )?${subject}`, 'i')
const foreignPronoun = /^(?:das|dies|ça|cela|c'est|eso|esto|questo|quello|dat|dit)\b/i
/** `It is clear that`, `it was difficult to` and `this is about the` miss no noun. */
const emptyPronoun =
  /^it(?:'s| is| was| would be| may be) (?:[\w-]+ ){0,4}(?:that|to|about)\b|^th(?:is|at) is (?:the|about the) /i
const lonePronoun = /^\p{L}+ (?:(?:it|them)\b|(?:this|that)(?:[.,]|$| (?:is|was|to|and|for|in|at|we|you|i)\b))/iu

/** What is left of a word begun twice: `w when`, `th the`, `N For`. */
const halfWord =
  /(?<![\p{L}\p{N}.'’&/-])(?:[b-df-np-xz]|(?!hm|tv|vs|mr|dr|pc|nth)[bcdfghjklmnpqrstvwxz]{2,3})(?![\p{L}\p{N}.'’&/-])|^(?!Hm|Mr|Dr|TV|PC)[B-DF-HJ-NP-TV-Z][bcdfghjklmnpqrstvwxz]{0,2} \p{L}/u
const begunTwice = /(?<![\p{L}'])(\p{L}{1,5}) (?=\1\p{L})/iu
/** Short words that may well stand before a longer one: `in into`, `so some`. */
const wholeWords =
  /^(?:a|an|the|in|on|so|to|be|we|he|no|do|for|is|as|it|all|any|some|i|or|at|our|out|you|per|e|o|y|de|la|le|un)$/i
const saidTwice = /(?<![\p{L}'])([\p{L}']+(?: [\p{L}']+){0,3}),? \1(?![\p{L}'])/iu
const rightlyTwice = /^(?:that that|had had|very,? very|no,? no|vous vous|nous nous)$/i
/** Another sentence begins within this one: `and Oh I have to`, `there is It's their`. */
const innerStart = /(?<=\p{Ll} )(?:Oh|Okay|OK|Yeah|Well|So|It's|That's|There's|They|We|You|He|She)(?=[ ,])/u
/** `it's it computes`, `at the patterns of that`, `to discuss a and`. */
const restart =
  /^(?:it|that|this|there)(?:'s| is),? (?:it|we|they|that's|it's)\b|\b(?:the|a|an|of|to) (?:and|or|is|are|at|come|with)\b|\bof that the\b|\b(?:i|we|you|it|they)'(?:ve|re|ll|m) (?:i|we|you|it|they)\b|\bis, yeah\b/i

/** What the writer lists as key words: sense or nonsense is not for a program to tell. */
const listing = /^(?:The meeting was about|(?:First|Then|After that|Finally), the group discussed) /

export const isListing = ({ text }: Said) => listing.test(text)

type Rule = [reason: string, isBroken: (text: string, kind: Said['kind']) => boolean]

/** The first one that is broken is the reason. */
const rules: Rule[] = [
  ['begins without a capital', (text) => !/^["“‘«¿¡(]*(?:[\p{Lu}\p{Lo}\p{N}£$€])/u.test(text)],
  ['no full stop', (text, kind) => kind === 'sentence' && !/[.!?。！？]["”»)]?$/.test(text)],
  ['breaks off', (text) => /[…—,–-]["”.]?$/.test(text) || openEnd.test(text)],
  ['a word that was not understood', (text) => text.includes('…')],
  ['a filler', (text) => fillers.test(text)],
  ['too short', (text, kind) => countWords(text) < (kind === 'item' ? 3 : 4)],
  ['begins with a conjunction', (text) => conjunctions.test(text)],
  ['half of a sentence', (text, kind) => kind === 'sentence' && subordinate.test(text)],
  ['a pronoun without its noun', isWithoutNoun],
  ['half a word', (text) => halfWord.test(text) || isBegunTwice(text)],
  ['said twice', isSaidTwice],
  ['a restart', (text) => innerStart.test(text) || restart.test(text)],
  ['an object without its noun', (text, kind) => kind === 'item' && lonePronoun.test(text)],
]

/** @returns what makes the sentence incomplete, or null if these rules find nothing */
export function whyIncomplete({ text, kind }: Said): string | null {
  return rules.find(([, isBroken]) => isBroken(text, kind))?.[0] ?? null
}

const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

function isWithoutNoun(text: string): boolean {
  if (foreignPronoun.test(text)) return true
  return pronoun.test(text) && !emptyPronoun.test(text) && !emptyPronoun.test(text.replace(/^[^,]{1,45}, /, ''))
}

function isBegunTwice(text: string): boolean {
  const [, begun] = begunTwice.exec(text) ?? []
  return begun !== undefined && !wholeWords.test(begun)
}

function isSaidTwice(text: string): boolean {
  const [match] = saidTwice.exec(text) ?? []
  return match !== undefined && !rightlyTwice.test(match)
}

/** Whether a reader who sees a sentence alone understands it. *Pure.* */
import type { Speech } from './languages/speech.ts'
import type { Sentence } from './sentences.ts'

const LEAST_WORDS = 4
/** Another sentence begins within this one: `and Oh I have to`. */
const innerStart =
  /\p{Ll} (?:And|But|It|Even|Oh|Okay|OK|Yeah|Well|So|It's|That's|There's|They|We|You|He|She|What|If|No)(?=[ ,])/u
/** `is, yeah`, `the and`, `it's it`, `we've we`, `a to`, `we shou we could`. */
const restart =
  /^(?:I|O|E|We|You|The) (?:yeah|in|if|it|it's|you|the|both|for|on|he|she|that's)\b|\b(?:the|a|an) (?:and|or|is|are|at|with|the|a|an|it|i|we|to|of|in|on|for|you|they|that|this|um)\b|\b(?:of|to) (?:and|or|is|are|of|to)\b|\b(?:i|we|you|it|they)'(?:ve|re|ll|m|s) (?:i|we|you|it|they)\b|\bis,? (?:yeah|is|it's|we|i)\b|\b(?:i|we|you|they|he|she) (?:i|we|they|he|she)(?:'|\b)|\b(i|we|you|they) (?!(?:think|thought|know|said|say|guess|feel|felt|hope|wish|mean|see|find|want|do|did|if) )\p{L}{1,6} \1 (?:can|could|should|will|would|have|need|are|were|had)\b|\b(?:was|were|is|are) (?:a )?(?:was|were|are|would|should|could)\b|\bjust it\b|\band (?:and|or|but)\b/iu
/** A question whose mark is missing. */
const asks = /^(?:did|do (?:we|you|they)|does|how (?:many|much)|what can)\b/i
const unfinished = /…|\.\.\.|—\s*["”.]?$|–\s*["”.]?$|^[—–-]|,$/

/** It begins and ends as a sentence, and needs no other one to be understood. */
export function isComplete(
  { text, words, whole }: Pick<Sentence, 'text' | 'words' | 'whole'>,
  speech: Speech,
): boolean {
  if (!whole || words.length < LEAST_WORDS || unfinished.test(text)) return false
  if (speech.code === 'eng' && asks.test(text)) return false
  return isPlain(text, speech) && !speech.dependent.test(text) && speech.verb.test(text)
}

/** It has no restart, no cut word and no open end. */
export function isPlain(text: string, speech: Speech): boolean {
  if (speech.code === 'und') return true
  return !speech.dangling.test(text) && !(speech.code === 'eng' && restart.test(text)) && !innerStart.test(text)
}

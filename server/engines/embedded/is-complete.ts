/** Whether a reader who sees a sentence alone understands it. *Pure.* */
import { isBegunAnew } from './english-restarts.ts'
import type { Speech } from './languages/speech.ts'
import type { Sentence } from './sentences.ts'
import { pointsElsewhere } from './unresolved-reference.ts'

const LEAST_WORDS = 4
/** Another sentence begins within this one: `and Oh I have to`. */
const innerStart =
  /\p{Ll} (?:And|But|It|Even|Oh|Okay|OK|Yeah|Well|So|It's|That's|There's|They|We|You|He|She|What|If|No)(?=[ ,])/u
/** A question whose mark is missing. */
const asks = /^(?:did|do (?:we|you|they)|does|how (?:many|much)|what can)\b/i
const unfinished = /…|\.\.\.|—\s*["”.]?$|–\s*["”.]?$|^[—–-]|,$/

/** It begins and ends as a sentence, and needs no other one to be understood. */
export function isComplete(
  { text, words, whole }: Pick<Sentence, 'text' | 'words' | 'whole'>,
  speech: Speech,
): boolean {
  if (!whole || words.length < LEAST_WORDS || unfinished.test(text)) return false
  if (speech.code === 'eng' && (asks.test(text) || pointsElsewhere(text))) return false
  return isPlain(text, speech) && !speech.dependent.test(text) && speech.verb.test(text)
}

/** It has no restart, no cut word and no open end. */
export function isPlain(text: string, speech: Speech): boolean {
  if (speech.code === 'und') return true
  return !speech.dangling.test(text) && !innerStart.test(text) && !(speech.code === 'eng' && isBegunAnew(text))
}

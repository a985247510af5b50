/** Decides whether a reader understands a sentence without the others. *Pure.* */
import { isRestarted } from './english-restarts.ts'
import type { Speech } from './languages/speech.ts'
import type { Sentence } from './sentences.ts'
import { hasUnresolvedReference } from './unresolved-reference.ts'

const minWords = 4
/** Another sentence begins inside this one: `and Oh I have to`. */
const innerStart =
  /\p{Ll} (?:And|But|It|Even|Oh|Okay|OK|Yeah|Well|So|It's|That's|There's|They|We|You|He|She|What|If|No)(?=[ ,])/u
/** A question without a question mark. */
const asks = /^(?:did|do (?:we|you|they)|does|how (?:many|much)|what can)\b/i
const unfinished = /…|\.\.\.|—\s*["”.]?$|–\s*["”.]?$|^[—–-]|,$/

/** Whether it begins and ends like a sentence, and is clear without other sentences. */
export function isComplete(
  { text, words, whole }: Pick<Sentence, 'text' | 'words' | 'whole'>,
  speech: Speech,
): boolean {
  if (!whole || words.length < minWords || unfinished.test(text)) return false
  if (speech.code === 'eng' && (asks.test(text) || hasUnresolvedReference(text))) return false
  return isPlain(text, speech) && !speech.dependent.test(text) && speech.verb.test(text)
}

/** Whether it has no restart, no broken-off word and no open end. */
export function isPlain(text: string, speech: Speech): boolean {
  if (speech.code === 'und') return true
  return !speech.dangling.test(text) && !innerStart.test(text) && !(speech.code === 'eng' && isRestarted(text))
}

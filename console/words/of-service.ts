/** Sentences of the service as the console says them: in the person's language, and with what to do where the service says little. */
import { words } from './words.ts'

const known: Record<string, string> = words.ofService

/** A number in a sentence is `#` in its key and in its words. @returns the sentence itself where there are no other words */
export function ofService(sentence: string): string {
  const [key, number] = [sentence.replace(/\d+/, '#'), /\d+/.exec(sentence)?.[0]]
  if (Object.hasOwn(known, sentence)) return known[sentence]!
  return number && Object.hasOwn(known, key) ? known[key]!.replace('#', number) : sentence
}

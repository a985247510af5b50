/** Sentences of the service as the console says them: in the person's language, and with what to do where the service says little. */
import { words } from './words.ts'

const known: Record<string, string> = words.ofService

/** @returns the sentence itself where there are no other words for it */
export const ofService = (sentence: string): string => (Object.hasOwn(known, sentence) ? known[sentence]! : sentence)

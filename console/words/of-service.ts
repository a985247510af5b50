/** Sentences of the service as the console says them: in the person's language, and with what to do where the service says little. */
import { isAdministrator } from '../api/person.ts'
import { type Missing, missingOf, setUpAt } from './not-set-up.ts'
import { words } from './words.ts'

const known: Record<string, string> = words.ofService

/** A number in a sentence is `#` in its key and in its words. @returns the sentence itself where there are no other words */
export function ofService(sentence: string): string {
  const missing = missingOf(sentence)
  if (missing) return nextStep(missing)
  const [key, number] = [sentence.replace(/\d+/, '#'), /\d+/.exec(sentence)?.[0]]
  if (Object.hasOwn(known, sentence)) return known[sentence]!
  return number && Object.hasOwn(known, key) ? known[key]!.replace('#', number) : sentence
}

/** What `NextStep` shows, where there can be no link. */
function nextStep(missing: Missing): string {
  const { of, where } = words.notSetUp
  const place = setUpAt[missing]
  if (!isAdministrator()) return of[missing].member
  return place ? `${of[missing].admin} ${where[place.tab]}` : of[missing].admin
}

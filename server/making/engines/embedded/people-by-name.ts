/** Finds the person whom a speaker label names. *Pure.* */
import { foldCase } from '../../../platform/text.ts'
import type { Meeting } from '../shared/engines.ts'
import { wordsOf } from './words.ts'

/** The result is an e-mail of the meeting's people. */
export type PeopleByName = { ofSpeaker(speaker: string): string | null }

export function peopleByName(people: Meeting['people']): PeopleByName {
  const byName = new Map<string, string | null>()
  // A name that two people share is ignored.
  const learn = (name: string, email: string) =>
    byName.set(name, byName.has(name) && byName.get(name) !== email ? null : email)
  for (const { name, email } of people) {
    const names = wordsOf(name).map(foldCase)
    if (names.length === 0) continue
    learn(names.join(' '), email)
    if (names.length > 1) learn(names[0]!, email)
  }
  return {
    ofSpeaker(speaker) {
      const folded = foldCase(speaker.trim())
      return people.find(({ email }) => email === folded)?.email ?? byName.get(wordsOf(folded).join(' ')) ?? null
    },
  }
}

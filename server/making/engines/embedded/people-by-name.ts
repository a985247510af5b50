/** Finds the people that a speaker label or a sentence names. *Pure.* */
import { foldCase } from '../../../platform/text.ts'
import type { Meeting } from '../shared/engines.ts'
import { isCommonWord, wordsOf } from './words.ts'

/** All results are e-mails of the meeting's people. */
export type PeopleByName = { ofSpeaker(speaker: string): string | null; namedIn(text: string): string[] }

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
  const longest = Math.min(4, Math.max(0, ...byName.keys().map((name) => name.split(' ').length)))
  return {
    ofSpeaker(speaker) {
      const folded = foldCase(speaker.trim())
      return people.find(({ email }) => email === folded)?.email ?? byName.get(wordsOf(folded).join(' ')) ?? null
    },
    namedIn(text) {
      const words = wordsOf(text)
      const found = new Set<string>()
      for (const [index, word] of words.entries()) {
        // Names have a capital, if the script has capitals. `Will` and `Mark` may also begin a sentence.
        if (word === word.toLowerCase() && word !== word.toUpperCase()) continue
        if (index === 0 && isCommonWord(word) && !text.startsWith(`${word},`)) continue
        for (let length = longest; length > 0; length--) {
          const email = byName.get(
            words
              .slice(index, index + length)
              .map(foldCase)
              .join(' '),
          )
          if (!email) continue
          found.add(email)
          break
        }
      }
      return [...found]
    },
  }
}

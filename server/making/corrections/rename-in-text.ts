/** Replaces names in a text: only whole words, and all names in one pass, so that two can be swapped. *Pure.* */

import { oneLine } from '../../platform/text.ts'
import { escapeSigns, wholeWords } from '../../platform/whole-words.ts'

/** Further names of others are ignored: a transcript may have tens of thousands. */
const maxOthers = 1_000

/** The result would be longer than allowed. */
export class TooLongError extends Error {}

/** A name that can be distinguished from other words: two characters or more, a letter or digit among them. */
const isDistinctive = (name: string) => /[\p{L}\p{N}]/u.test(name) && [...name.slice(0, 4)].length > 1

/**
 * @param renames  new names by old ones; an old one that cannot be distinguished from other words stays in texts
 * @param others   names of others, which stay, as new names do: if `Bo` is renamed, `Bo Lindqvist` keeps her name
 * @returns a function that renames in a text, and throws a TooLongError above `most` characters
 */
export function renamer(
  renames: Map<string, string>,
  others: Iterable<string>,
): (text: string, most: number) => string {
  const old = [...renames.keys()].filter(isDistinctive)
  if (old.length === 0) return (text) => text
  const names = new Set(old)
  for (const name of [...renames.values(), ...others]) {
    if (names.size >= old.length + maxOthers) break
    if (old.some((each) => name.includes(each))) names.add(name)
  }
  const longestFirst = [...names].sort((one, other) => other.length - one.length)
  const pattern = wholeWords(longestFirst.map(escapeSigns))
  return (text, most) => {
    let length = text.length
    return text.replace(pattern, (name) => {
      const to = renames.get(name)
      if (to === undefined) return name
      const inText = oneLine(to)
      length += inText.length - name.length
      if (length > most) throw new TooLongError(`would be longer than ${most} characters`)
      return inText
    })
  }
}

/** People named in a text by `@` and their whole name. *Pure.* */

/** Half-open ranges of UTF-16 units, with the sign. Of two names that begin alike the longer one counts. */
export function mentionsIn(text: string, names: Iterable<string>): { from: number; to: number }[] {
  if (!text.includes('@')) return []
  const known = [...names].filter((name) => name !== '').sort((one, other) => other.length - one.length)
  return Array.from(text.matchAll(sign), ({ index: from }) => {
    const name = known.find(
      (each) => text.startsWith(each, from + 1) && !goesOn.test(text.slice(from + 1 + each.length)),
    )
    return name === undefined ? null : { from, to: from + 1 + name.length }
  }).filter((found) => found !== null)
}

/** At the beginning of a word, so in no address of mail. */
const sign = /(?<![\p{L}\p{M}\p{N}._-])@/gu
const goesOn = /^[\p{L}\p{M}\p{N}]/u

/** *Pure.* */

/** Those whose names have words that begin with each word of the query, whatever the case and accents. */
export function namesWith<Named extends { full_name: string }>(people: Named[], query: string): Named[] {
  const wanted = wordsIn(query)
  if (wanted.length === 0) return []
  return people.filter(({ full_name }) => {
    const words = wordsIn(full_name)
    return wanted.every((word) => words.some((each) => each.startsWith(word)))
  })
}

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? []

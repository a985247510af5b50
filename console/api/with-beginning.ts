/** What the search field searches for while somebody types. *Pure.* */

/** Code points of a query. */
const maxQuery = 500
/** The scripts whose words are characters have no beginnings. */
const lastWord = /(?<=^|\s)(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\p{L}\p{N}\p{M}]){3,}$/u

/**
 * The last word may not be finished: it is searched for as it is, and as the beginning of others. What has a sign after it, is in
 * a phrase, is excluded, or has fewer than three letters stays as it is.
 */
export function withBeginning(query: string): string {
  const [last] = lastWord.exec(query) ?? []
  const isInPhrase = (query.match(/["“„«”»]/g) ?? []).length % 2 === 1
  const longer = `${query} ${last}*`
  return last === undefined || isInPhrase || [...longer].length > maxQuery ? query : longer
}

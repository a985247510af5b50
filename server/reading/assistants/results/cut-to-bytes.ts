/** Texts cut to so many bytes of JSON, because a letter of some scripts takes three. *Pure.* */

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Without the quotation marks. */
const bytesIn = (text: string) => bytesOf(text) - 2
const ellipsis = '…'

/** @returns the beginning of a longer text, with `…`, in at most so many bytes */
export function cutToBytes(text: string, most: number): string {
  if (bytesIn(text) <= most) return text
  let [kept, left] = ['', most - bytesIn(ellipsis)]
  for (const character of text) {
    left -= bytesIn(character)
    if (left < 0) break
    kept += character
  }
  return kept + ellipsis
}

/** Characters of the text that stand before the first hit. */
const before = 16

/** @returns the part of the snippet that has its first hit */
export function cutAround({ text, hits }: { text: string; hits: number[][] }, most: number): string {
  if (bytesIn(text) <= most) return text
  const from = (hits[0]?.[0] ?? 0) - before
  if (from <= 0) return cutToBytes(text, most)
  const rest = [...text].slice(from).join('')
  const whole = rest.slice(0, before).includes(' ') ? rest.slice(rest.indexOf(' ') + 1) : rest
  return ellipsis + cutToBytes(whole, most - bytesIn(ellipsis))
}

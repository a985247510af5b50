/** Which part of a file a `Range` header asks for (RFC 9110, 14.1 and 14.2). */

const range = /^[ \t]*(\d*)-(\d*)[ \t]*$/

/**
 * The header as the library that serves files understands it: it takes what begins well for well formed, and a last
 * part that is longer than the file for one beyond its end.
 * @param bytes  the length of the file
 * @returns undefined for a header that asks for nothing: it counts as if it were not there
 */
export function readRange(header: string | undefined, bytes: number): string | undefined {
  const [, set] = /^bytes=(.*)$/i.exec(header ?? '') ?? []
  const parts = set?.split(',').filter((part) => part.trim() !== '') ?? []
  const ranges = parts.map((part) => range.exec(part))
  if (ranges.length === 0 || !ranges.every((found) => found && isRange(found[1]!, found[2]!))) return undefined
  const whole = ranges.map((found) => (!found![1] && Number(found![2]) > bytes ? '0-' : found![0].trim()))
  return `bytes=${whole.join(',')}`
}

function isRange(first: string, last: string): boolean {
  if (!first || !last) return first !== last
  return Number(first) <= Number(last)
}

/** What a client takes as an answer, by its `Accept` (RFC 9110, 12.5.1). *Pure.* */

/** The most specific range decides; without the header everything is accepted. */
export function accepts(header: string | undefined, type: string): boolean {
  const ranges = (header ?? '').toLowerCase().split(',').map(readRange)
  const given = ranges.filter(({ range }) => range !== '')
  const wanted = [type, `${type.split('/')[0]}/*`, '*/*', '*']
  const [found] = wanted.flatMap((range) => given.filter((each) => each.range === range))
  return given.length === 0 || (found !== undefined && !found.isRefused)
}

/** Whether the client asks for this type itself, and not for a range that contains it. */
export const asksFor = (header: string | undefined, type: string) =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map(readRange)
    .some(({ range, isRefused }) => range === type && !isRefused)

function readRange(text: string): { range: string; isRefused: boolean } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  return { range, isRefused: parameters.some((each) => /^q\s*=\s*0(\.0*)?$/.test(each)) }
}

/** Encodes and decodes a block's text in native markup, as the service. *Pure.* @see server/meetings/notes/agenda-text.ts */

const blockStart = /^(?:#+(?=\s|$)|[-*+](?=\s|$)|::)/
const looksLikeReference = /&(?=#\d{1,7};)/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: invisible characters are written as references
const invisible = /[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
const edgeSpace = /^\s|\s$/g

const reference = (character: string) => `&#${character.codePointAt(0)};`

/** @param ownLine  the text begins its line, so a beginning that looks like a block is written as a reference */
export function encodeText(text: string, ownLine = false): string {
  const lines = text.split('\n').map((line, index) => encodeLine(line, ownLine || index > 0))
  // A line break needs a line after it.
  if (lines.length > 1 && lines.at(-1) === '') lines.splice(-2, 2, `${lines.at(-2)}&#10;`)
  return lines.join('\n')
}

function encodeLine(line: string, startsLine: boolean): string {
  let encoded = line.replace(looksLikeReference, reference).replace(invisible, reference).replace(edgeSpace, reference)
  if (endsInBackslash(encoded)) encoded = encoded.slice(0, -1) + reference('\\')
  if (startsLine && blockStart.test(encoded)) encoded = reference(encoded[0]!) + encoded.slice(1)
  return encoded
}

/** In brackets: pairs of brackets inside stay, single ones become references. */
export function encodeLabel(encoded: string): string {
  const single = new Set<number>()
  const open: number[] = []
  eachBracket(encoded, (at, bracket) => {
    if (bracket === '[') open.push(at)
    else if (open.pop() === undefined) single.add(at)
  })
  for (const at of open) single.add(at)
  const inside =
    single.size === 0
      ? encoded
      : Array.from(encoded.matchAll(/[\s\S]/g), ({ 0: unit, index }) =>
          single.has(index) ? reference(unit) : unit,
        ).join('')
  return `[${inside}]`
}

/** @returns the index of the bracket that closes the first one, or -1 */
export function endOfLabel(source: string): number {
  let depth = 0
  let end = -1
  eachBracket(source, (at, bracket) => {
    depth += bracket === '[' ? 1 : -1
    if (depth === 0 && end === -1) end = at
  })
  return end
}

/** Skips brackets after a backslash. */
function eachBracket(text: string, visit: (at: number, bracket: string) => void): void {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[' || text[at] === ']') visit(at, text[at]!)
  }
}

/** Decodes character references such as `&#32;`. */
export function decodeText(encoded: string): string {
  return encoded.replace(/&#(\d{1,7});/g, (source, digits) => {
    const point = Number(digits)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : source
  })
}

/** After an unescaped backslash the text continues in the next line. */
export function endsInBackslash(line: string): boolean {
  let start = line.length
  while (line[start - 1] === '\\') start--
  return (line.length - start) % 2 === 1
}

/**
 * The text of a block in native markup. `encodeText` and `decodeText` are inverse for every string that can be stored.
 * *Pure.*
 *
 * Only decimal references count. Named and hexadecimal ones are inline Markdown like any other and stay as they are.
 * @see decision 21 on native markup
 */
import { AgendaError } from './agenda.ts'

/** Matches the start of a line that is no paragraph: a heading, a bullet of any dialect, a directive. */
export const blockStart = /^(?:#+(?=\s|$)|[-*+](?=\s|$)|::)/

const REFERENCE = /&#(\d{1,7});/g
const looksLikeReference = /&(?=#\d{1,7};)/g

/**
 * Invisible characters that editors, terminals and line readers drop, split at or reorder by: control characters, line
 * separators, byte order mark, soft hyphen, zero width space, direction marks. Not the zero width (non-)joiner, because
 * emoji and whole scripts need it.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const INVISIBLE = /[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** Letters and digits with single spaces between them need no encoding. */
const PLAIN = /^\w+(?: \w+)*$/

const edgeSpace = /^\s|\s$/g

/**
 * Encodes a text so that it reads back exactly.
 * @param ownLine  the text starts the line, so a start that looks like markup is encoded
 * @returns the text with references where needed; line breaks stay, see `hardBreaks`
 */
export function encodeText(text: string, { ownLine = false } = {}): string {
  const lines = text.split('\n').map((line, index) => encodeLine(line, ownLine || index > 0))
  // A hard break needs a line after it.
  if (lines.length > 1 && lines.at(-1) === '') lines.splice(-2, 2, `${lines.at(-2)}&#10;`)
  return lines.join('\n')
}

/** Writes the line breaks of an encoded text as Markdown hard breaks, each new line at the indent of its block. */
export function hardBreaks(encoded: string, indent: string): string {
  return encoded.replaceAll('\n', `\\\n${indent}`)
}

/** Puts an encoded text into brackets. Pairs of brackets inside (links, `[x]`) stay, single ones are encoded. */
export function encodeLabel(encoded: string): string {
  const closing: number[] = []
  const open: number[] = []
  for (let at = 0; at < encoded.length; at++) {
    if (encoded[at] === '\\') at++
    else if (encoded[at] === '[') open.push(at)
    else if (encoded[at] === ']' && open.pop() === undefined) closing.push(at)
  }
  let label = '['
  let from = 0
  // All unmatched closing brackets come before the first unmatched open one.
  for (const single of [closing, open]) {
    for (const at of single) {
      label += encoded.slice(from, at) + reference(encoded[at]!)
      from = at + 1
    }
  }
  return `${label}${encoded.slice(from)}]`
}

/**
 * @param source  starts with `[`
 * @returns the index of the bracket that closes the label, or -1
 */
export function endOfLabel(source: string): number {
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') depth++
    else if (source[at] === ']' && --depth === 0) return at
  }
  return -1
}

/**
 * @param encoded  a text as in the markup, hard breaks already read as line breaks
 * @param line     its line number, for the error
 * @throws {AgendaError} a reference names no character, or one that cannot be stored
 */
export function decodeText(encoded: string, line: number): string {
  return trimLines(encoded).replace(REFERENCE, (source, digits) => {
    const code = Number(digits)
    const surrogate = code >= 0xd800 && code <= 0xdfff
    if (code === 0 || code > 0x10ffff || surrogate) {
      throw new AgendaError(
        line,
        `\`${source}\` is no character; for the text itself write \`&#38;${source.slice(1)}\``,
      )
    }
    return String.fromCodePoint(code)
  })
}

/** Whitespace at the edges of a line is layout; whitespace that belongs to the text is written as a reference. */
function trimLines(encoded: string): string {
  return encoded
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
}

/** Whether a line ends in a backslash that is not escaped by another one. */
export function endsInBackslash(line: string): boolean {
  let start = line.length
  while (line[start - 1] === '\\') start--
  return (line.length - start) % 2 === 1
}

function encodeLine(line: string, startsLine: boolean): string {
  if (PLAIN.test(line)) return line
  let encoded = line.replace(looksLikeReference, reference).replace(INVISIBLE, reference).replace(edgeSpace, reference)
  if (endsInBackslash(encoded)) encoded = encoded.slice(0, -1) + reference('\\')
  if (startsLine && blockStart.test(encoded)) encoded = reference(encoded[0]!) + encoded.slice(1)
  return encoded
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`
}

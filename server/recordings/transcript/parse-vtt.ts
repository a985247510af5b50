/** Reads WebVTT: voices, cue names, settings, comments, styles, character references. *Pure.* @see w3.org/TR/webvtt1 */
import type { StoredTranscript } from '../../tables.ts'
import {
  type Block,
  CaptionError,
  type Cue,
  extractSpeakers,
  oneLine,
  type Piece,
  readCues,
  splitBlocks,
} from './captions.ts'

/** @throws {CaptionError} naming the line */
export function parseVtt(text: string): StoredTranscript {
  const [header, ...blocks] = splitBlocks(text, (line) => line === '')
  if (header?.line !== 1 || !/^WEBVTT([ \t]|$)/.test(header.lines[0]!)) {
    throw new CaptionError(1, 'the text must begin with WEBVTT')
  }
  const pieces = readCues(blocks.filter(isCue)).flatMap(readVoices)
  const named = pieces.some(({ speaker }) => speaker !== '') ? pieces : extractSpeakers(pieces)
  return {
    language_code: languageOf(header),
    speech_segments: named
      .map(({ raw, ...piece }) => ({ ...piece, text: plainText(raw) }))
      .map(({ speaker, text, start_time, end_time }) => ({ speaker, text, start_time, end_time }))
      .filter(({ text }) => text !== ''),
  }
}

const isCue = ({ lines }: Block) => !/^(NOTE|STYLE|REGION)([ \t]|$)/.test(lines[0]!) || lines[0]!.includes('-->')

/** The `Language` header is not in the standard, but common. */
function languageOf({ lines }: Block): string {
  return lines.flatMap((line) => /^Language:\s*([A-Za-z0-9-]+)\s*$/.exec(line)?.[1] ?? [])[0] ?? ''
}

/** One piece for each voice of a cue: `<v Ada>Good morning. <v Bo>Hello.` */
function readVoices({ lines, ...span }: Cue): Piece[] {
  const parts = lines.join('\n').split(/(<\/?v(?:[\s.][^<>]*)?>)/)
  const pieces: Piece[] = [{ ...span, speaker: '', raw: parts[0]! }]
  for (let index = 1; index < parts.length; index += 2) {
    const [, annotation = ''] = /^<v(?:\.[^\s>]*)?\s+([^>]*)>$/.exec(parts[index]!) ?? []
    pieces.push({ ...span, speaker: oneLine(decode(annotation)), raw: parts[index + 1]! })
  }
  return pieces.filter(({ raw }) => plainText(raw) !== '').map((piece) => ({ ...piece, raw: piece.raw.trim() }))
}

// A tag ends before the next `<`; otherwise a text full of `<` would be searched to its end for each one.
const plainText = (raw: string) => oneLine(decode(raw.replace(/<[^<>]*>?/g, '')))

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' }

/** Decodes character references; other text stays. NUL cannot be stored, and the standard replaces it too. */
function decode(text: string): string {
  const decoded = text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]+));/g, (whole, decimal, hex, word) => {
    if (word) return named[word] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
  return decoded.replaceAll('\0', '\ufffd')
}

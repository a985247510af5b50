/** The common parts of WebVTT and SRT: blocks of lines, time spans, and speaker names before the text. *Pure.* */
import { maxMeetingSeconds } from '../../engines/transcribe/read-transcription.ts'
import type { StoredTranscript } from '../../tables.ts'

export type Segment = StoredTranscript['speech_segments'][number]

/** A text of a cue, still in the markup of its format. */
export type Piece = { start_time: number; end_time: number; speaker: string; raw: string }

/** A cue: its span in seconds and the lines below it. */
export type Cue = { start_time: number; end_time: number; lines: string[] }

/** A group of lines between blank lines; `line` is the number of the first, counted from 1. */
export type Block = { line: number; lines: string[] }

/** An error in a caption text, with its line. */
export class CaptionError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`)
    this.line = line
  }
}

export const maxSeconds = maxMeetingSeconds

/** @param blank  whether a line separates blocks: WebVTT requires an empty line, SRT files vary */
export function splitBlocks(text: string, blank: (line: string) => boolean): Block[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const blocks: Block[] = []
  let open = false
  for (const [index, line] of lines.entries()) {
    if (!blank(line)) {
      if (open) blocks.at(-1)!.lines.push(line)
      else blocks.push({ line: index + 1, lines: [line] })
    }
    open = !blank(line)
  }
  return blocks
}

const time = '(?:(\\d{1,3}):)?([0-5]\\d):([0-5]\\d)[.,](\\d{3})'
const span = new RegExp(`^\\s*${time}\\s*-->\\s*${time}(?:\\s.*)?$`)

/**
 * Reads cues: an optional name in its own line, a time span, the text.
 * @throws {CaptionError} a time span is missing, ends before it begins, or is out of order
 */
export function readCues(blocks: Block[]): Cue[] {
  const cues: Cue[] = []
  let earliest = 0
  for (const { line, lines } of blocks) {
    const at = lines[0]!.includes('-->') ? 0 : 1
    const cue = readSpan(lines[at] ?? '', line + (lines.length > at ? at : 0))
    if (cue.start_time < earliest) throw new CaptionError(line + at, 'begins before the one above it')
    earliest = cue.start_time
    cues.push({ ...cue, lines: lines.slice(at + 1) })
  }
  return cues
}

function readSpan(text: string, line: number): { start_time: number; end_time: number } {
  const found = span.exec(text)
  if (!found) throw new CaptionError(line, 'a time span such as 00:01:02.500 --> 00:01:05.000 must stand here')
  const [start_time, end_time] = [seconds(found.slice(1, 5)), seconds(found.slice(5, 9))]
  if (end_time < start_time) throw new CaptionError(line, 'ends before it begins')
  if (end_time > maxSeconds) throw new CaptionError(line, 'is later than a week after the start')
  return { start_time, end_time }
}

function seconds([hours = '0', minutes, whole, thousandths]: (string | undefined)[]): number {
  const inSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(whole)
  return (inSeconds * 1_000 + Number(thousandths)) / 1_000
}

/** `01:02:03.400`. */
export function printTime(timeInSeconds: number, decimalMark: '.' | ','): string {
  const milliseconds = Math.round(timeInSeconds * 1_000)
  const rest = String(milliseconds % 1_000).padStart(3, '0')
  return `${printClock(Math.floor(milliseconds / 1_000))}${decimalMark}${rest}`
}

/** `01:02:03`. */
export function printClock(wholeSeconds: number): string {
  const parts = [Math.floor(wholeSeconds / 3_600), Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Joins the lines, because captions break lines by the width of the screen. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

const nameWord = "[\\p{Lu}\\p{Lo}\\p{N}(][\\p{L}\\p{M}\\p{N}.'’_()&-]*"
const name = new RegExp(`^(${nameWord}(?: (?:${nameWord}|\\p{Ll}{1,3})){0,4}):\\s+(?=\\S)`, 'u')

/** Whether the text begins with what looks like a speaker: `Ada Moreau: `, `SPEAKER_00: `. */
export const beginsWithName = (text: string) => name.test(text)

/**
 * Moves speaker names out of the texts, if at least half of the texts begin with a name. With fewer, a colon is probably
 * part of a sentence.
 */
export function extractSpeakers(pieces: Piece[]): Piece[] {
  const named = pieces.filter(({ raw }) => beginsWithName(raw))
  if (named.length * 2 < pieces.length) return pieces
  return pieces.map((piece) => {
    const [prefix, speaker] = name.exec(piece.raw) ?? []
    return prefix ? { ...piece, speaker: speaker!, raw: piece.raw.slice(prefix.length) } : piece
  })
}

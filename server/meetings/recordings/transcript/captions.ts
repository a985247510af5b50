/** The common parts of WebVTT and SRT: lines, cues and times. *Pure.* */
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'

export type Segment = StoredTranscript['speech_segments'][number]

type CueSpan = { start_time: number; end_time: number }

/** A cue: its span in seconds, the number of its line, and the lines below it. */
export type Cue = CueSpan & { line: number; lines: string[] }

/** An error in a caption text, with its line. */
export class CaptionError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`)
    this.line = line
  }
}

/** A week: no meeting is longer, and later times are errors or ignored. */
export const maxSeconds = 604_800
/** Characters of a speaker's name, as in a submission. */
export const maxSpeaker = 255

/** The lines of a text. Programs that convert line ends twice write `\r\r\n`. */
export const linesOf = (text: string) => text.replace(/^\uFEFF/, '').split(/\r\r?\n|\n|\r/)

const isBlank = (line = '') => line.trim() === ''

/**
 * Reads cues in the order of their starts. Each time span begins a cue, with or without a blank line above it. The other
 * lines are names of cues, comments, or text of the cue above.
 * @param comments  how a block begins that has no text
 * @throws {CaptionError} a time span is missing or malformed, or ends before it begins
 */
export function readCues(lines: string[], comments: RegExp): Cue[] {
  const cues: Cue[] = []
  let isComment = false
  let areNamed = false
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1]
    if (isTimeLine(line)) {
      cues.push({ ...readSpan(line, at + 1), line: at + 1, lines: [] })
      isComment = false
    } else if (isBlank(line)) isComment = false
    else if (isTimeLine(lines[at + 1]) && (!above || (isName(line) && (areNamed || cues.length === 0))))
      areNamed ||= isName(line)
    else if (isComment || (isBlank(above) && comments.test(line))) isComment = true
    else if (cues.length > 0) cues.at(-1)!.lines.push(line)
    else throw new CaptionError(at + 1, noSpan)
  }
  return cues.sort((one, other) => one.start_time - other.start_time)
}

/** @throws {CaptionError} nothing was said */
export function requireWords<Piece extends { text: string }>(pieces: Piece[], [first]: Cue[]): Piece[] {
  const spoken = pieces.filter(({ text }) => text !== '')
  if (spoken.length === 0) throw new CaptionError(first?.line ?? 1, 'there are no words from here on')
  return spoken
}

/** Names of cues need no blank line above them if the first cue has one: `12`, `5f1a/12-0`. */
const isName = (line: string) => line.length <= 100 && /\d/.test(line) && /^[\w./-]+$/.test(line.trim())

const noSpan = 'a time span such as 00:01:02.500 --> 00:01:05.000 must stand here'

const time = '(-?)(?:(\\d{1,3}):)?([0-5]?\\d):([0-5]?\\d)(?:[.,](\\d{1,9}))?'
const span = new RegExp(`^\\s*${time}\\s*-->\\s*${time}(?:\\s.*)?$`)

/** A time and an arrow. A malformed one is an error, because its cue would become text of the cue above. */
export const isTimeLine = (line = '') => /^\s*-?\d+:[\d:.,]*\s*[-–—=]*(?:>|→|&gt;)/.test(line)

function readSpan(text: string, line: number): CueSpan {
  const found = span.exec(text)
  if (!found) throw new CaptionError(line, noSpan)
  const [start_time, end_time] = [seconds(found.slice(1, 6)), seconds(found.slice(6, 11))]
  if (end_time < start_time) throw new CaptionError(line, 'ends before it begins')
  if (end_time > maxSeconds) throw new CaptionError(line, 'is later than a week after the start')
  return { start_time, end_time }
}

/** A negative time is before the start of the recording, and counts as the start. */
function seconds([minus, hours = '0', minutes, whole, fraction = '0']: (string | undefined)[]): number {
  if (minus) return 0
  const inSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(whole)
  return (inSeconds * 1_000 + Math.round(Number(`0.${fraction}`) * 1_000)) / 1_000
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

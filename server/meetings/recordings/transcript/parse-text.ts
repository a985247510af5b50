/** Reads a transcript that is a text: WebVTT, SRT or plain lines. *Pure.* */
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { oneLine } from '../../../platform/text.ts'
import { linesOf, maxSeconds, readCues, requireWords, type Segment } from './captions.ts'
import { cutLong } from './cut-long.ts'
import { parseVtt } from './parse-vtt.ts'
import { extractSpeakers } from './speakers.ts'

export const textFormats = ['vtt', 'srt', 'txt'] as const
export type TextFormat = (typeof textFormats)[number]

/**
 * @param format  without it the text says what it is
 * @throws {CaptionError} naming the line
 */
export function parseText(text: string, format: TextFormat | null): StoredTranscript {
  if (format === 'vtt' || /^\uFEFF?(?:\s*[\r\n])?WEBVTT\b/.test(text)) return parseVtt(text)
  if (format === 'srt' || (format === null && hasTimeSpan.test(text))) return parseSrt(text)
  return parseLines(text)
}

const hasTimeSpan = /^[ \t]*-?\d+:[\d:.,]*[ \t]*-->/m

/** Formatting that players support: `<i>`, `<font color="…">`, `{\an8}`. */
export const formatting = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi

/**
 * SRT has no voices: the speaker is in front of the text, `Ada Moreau: Good morning.`
 * @throws {CaptionError} naming the line
 */
export function parseSrt(text: string): StoredTranscript {
  const cues = readCues(linesOf(text.replaceAll('\0', '\ufffd')), /^WEBVTT([ \t]|$)/)
  const pieces = cues.map(({ lines, start_time, end_time }) => ({
    speaker: '',
    text: oneLine(lines.join(' ').replace(formatting, '')),
    start_time,
    end_time,
  }))
  return { language_code: '', speech_segments: extractSpeakers(requireWords(pieces, cues)) }
}

/** Paragraphs have several lines, and only the first begins with the name. */
const namedShare = 0.1

/** The usual speed of speech. */
export const wordsPerSecond = 2.5

/** `time` as `01:30` or `00:01:30`. */
export type SpokenLine = { speaker: string; text: string; time: string | undefined }

/**
 * Lines of plain text: `[00:01:30] Ada: text`, `01:30 Ada: text`, `Ada: text` or text alone.
 * @throws {CaptionError} there are no words
 */
function parseLines(text: string): StoredTranscript {
  const lines = requireWords(linesOf(text.replaceAll('\0', '\ufffd')).map(readLine), [])
  return { language_code: '', speech_segments: toSegments(extractSpeakers(lines, namedShare)) }
}

/** Lines of which it is known who speaks, and perhaps when: missing times are estimated, and long texts cut. */
export const toSegments = (lines: SpokenLine[]): Segment[] => estimateTimes(lines).flatMap(cutSegment)

function readLine(line: string): SpokenLine {
  const [, time, text = ''] = /^(?:\[?((?:\d{1,2}:)?\d{1,3}:\d\d)\]?\s*[-–]?\s*)?(.*)$/su.exec(line.trim())!
  return { speaker: '', text: oneLine(text), time }
}

/**
 * A line without a time begins where the one above ends, by its number of words; it continues the speaker above if it
 * names none. A given time counts if it is not before the one above.
 */
function estimateTimes(lines: SpokenLine[]): Segment[] {
  const segments: Segment[] = []
  for (const { speaker, text, time } of lines) {
    const above = segments.at(-1)
    const start_time = Math.max(above?.start_time ?? 0, time ? secondsOf(time) : (above?.end_time ?? 0))
    if (above) above.end_time = Math.min(above.end_time, start_time)
    const end_time = Math.min(maxSeconds, start_time + Math.max(1, text.split(' ').length / wordsPerSecond))
    segments.push({ speaker: speaker || (above?.speaker ?? ''), text, start_time, end_time })
  }
  return segments
}

/** Its pieces share its time. */
function cutSegment({ speaker, text, start_time, end_time }: Segment): Segment[] {
  const at = (share: number) => start_time + share * (end_time - start_time)
  return cutLong(text).map((piece) => ({
    speaker,
    text: piece.text,
    start_time: at(piece.from),
    end_time: piece.to === 1 ? end_time : at(piece.to),
  }))
}

const secondsOf = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

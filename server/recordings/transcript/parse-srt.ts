/** Reads SRT. It has no voices: a speaker stands in front of what was said, `Ada Moreau: Good morning.` *Pure.* */
import type { StoredTranscript } from '../../tables.ts'
import { oneLine, readCues, splitBlocks, takeNames } from './captions.ts'

/** What players understand as formatting: `<i>`, `<font color="…">`, `{\an8}`. */
export const formatting = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi

/** @throws {CaptionError} naming the line */
export function parseSrt(text: string): StoredTranscript {
  const cues = readCues(splitBlocks(text.replaceAll('\0', '\ufffd'), (line) => line.trim() === ''))
  const pieces = cues
    .map(({ lines, ...span }) => ({ ...span, speaker: '', raw: oneLine(lines.join(' ').replace(formatting, '')) }))
    .filter(({ raw }) => raw !== '')
  const speech_segments = takeNames(pieces).map(({ speaker, raw, start_time, end_time }) => ({
    ...{ speaker, text: raw, start_time, end_time },
  }))
  return { language_code: '', speech_segments }
}

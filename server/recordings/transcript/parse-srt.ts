/** Reads SRT. It has no voices: the speaker is in front of the text, `Ada Moreau: Good morning.` *Pure.* */
import type { StoredTranscript } from '../../tables.ts'
import { extractSpeakers, oneLine, readCues, splitBlocks } from './captions.ts'

/** Formatting that players support: `<i>`, `<font color="…">`, `{\an8}`. */
export const formatting = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi

/** @throws {CaptionError} naming the line */
export function parseSrt(text: string): StoredTranscript {
  const cues = readCues(splitBlocks(text.replaceAll('\0', '\ufffd'), (line) => line.trim() === ''))
  const pieces = cues
    .map(({ lines, ...span }) => ({ ...span, speaker: '', raw: oneLine(lines.join(' ').replace(formatting, '')) }))
    .filter(({ raw }) => raw !== '')
  const speech_segments = extractSpeakers(pieces).map(({ speaker, raw, start_time, end_time }) => ({
    ...{ speaker, text: raw, start_time, end_time },
  }))
  return { language_code: '', speech_segments }
}

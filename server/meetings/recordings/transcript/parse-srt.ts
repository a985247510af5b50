/** Reads SRT. It has no voices: the speaker is in front of the text, `Ada Moreau: Good morning.` *Pure.* */

import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { oneLine } from '../../../platform/text.ts'
import { linesOf, readCues, requireWords } from './captions.ts'
import { extractSpeakers } from './speakers.ts'

/** Formatting that players support: `<i>`, `<font color="…">`, `{\an8}`. */
export const formatting = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi

/** @throws {CaptionError} naming the line */
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

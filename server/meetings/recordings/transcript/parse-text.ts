/** Reads a transcript that is a text: WebVTT, SRT or plain lines. *Pure.* */
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { parseLines } from './parse-lines.ts'
import { parseSrt } from './parse-srt.ts'
import { parseVtt } from './parse-vtt.ts'

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

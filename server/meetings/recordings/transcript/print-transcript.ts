/** Prints a transcript in the formats of decision 29a on media and repeats; segments without words are left out. *Pure.* */

import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { changeInPieces, oneLine } from '../../../platform/text.ts'
import { isTimeLine, printClock, printTime, type Segment } from './captions.ts'
import { beginsWithName } from './speakers.ts'

const printers = { vtt: printVtt, srt: printSrt, md: printMarkdown, txt: printTextFile }
export type Format = keyof typeof printers

/** @param transcript  as stored JSON */
export function printStored(format: Format, transcript: string, title: string): string {
  return printers[format](JSON.parse(transcript), title)
}

export function printVtt({ language_code, speech_segments }: StoredTranscript): string {
  const header = language_code ? `WEBVTT\nLanguage: ${oneLine(language_code)}\n` : 'WEBVTT\n'
  const cues = spoken(speech_segments).map((segment) => `\n${spanOf(segment, '.')}\n${vttVoice(segment)}\n`)
  return header + cues.join('')
}

function vttVoice({ speaker, text }: Segment): string {
  const escaped = escapeVtt(text)
  if (speaker) return `<v ${escapeVtt(speaker)}>${escaped}`
  // Without voices, readers take a name in front of the text for a speaker, and two times for those of a cue.
  return beginsWithName(text) || isTimeLine(escaped)
    ? escaped.replace(/[:：]/, (colon) => `&#${colon.charCodeAt(0)};`)
    : escaped
}

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeVtt = (text: string) => replaceSigns(text, /[&<>]/g, (sign) => references[sign]!)

/** With a function, because V8 keeps the matches of a fixed replacement. */
const replaceSigns = (text: string, signs: RegExp, replacement: (sign: string) => string) =>
  changeInPieces(text, (piece) => piece.replace(signs, replacement))

export function printSrt({ speech_segments }: StoredTranscript): string {
  return spoken(speech_segments)
    .map((segment, index) => `${index + 1}\n${spanOf(segment, ',')}\n${saidBy(segment)}\n`)
    .join('\n')
}

/** One line per segment: `[00:01:02] Ada Moreau: Good morning.` Events have the same text (decision 40 on recipients). */
export function printText({ speech_segments }: StoredTranscript): string {
  return spoken(speech_segments)
    .map((segment) => `[${printClock(Math.floor(segment.start_time))}] ${saidBy(segment)}`)
    .join('\n')
}

/** The same as a file, with a line break at the end. */
export function printTextFile(transcript: StoredTranscript): string {
  return `${printText(transcript)}\n`
}

/** @param title  of the recording */
export function printMarkdown({ speech_segments }: StoredTranscript, title: string): string {
  const paragraphs = spoken(speech_segments).map(({ speaker, text, start_time }) => {
    const who = speaker ? `**${escapeMarkdown(speaker)}** ` : ''
    return `${who}[${printClock(Math.floor(start_time))}] ${escapeMarkdown(text)}`
  })
  return `${[`# ${escapeMarkdown(oneLine(title))}`, ...paragraphs].join('\n\n')}\n`
}

/** Escapes the characters that Markdown or HTML would read as markup. */
const escapeMarkdown = (text: string) => replaceSigns(text, /[\\`*_[\]<>#&|~]/g, (sign) => `\\${sign}`)

function spoken(segments: Segment[]): Segment[] {
  return segments
    .map((segment) => ({ ...segment, speaker: oneLine(segment.speaker), text: oneLine(segment.text) }))
    .filter(({ text }) => text !== '')
}

const saidBy = ({ speaker, text }: Segment) => (speaker ? `${speaker}: ${text}` : text)

function spanOf({ start_time, end_time }: Segment, decimalMark: '.' | ','): string {
  return `${printTime(start_time, decimalMark)} --> ${printTime(end_time, decimalMark)}`
}

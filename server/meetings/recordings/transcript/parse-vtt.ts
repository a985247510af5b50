/** Reads WebVTT: voices, cue names, settings, comments, styles, character references. *Pure.* @see w3.org/TR/webvtt1 */
import { decodeHTMLStrict } from 'entities/decode'
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { cutShort, oneLine, toStorable } from '../../../platform/text.ts'
import { CaptionError, type Cue, linesOf, maxSpeaker, readCues, requireWords, type Segment } from './captions.ts'
import { extractSpeakers } from './speakers.ts'

/** @throws {CaptionError} naming the line */
export function parseVtt(text: string): StoredTranscript {
  const lines = linesOf(text.replaceAll('\0', '\ufffd'))
  const first = lines.findIndex((line) => line.trim() !== '')
  if (!/^WEBVTT([ \t]|$)/.test(lines[first] ?? '')) throw new CaptionError(1, 'the text must begin with WEBVTT')
  // Programs that join files leave the header of each.
  const cues = readCues(lines, /^(WEBVTT|NOTE|STYLE|REGION)([ \t]|$)/)
  const metadata = readMetadata(cues)
  if (metadata) return { ...metadata, speech_segments: requireWords(metadata.speech_segments, cues) }
  const pieces = cues.flatMap(readVoices).filter(({ text }) => text !== '')
  const named = pieces.some(({ speaker }) => speaker !== '') ? pieces : extractSpeakers(pieces)
  return { language_code: languageOf(lines), speech_segments: requireWords(named.map(decode), cues) }
}

/** The `Language` header is not in the standard, but common. */
function languageOf(lines: string[]): string {
  const end = lines.findIndex((line) => line === '' || line.includes('-->'))
  const header = end === -1 ? lines : lines.slice(0, end)
  return header.flatMap((line) => /^Language:\s*([A-Za-z0-9-]+)\s*$/.exec(line)?.[1] ?? [])[0] ?? ''
}

/** One segment for each voice of a cue: `<v Ada>Good morning. <v Bo>Hello.` */
function readVoices({ lines, start_time, end_time }: Cue): Segment[] {
  const parts = lines.join('\n').split(/(<\/?v(?:[\s.][^<>]*)?>)/)
  const said = (text: string, voice = '') => {
    const [, speaker = ''] = /^<v(?:\.[^\s>]*)?\s([^>]*)>$/.exec(voice) ?? []
    return { speaker, text: withoutTags(text), start_time, end_time }
  }
  return parts.flatMap((text, at) => (at % 2 === 0 ? said(text, parts[at - 1]) : []))
}

/** Readings in small print (`<rt>`) repeat a word, so they go with their tag; a `<` that begins no tag stays. */
const tags = /<rt(?:[\s.][^<>]*)?>[^<]*|<\/?[a-z][^<>]*>|<[\d:.]+>/gi
const withoutTags = (text: string) => oneLine(text.replace(tags, ''))

/** Called after the speakers are found, because a printed text may begin with an encoded colon. */
const decode = ({ speaker, text, ...span }: Segment): Segment => ({
  speaker: cutShort(oneLine(decodeHTMLStrict(speaker)), maxSpeaker),
  text: oneLine(decodeHTMLStrict(text)),
  ...span,
})

type Fields = { speakerName?: unknown; spokenText?: unknown; spokenLanguage?: unknown }

const textOf = (value: unknown) => (typeof value === 'string' ? oneLine(toStorable(value)) : '')

/**
 * The other WebVTT of Microsoft Teams: each cue is a JSON object with speaker, words and language.
 * @returns null if a cue has another form
 * @see https://learn.microsoft.com/graph/api/calltranscript-get (metadataContent)
 */
function readMetadata(cues: Cue[]): StoredTranscript | null {
  const all = cues.map(readFields)
  if (all.length === 0 || !all.every((each) => each !== null)) return null
  return {
    language_code: all.map(({ spokenLanguage }) => textOf(spokenLanguage)).find(Boolean) ?? '',
    speech_segments: all.map(({ speakerName, spokenText }, at) => {
      const { start_time, end_time } = cues[at]!
      return { speaker: cutShort(textOf(speakerName), maxSpeaker), text: textOf(spokenText), start_time, end_time }
    }),
  }
}

function readFields({ lines }: Cue): Fields | null {
  if (!lines[0]?.startsWith('{')) return null
  try {
    const fields = JSON.parse(lines.join('\n'))
    return 'spokenText' in fields ? fields : null
  } catch {
    return null
  }
}

/**
 * Reads the other WebVTT of Microsoft Teams: each cue is a JSON object with speaker, words and language. *Pure.*
 * @see https://learn.microsoft.com/graph/api/calltranscript-get (metadataContent)
 */

import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { cutShort, oneLine, toStorable } from '../../../platform/text.ts'
import { type Cue, maxSpeaker } from './captions.ts'

type Fields = { speakerName?: unknown; spokenText?: unknown; spokenLanguage?: unknown }

const textOf = (value: unknown) => (typeof value === 'string' ? oneLine(toStorable(value)) : '')

/** @returns null if a cue has another form */
export function readMetadata(cues: Cue[]): StoredTranscript | null {
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

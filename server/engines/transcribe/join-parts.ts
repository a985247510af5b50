/** What was heard in each part of a recording, as one transcript. *Pure.* */
import { foldCase, toStorable } from '../../platform/text.ts'
import type { Transcription, TranscriptionHints } from '../engines.ts'
import { languageTag } from '../language-tag.ts'
import type { Heard } from './read-transcription.ts'

/** `startSeconds` is where the part begins. */
export type HeardPart = Heard & { startSeconds: number }

/** @param lengthSeconds  of the whole recording, if known */
export function joinParts(parts: HeardPart[], hints: TranscriptionHints, lengthSeconds: number | null): Transcription {
  const segments = parts.flatMap((part, index) =>
    part.segments.map(({ speaker, text, start, end }) => ({
      speaker: nameOf(speaker, hints.speakers, parts.length > 1 ? index + 1 : null),
      text: toStorable(text),
      start_time: milliseconds(part.startSeconds + start),
      end_time: milliseconds(part.startSeconds + end),
    })),
  )
  const language = parts.find((part) => typeof part.language === 'string')?.language
  const last = parts.at(-1)
  const heardSeconds = last && last.durationSeconds !== null ? last.startSeconds + last.durationSeconds : null
  return {
    transcript: {
      language_code: languageTag(language, hints.languageCode),
      speech_segments: segments.sort((one, other) => one.start_time - other.start_time),
    },
    durationSeconds: lengthSeconds ?? heardSeconds,
  }
}

/**
 * `SPEAKER_00` and `A` are labels that begin anew in every part: the same one is somebody else there.
 * @param part  counted from 1; null where there is only one
 */
function nameOf(label: string | null, known: string[], part: number | null): string {
  if (label === null) return ''
  const name = known.find((each) => foldCase(each) === foldCase(label))
  if (name !== undefined) return name
  const [, number] = /^SPEAKER[_ ](\d+)$/i.exec(label) ?? []
  const plain = number
    ? `Speaker ${Number(number) + 1}`
    : /^[A-Z]{1,2}$/.test(label)
      ? `Speaker ${label}`
      : toStorable(label)
  return part === null ? plain : `${plain} (part ${part})`
}

const milliseconds = (seconds: number) => Math.round(seconds * 1_000) / 1_000

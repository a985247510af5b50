/** Joins the transcribed parts of a recording into one transcript. *Pure.* */
import { foldCase, toStorable } from '../../platform/text.ts'
import type { Transcription, TranscriptionHints } from '../engines.ts'
import { languageTag } from '../language-tag.ts'
import type { Transcribed } from './read-transcription.ts'

/** `startSeconds` is where the part begins. */
export type TranscribedPart = Transcribed & { startSeconds: number }

/** @param lengthSeconds  of the whole recording, if known */
export function joinParts(
  parts: TranscribedPart[],
  hints: TranscriptionHints,
  lengthSeconds: number | null,
): Transcription {
  const segments = parts.flatMap((part, index) =>
    part.segments.map(({ speaker, text, start, end }) => ({
      speaker: speakerName(speaker, hints.speakers, parts.length > 1 ? index + 1 : null),
      text: toStorable(text),
      start_time: milliseconds(part.startSeconds + start),
      end_time: milliseconds(part.startSeconds + end),
    })),
  )
  const language = parts.find((part) => typeof part.language === 'string')?.language
  const last = parts.at(-1)
  const transcribedSeconds = last && last.durationSeconds !== null ? last.startSeconds + last.durationSeconds : null
  return {
    transcript: {
      language_code: languageTag(language, hints.languageCode),
      speech_segments: segments.sort((one, other) => one.start_time - other.start_time),
    },
    durationSeconds: lengthSeconds ?? transcribedSeconds,
  }
}

/**
 * Labels such as `SPEAKER_00` and `A` start again in every part, so the same label may be another person there.
 * @param part  counted from 1; null if there is only one
 */
function speakerName(label: string | null, known: string[], part: number | null): string {
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

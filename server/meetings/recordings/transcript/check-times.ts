/** Checks of a transcript beyond the types of its fields. *Pure.* */
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'

/** An error and its segment, counted from 0. */
type SegmentError = { segment: number; field: 'start_time' | 'end_time'; message: string }

const maxErrors = 20

/** Segments must be in the order of their starts, and none may end before it starts. */
export function checkTimes(segments: Pick<StoredTranscript['speech_segments'][number], 'start_time' | 'end_time'>[]) {
  const errors: SegmentError[] = []
  for (const [segment, { start_time, end_time }] of segments.entries()) {
    const before = segments[segment - 1]?.start_time ?? 0
    if (start_time < before) errors.push({ segment, field: 'start_time', message: 'must not be before the one above' })
    if (end_time < start_time) errors.push({ segment, field: 'end_time', message: 'must not be before start_time' })
  }
  return errors.slice(0, maxErrors)
}

/** The end of the last segment in seconds; null if there are none. */
export function durationOf({ speech_segments }: StoredTranscript): number | null {
  if (speech_segments.length === 0) return null
  return speech_segments.reduce((latest, { end_time }) => Math.max(latest, end_time), 0)
}

/** A detected language wins over the uploader's tag (decision 29 on the note of an upload); `und` if both are unknown. */
export function withLanguage(transcript: StoredTranscript, givenLanguage: string | null): StoredTranscript {
  return { ...transcript, language_code: transcript.language_code || (givenLanguage ?? 'und') }
}

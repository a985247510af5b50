/** What makes a transcript sound, beyond the types of its fields. *Pure.* */
import type { StoredTranscript } from '../../tables.ts'

/** A fault and the segment it is in, counted from 0. */
export type SegmentError = { segment: number; field: 'start_time' | 'end_time'; message: string }

const mostErrors = 20

/** Segments stand in the order of their starts, and none ends before it starts. */
export function checkTimes(segments: Pick<StoredTranscript['speech_segments'][number], 'start_time' | 'end_time'>[]) {
  const faults: SegmentError[] = []
  for (const [segment, { start_time, end_time }] of segments.entries()) {
    const before = segments[segment - 1]?.start_time ?? 0
    if (start_time < before) faults.push({ segment, field: 'start_time', message: 'must not be before the one above' })
    if (end_time < start_time) faults.push({ segment, field: 'end_time', message: 'must not be before start_time' })
  }
  return faults.slice(0, mostErrors)
}

/** When the last word was said, in seconds; null where nothing was said. */
export function durationOf({ speech_segments }: StoredTranscript): number | null {
  if (speech_segments.length === 0) return null
  return speech_segments.reduce((latest, { end_time }) => Math.max(latest, end_time), 0)
}

/** A language that was detected wins over one that was said aside (decision 29); where nobody knows it is `und`. */
export function withLanguage(transcript: StoredTranscript, aside: string | null): StoredTranscript {
  return { ...transcript, language_code: transcript.language_code || (aside ?? 'und') }
}

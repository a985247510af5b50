/** Chooses where in a recording a speaker's voice is read. *Pure.* */

import type { StoredTranscript } from '../../platform/postgres/column-types.ts'
import type { SpokenSpan } from '../engines/shared/engines.ts'

type TimedSegment = Omit<StoredTranscript['speech_segments'][number], 'text'>

/** More sound hardly changes the vector; the first are taken, so that little must be decoded. */
const enoughSeconds = 60
const leastSeconds = 5
/** A shorter piece is often cut wrongly. */
const pieceSeconds = 1

/**
 * @param segments  of one speaker
 * @returns null if they say too little
 */
export function chooseSpans(segments: TimedSegment[]): SpokenSpan[] | null {
  const spans: SpokenSpan[] = []
  let seconds = 0
  for (const { speaker, start_time: start, end_time } of segments) {
    const end = Math.min(end_time, start + enoughSeconds - seconds)
    if (end - start < pieceSeconds) continue
    spans.push({ speaker, start, end })
    seconds += end - start
    if (seconds >= enoughSeconds) break
  }
  return seconds < leastSeconds ? null : spans
}

/** What was said, as services list it, becomes segments of a transcript. *Pure.* */
import { cutShort, toStorable } from '../../../platform/text.ts'
import type { TranscriptInput } from '../../uploads/submit-schemas.ts'
import { textOf } from './read-values.ts'

/** Times in milliseconds; NaN if the service gives none. */
export type Spoken = { speaker: unknown; text: unknown; from: number; to: number }

/** In the order of time, without what has no time. @param origin  time zero; NaN means the first start */
export function toSegments(all: Spoken[], origin: number): NonNullable<TranscriptInput['speech_segments']> {
  const spoken = all.filter(({ from }) => Number.isFinite(from)).sort((one, other) => one.from - other.from)
  const zero = Number.isNaN(origin) ? (spoken[0]?.from ?? 0) : origin
  const secondsAt = (moment: number) => Math.max(0, moment - zero) / 1_000
  return spoken.map(({ speaker, text, from, to }) => ({
    speaker: cutShort(toStorable(textOf(speaker) ?? ''), 255),
    text: toStorable(textOf(text) ?? ''),
    start_time: secondsAt(from),
    end_time: secondsAt(to >= from ? to : from),
  }))
}

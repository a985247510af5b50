/** When the next meeting of a series is, on the clocks of a time zone. *Pure.* */

export type Span = { starts_at: Date; ends_at: Date }

/** Of a meeting without one before it, or of one that is the same day. */
const usualDays = 7

/** Longer ago is no rhythm. */
const mostDays = 366

/**
 * After as many days as lie between the meeting and the one before it, at the same hour, though clocks change between them.
 * @param before  when the one before it began
 * @param zone  in which days and hours are counted
 * @param now  the next one is not in the past: of a meeting of long ago it is the first in its rhythm that is not over
 */
export function nextSpan({ starts_at, ends_at }: Span, before: Date | null, zone: string, now: Date): Span {
  const start = inZone(starts_at, zone)
  const days = before ? inZone(before, zone).toPlainDate().until(start.toPlainDate()).days : usualDays
  const rhythm = days >= 1 && days <= mostDays ? days : usualDays
  const passed = Math.floor(start.until(inZone(now, zone), { largestUnit: 'days' }).days / rhythm)
  let next = start.add({ days: rhythm * Math.max(1, passed) })
  if (next.epochMilliseconds <= now.getTime()) next = next.add({ days: rhythm })
  return spanFrom(next.epochMilliseconds, ends_at.getTime() - starts_at.getTime())
}

export const spanFrom = (start: number, milliseconds: number): Span => ({
  starts_at: new Date(start),
  ends_at: new Date(start + milliseconds),
})

const inZone = (moment: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)

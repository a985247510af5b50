/** When a series has its meetings, before changes of single occurrences. *Pure.* @see RFC 5545, 3.8.5 */
import { dayMs } from './days.ts'
import { UnsupportedEvent } from './errors.ts'
import type { Length, Reading } from './property.ts'
import type { EventText } from './read-event.ts'
import { type Effort, timesOf } from './recurrence.ts'
import type { Rule } from './rule.ts'

/** Moments in milliseconds since 1970, both included. */
export type Window = { from: number; to: number }

/** The start of a meeting, and its length if that differs from the series. */
export type Occurrence = { reading: Reading; length: Length | null }

/** Maximum number of meetings of one series in the window, and of excluded dates. */
export const maxMeetings = 1_000

/** The offset of a zone is less than a day. */
const zoneMs = dayMs

/**
 * The occurrences from DTSTART, RRULE and RDATE without those in EXDATE, by the moment of the original start.
 * @throws {UnsupportedEvent} they cannot be computed, or are more than `most`
 */
export function occurrencesOf(
  series: EventText,
  window: Window,
  most: number,
  effort: Effort,
): Map<number, Occurrence> {
  const { start, rules, dates } = series
  const found = new Map<number, Occurrence>()
  const add = (reading: Reading, length: Length | null) => {
    const moment = reading.zone(reading.wall)
    if (moment < window.from || moment > window.to) return
    found.set(moment, { reading, length })
    if (found.size > most) throw new UnsupportedEvent(`it has more than ${maxMeetings} meetings in the window`)
  }
  const range = { from: window.from - zoneMs, to: window.to + zoneMs }
  if (start.wall >= range.from && start.wall <= range.to) add(start, null)
  for (const rule of rules) {
    for (const wall of timesOf(ruleFor(rule, start), start.wall, range, effort)) {
      if (isOver(rule, start, wall)) break
      add({ ...start, wall }, null)
    }
  }
  for (const { reading, length } of dates) {
    const placed = alignTo(start, reading)
    if (placed.wall >= range.from && placed.wall <= range.to) add(placed, length)
  }
  return found
}

/** Converts to the kind of the series: a day gets the start's time of day, and a time in a series of days becomes its day. */
export function alignTo(start: Reading, reading: Reading): Reading {
  if (reading.isDay === start.isDay) return reading
  const day = Math.floor(reading.wall / dayMs) * dayMs
  return start.isDay
    ? { ...start, wall: day }
    : { ...start, wall: day + start.wall - Math.floor(start.wall / dayMs) * dayMs }
}

/** A series of days repeats by days, without times of day. */
function ruleFor(rule: Rule, start: Reading): Rule {
  if (!start.isDay) return rule
  if (['SECONDLY', 'MINUTELY', 'HOURLY'].includes(rule.freq)) {
    throw new UnsupportedEvent('it repeats within a day and has no time of day')
  }
  return { ...rule, hours: null, minutes: null, seconds: null }
}

function isOver({ until }: Rule, start: Reading, wall: number): boolean {
  if (!until) return false
  if (until.isDay) return wall >= until.wall + dayMs
  return (until.isUtc && !start.isDay ? start.zone(wall) : wall) > until.wall
}

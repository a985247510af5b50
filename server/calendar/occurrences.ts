/** When a series has its meetings, before what is said of single ones. *Pure.* @see RFC 5545, 3.8.5 */
import { dayMs } from './days.ts'
import { UnsupportedEvent } from './errors.ts'
import type { Length, Reading } from './property.ts'
import type { EventText } from './read-event.ts'
import { type Effort, timesOf } from './recurrence.ts'
import type { Rule } from './rule.ts'

/** Moments in milliseconds since 1970, both included. */
export type Window = { from: number; to: number }

/** A meeting's reading, and its length where that is its own. */
export type Occurrence = { reading: Reading; length: Length | null }

/** Meetings of one series in the window, and dates that it may take out of them. */
export const mostMeetings = 1_000

/** Zones are less than a day from UTC. */
const zoneMs = dayMs

/**
 * What DTSTART, RRULE and RDATE give, by the moment of the original start, without what EXDATE takes out.
 * @throws {UnsupportedEvent} it cannot be worked out, or is more than `most`
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
    if (found.size > most) throw new UnsupportedEvent(`it has more than ${mostMeetings} meetings in the window`)
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
    const placed = placeLike(start, reading)
    if (placed.wall >= range.from && placed.wall <= range.to) add(placed, length)
  }
  return found
}

/** A day in a series with times of day is that day's meeting; a time in a series of days is its day. */
export function placeLike(start: Reading, reading: Reading): Reading {
  if (reading.isDay === start.isDay) return reading
  const day = Math.floor(reading.wall / dayMs) * dayMs
  return start.isDay
    ? { ...start, wall: day }
    : { ...start, wall: day + start.wall - Math.floor(start.wall / dayMs) * dayMs }
}

/** Days repeat as days. */
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

/** Time zones that the calendar itself describes, for the years around the window. *Pure.* @see RFC 5545, 3.6.5 */
import type { Component } from './components.ts'
import { dayMs } from './days.ts'
import { CalendarError, UnsupportedEvent } from './errors.ts'
import { propertiesOf, type Reading, readingsOf, textOf } from './property.ts'
import { type Effort, timesOf } from './recurrence.ts'
import { readRule } from './rule.ts'
import { utc, type Zone } from './zones.ts'

/** At the local time `wall` the offset changes from `before` to `after`, in milliseconds east of UTC. */
type OffsetChange = { wall: number; before: number; after: number }

/** The whole history of a real zone has a few hundred. */
const maxChanges = 1_000

/** Local times in a description have no zone. */
const plain = { find: () => utc, floating: utc }

/** @returns by TZID; a description is computed, and may throw, only when it is used */
export function describedZones(
  calendar: Component,
  range: { from: number; to: number },
  effort: Effort,
): Map<string, () => Zone> {
  const zones = calendar.parts.filter(({ name }) => name === 'VTIMEZONE')
  return new Map(zones.map((zone) => [textOf(zone, 'TZID'), () => zoneOf(zone, range, effort)]))
}

function zoneOf(component: Component, range: { from: number; to: number }, effort: Effort): Zone {
  const observances = component.parts.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
  const changes = observances.flatMap((each) => changesOf(each, range, effort))
  if (changes.length === 0) throw new CalendarError(component.line, 'this VTIMEZONE has no STANDARD and no DAYLIGHT')
  if (changes.length > maxChanges) throw new UnsupportedEvent(`its time zone has more than ${maxChanges} changes`)
  changes.sort((one, other) => one.wall - other.wall)
  return (wall) => {
    const last = changes.findLast((change) => change.wall <= wall)
    if (!last) return wall - changes[0]!.before
    // A local time that the clock skips has the offset from before the change.
    const passedOver = wall < last.wall + last.after - last.before
    return wall - (passedOver ? last.before : last.after)
  }
}

function changesOf(observance: Component, range: { from: number; to: number }, effort: Effort): OffsetChange[] {
  const [before, after] = [offsetOf(observance, 'TZOFFSETFROM'), offsetOf(observance, 'TZOFFSETTO')]
  const start = propertiesOf(observance, 'DTSTART').flatMap((property) => readingsOf(property, plain))[0]
  if (!start) throw new CalendarError(observance.line, `this ${observance.name} has no DTSTART`)
  const dates = propertiesOf(observance, 'RDATE').flatMap((property) => readingsOf(property, plain))
  const walls = [start, ...dates].map(({ wall }) => wall)
  for (const property of propertiesOf(observance, 'RRULE')) {
    const rule = readRule(property)
    const end = rule.until ? endOf(rule.until, before) : Number.POSITIVE_INFINITY
    // The last change before the window may be years old where the rule has ended.
    const wanted = { from: Math.min(range.from, end) - 800 * dayMs, to: Math.min(range.to, end) }
    walls.push(...timesOf(rule, start.wall, wanted, effort))
  }
  return walls.map((wall) => ({ wall, before, after }))
}

const endOf = (until: Pick<Reading, 'wall' | 'isUtc' | 'isDay'>, offset: number) =>
  until.wall + (until.isUtc ? offset : 0) + (until.isDay ? dayMs - 1 : 0)

function offsetOf(observance: Component, name: string): number {
  const property = propertiesOf(observance, name)[0]
  const [, sign, hours, minutes, seconds = '0'] =
    /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(String(property?.values[0])) ?? []
  if (!sign)
    throw new CalendarError(property?.line ?? observance.line, `${name} of this ${observance.name} is no offset`)
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -size : size
}

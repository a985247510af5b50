/** Parses single properties: the content line, its times and durations. *Pure.* */
import ICAL from 'ical.js'
import type { Component, ContentLine } from './components.ts'
import { CalendarError, UnsupportedEvent } from './errors.ts'
import { longestParameters, mendLine } from './mend-line.ts'
import { utc, type Zone, type Zones } from './zones.ts'

export type Property = { name: string; params: Record<string, string>; values: unknown[]; line: number }

/** A local time, in milliseconds as if it were UTC, and the zone that converts it to a moment. */
export type Reading = { wall: number; zone: Zone; isDay: boolean; isUtc: boolean }

/** Calendar days, and then elapsed milliseconds. */
export type Length = { days: number; ms: number }

// The same way as the library, which does not end a name at a colon.
const beforeValue = /^[^;:]*(?:;[^=]*=(?:"[^"]*")?[^;:]*)*/

const rules = ['RRULE', 'EXRULE']

/** @throws {CalendarError} the line cannot be parsed, or its parameters are too long */
export function readProperty(content: ContentLine): Property {
  const { name, line } = content
  const text = mendLine(content)
  if (text.length > longestParameters && beforeValue.exec(text)![0].length > longestParameters) {
    throw new CalendarError(line, `${name} has more than ${longestParameters} characters of parameters`)
  }
  try {
    const [, params, , ...values] = ICAL.parse.property(text, ICAL.design.icalendar)
    // Any property may have VALUE=RECUR, but its value is an object, which cannot become a text.
    if (!rules.includes(name) && values.flat().some((value: unknown) => typeof value === 'object'))
      throw new TypeError(name)
    return { name, params, values, line }
  } catch {
    throw new CalendarError(line, `${name} cannot be read`)
  }
}

/** The properties with that name. Some programs write properties without a value; these are ignored. */
export function propertiesOf({ lines }: Component, name: string): Property[] {
  return lines.filter((line) => line.name === name && !withoutValue.test(line.text)).map(readProperty)
}

const withoutValue = /^[^:"]*(?:"[^"]*"[^:"]*)*:\s*$/

export function textOf(component: Component, name: string): string {
  const value = propertiesOf(component, name)[0]?.values[0]
  return value === undefined ? '' : String(value).trim()
}

/** The first property with that name, if there is one. */
export function readingOf(component: Component, name: string, zones: Zones): Reading | null {
  const property = propertiesOf(component, name)[0]
  return property ? (readingsOf(property, zones)[0] ?? null) : null
}

/**
 * @throws {CalendarError} it is not a time, or a time that does not exist
 * @throws {UnsupportedEvent} its time zone is unknown
 */
export function readingsOf({ name, params, values, line }: Property, zones: Zones): Reading[] {
  return values
    .flat()
    .filter((value) => value !== '')
    .map((value) => {
      const read = readWall(String(value))
      if (!read) throw new CalendarError(line, `${name} is no date or time that exists`)
      if (read.isDay || read.isUtc) return { ...read, zone: utc }
      if (params.tzid === undefined) return { ...read, zone: zones.floating }
      const zone = zones.find(params.tzid)
      if (!zone) throw new UnsupportedEvent(`the time zone ${params.tzid} of ${name} at line ${line} is not known`)
      return { ...read, zone }
    })
}

/** The moment of a reading, in milliseconds since 1970. */
export const momentOf = ({ wall, zone }: Reading) => zone(wall)

// The library's format; a time without hours is a day without VALUE=DATE.
const form = /^(\d{4}-\d\d-\d\d)(?:T(?:::|(\d\d):(\d\d):(\d\d)(Z)?))?$/

/** @returns null if the text is not a day or time, or one that does not exist */
export function readWall(text: string): { wall: number; isDay: boolean; isUtc: boolean } | null {
  const [, day, hour, minute, second, z] = form.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (!day || Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return null
  if (hour === undefined) return { wall: midnight, isDay: true, isUtc: false }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  // Our times have no leap seconds; the second before is used.
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Math.min(Number(second), 59)
  return { wall: midnight + seconds * 1_000, isDay: false, isUtc: z === 'Z' }
}

/** @throws {CalendarError} it is not a duration, or a negative one */
export function readLength({ name, values, line }: Property): Length {
  const text = String(values[0]).toUpperCase()
  const found = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text)
  if (!found || text.length > 40) throw new CalendarError(line, `${name} is no length of time`)
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 }
}

/** Time zones by name: the machine's own, those that a calendar describes, and Windows' names. *Pure.* */
import windows from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }

/** Gives the moment, in milliseconds since 1970, at which the clocks of a zone show a time. */
export type Zone = (wall: number) => number

/** The zones of a calendar. A reading without a zone hangs on `floating`. */
export type Zones = { find(name: string): Zone | null; floating: Zone }

export const utc: Zone = (wall) => wall

const nameForm = /^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*)*$/

/**
 * A zone of the IANA database. A time that clocks show twice is the first of the two; one that they pass over is read by
 * the clock of before (RFC 5545, 3.3.5).
 * @returns null for a name that it does not have
 */
export function ianaZone(name: string): Zone | null {
  if (!nameForm.test(name)) return null
  const readAt = (wall: number) =>
    Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(name)
      .epochMilliseconds
  try {
    readAt(0)
  } catch {
    return null
  }
  return readAt
}

const windowsNames = new Map(
  windows.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === '001')
    .map(({ mapZone }) => [mapZone._other.toLowerCase(), mapZone._type]),
)

/** A calendar names a few zones; beyond so many names no more are looked up. */
const mostZones = 200

/**
 * Finds zones by the names that calendars use, in this order: of a place (`Europe/Berlin`, also at the end of a longer
 * name), described by the calendar itself, of IANA's other names (`EST`), of Windows.
 * @param described  what the calendar's VTIMEZONEs say, by their TZID
 * @param standard   the name of the zone that readings without one are in
 */
export function zonesOf(described: Map<string, () => Zone>, standard: string | null): Zones {
  const found = new Map<string, Zone | null>()
  const find = (name: string) => {
    if (!found.has(name) && found.size < mostZones) found.set(name, lookUp(name.trim(), described))
    return found.get(name) ?? null
  }
  return { find, floating: (standard && find(standard)) || utc }
}

function lookUp(name: string, described: Map<string, () => Zone>): Zone | null {
  const parts = name.split('/')
  const place = [parts, parts.slice(-3), parts.slice(-2)].find((each) => each.length > 1 && ianaZone(each.join('/')))
  if (place) return ianaZone(place.join('/'))
  const own = described.get(name)
  if (own) return own()
  const known = windowsNames.get(name.toLowerCase())
  return ianaZone(name) ?? (known ? ianaZone(known) : null)
}

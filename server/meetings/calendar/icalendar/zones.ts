/** Time zones by name: IANA zones, zones that the calendar describes, and Windows names. *Pure.* */
import windows from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }

/** Converts a local time of a zone to a moment, in milliseconds since 1970. */
export type Zone = (wall: number) => number

/** The zones of a calendar. A time without a zone is in `floating`. */
export type Zones = { find(name: string): Zone | null; floating: Zone }

export const utc: Zone = (wall) => wall

/** The local time at a moment. The second step is for a change of the clock between the two. */
export function wallAt(zone: Zone, moment: number): number {
  const near = 2 * moment - zone(moment)
  return near + moment - zone(near)
}

const nameForm = /^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*)*$/

/**
 * A zone of the IANA database. A repeated local time is the first of the two moments; a skipped local time has the
 * offset from before the change (RFC 5545, 3.3.5).
 * @returns null for an unknown name
 */
function ianaZone(name: string): Zone | null {
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

/** A calendar names a few zones; names beyond this number are not resolved. */
const maxZones = 200

/**
 * Finds zones by name in this order: IANA names with a region (`Europe/Berlin`, also at the end of a longer name), zones
 * described by the calendar itself, other IANA names (`EST`), Windows names.
 * @param described  the zones of the calendar's VTIMEZONEs, by TZID
 * @param standard   the name of the zone for times without one
 */
export function zonesOf(described: Map<string, () => Zone>, standard: string | null): Zones {
  const found = new Map<string, () => Zone | null>()
  const find = (name: string) => {
    if (!found.has(name) && found.size < maxZones)
      found.set(
        name,
        resultOf(() => lookUp(name.trim(), described)),
      )
    return found.get(name)?.() ?? null
  }
  return { find, floating: (standard && find(standard)) || utc }
}

/** Runs it once: its result, or its error, each time. */
function resultOf<Result>(run: () => Result): () => Result {
  try {
    const result = run()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function lookUp(name: string, described: Map<string, () => Zone>): Zone | null {
  const parts = name.split('/')
  const region = [parts, parts.slice(-3), parts.slice(-2)].find((each) => each.length > 1 && ianaZone(each.join('/')))
  if (region) return ianaZone(region.join('/'))
  const own = described.get(name)
  if (own) return own()
  // Exchange counts zones that a calendar has several times: `GMT Standard Time 1`.
  const known = windowsNames.get(name.toLowerCase().replace(/ \d+$/, ''))
  return ianaZone(name) ?? (known ? ianaZone(known) : null)
}

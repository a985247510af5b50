/** The invited addresses and names of an event. *Pure.* */
import { foldCase } from '../platform/text.ts'
import type { Component } from './components.ts'
import { UnsupportedEvent } from './errors.ts'
import { type Property, propertiesOf } from './property.ts'

export type Attendee = { email: string; name: string }

/** Invited addresses of one event. */
export const maxAttendees = 1_000

/** PostgreSQL must be able to index it. */
const longestAddress = 1_024

/** The organizer’s address; null if there is none, or only Google's placeholder address. */
export function organizerOf(event: Component): Attendee | null {
  const property = propertiesOf(event, 'ORGANIZER')[0]
  const organizer = property ? readAttendee(property) : null
  return organizer && !/[@.]calendar\.google\.com$/i.test(organizer.email) ? organizer : null
}

/**
 * All invited addresses without duplicates, and without rooms and other resources. The organizer comes first, also if the
 * calendar program does not list them.
 * @returns empty if the event has no attendees
 * @throws {UnsupportedEvent} the event has too many attendees
 */
export function attendeesOf(event: Component, organizer: Attendee | null): Attendee[] {
  const invited = propertiesOf(event, 'ATTENDEE')
    .filter(({ params }) => !/^(ROOM|RESOURCE)$/i.test(params.cutype ?? ''))
    .map(readAttendee)
    .filter((attendee) => attendee !== null)
  if (invited.length === 0) return []
  const known = new Map<string, Attendee>()
  const listed = new Set(invited.map(({ email }) => foldCase(email)))
  const everyone = organizer && !listed.has(foldCase(organizer.email)) ? [organizer, ...invited] : invited
  for (const attendee of everyone) {
    const folded = foldCase(attendee.email)
    const before = known.get(folded)
    if (!before) known.set(folded, attendee)
    else if (before.name === '') known.set(folded, { ...before, name: attendee.name })
  }
  if (known.size > maxAttendees) throw new UnsupportedEvent(`it has more than ${maxAttendees} attendees`)
  return [...known.values()]
}

/** The address is in the value, or in EMAIL if the value is an internal URI of the calendar (RFC 7986, 6.2). */
function readAttendee({ params, values }: Property): Attendee | null {
  const email = addressIn(String(values[0])) ?? addressIn(`mailto:${params.email ?? ''}`)
  if (email === null) return null
  const name = (params.cn ?? '').trim().slice(0, 255).toWellFormed()
  return { email, name: foldCase(name) === foldCase(email) ? '' : name }
}

function addressIn(uri: string): string | null {
  const [, written] = /^mailto:([^?]*)/i.exec(uri.trim()) ?? []
  if (written === undefined) return null
  const address = decodeUri(written).trim()
  const isAddress = /^[^\s@\0]+@[^\s@\0]+$/.test(address) && address.isWellFormed()
  return isAddress && Buffer.byteLength(foldCase(address)) <= longestAddress ? address : null
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

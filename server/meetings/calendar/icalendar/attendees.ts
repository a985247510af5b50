/** The invited addresses and names of an event. *Pure.* */
import { cutShort, foldCase, oneLine, toStorable } from '../../../platform/text.ts'
import type { Component, ContentLine } from './components.ts'
import { CalendarError, UnsupportedEvent } from './errors.ts'
import { type Property, readProperty } from './property.ts'

export type Attendee = { email: string; name: string }

/** Invited addresses of one event. */
export const maxAttendees = 1_000

/** PostgreSQL must be able to index it. */
const longestAddress = 1_024

/** Addresses of calendars at Google, which nobody has: where there is no organizer, and of shared calendars as guests. */
const placeholder = /[@.]calendar\.google\.com$/i

/** The people that an event in a file names, without rooms and other resources. */
export type NamedPeople = {
  organizers: Attendee[]
  invited: Attendee[]
  /** Lines without an address that can be read. */
  unread: ContentLine[]
  /** Its lines invite rooms and calendars alone, or nobody who can be read. */
  isForNobody: boolean
}

export function peopleOf({ lines }: Component): NamedPeople {
  const written = lines.filter(({ name, text }) => /^(ATTENDEE|ORGANIZER)$/.test(name) && !/^\w+:\s*$/.test(text))
  const read = written.map((line) => ({ line, person: readPerson(line) }))
  const peopleIn = (name: string) =>
    read
      .filter(({ line }) => line.name === name)
      .map(({ person }) => person)
      .filter((person) => person !== null && person !== 'resource')
  const unread = read.filter(({ person }) => person === null).map(({ line }) => line)
  const [organizers, invited] = [peopleIn('ORGANIZER'), peopleIn('ATTENDEE')]
  const isForNobody = written.some(({ name }) => name === 'ATTENDEE') && invited.every(isCalendar)
  return { organizers, invited, unread, isForNobody }
}

const isCalendar = ({ email }: Attendee) => placeholder.test(email)

/** A person as a vendor gives them; '' for what it leaves out. */
type WrittenPerson = { address: string; name: string }

/**
 * The people of an event in an account, without rooms.
 * @param organizer  null if the event names none
 * @returns as `unread` the names of those without an address that can be read. Who enters a time for themself needs no
 *   address.
 */
export function readPeople(organizer: WrittenPerson | null, invited: WrittenPerson[]) {
  const read = (people: WrittenPerson[]) =>
    people.map(({ address, name }) => personAt(address, name)).filter((person) => person !== null)
  const organizers = organizer ? [organizer] : []
  const isListed = invited.some(({ name, address }) => name === organizer?.name && address === organizer.address)
  const all = invited.length === 0 || isListed ? invited : [...organizers, ...invited]
  const unread = all.filter(({ address }) => personAt(address) === null).map(({ name }) => name)
  return { organizers: read(organizers), invited: read(invited), unread }
}

/**
 * The organizer comes first, also if the calendar program does not list them among the attendees.
 * @returns attendees without duplicates; none if nobody is invited
 * @throws {UnsupportedEvent} too many attendees
 */
export function inviteAll(
  organizers: Attendee[],
  invited: Attendee[],
): { organizer: Attendee | null; attendees: Attendee[] } {
  const organizer = organizers.find((each) => !isCalendar(each)) ?? null
  const people = invited.filter((each) => !isCalendar(each))
  return { organizer, attendees: invited.length === 0 ? [] : withoutDuplicates(organizer, people) }
}

/** The most that a problem names. */
const maxNamed = 5

/** @param names  of people whose address cannot be read, '' for one without a name; at least one */
export function describeUnreadPeople(names: string[]): string {
  const named = names.slice(0, maxNamed).map((name) => cutShort(oneLine(name), 100) || 'somebody without a name')
  const more = names.length > maxNamed ? [`${names.length - maxNamed} more`] : []
  const all = new Intl.ListFormat('en').format([...named, ...more])
  return `the ${names.length === 1 ? 'address' : 'addresses'} of ${all} cannot be read`
}

function withoutDuplicates(organizer: Attendee | null, invited: Attendee[]): Attendee[] {
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
function readPerson(line: ContentLine): Attendee | 'resource' | null {
  const property = tryToRead(line)
  if (!property) return null
  const { params, values } = property
  if (/^(ROOM|RESOURCE)$/i.test(params.cutype ?? '')) return 'resource'
  return personAt(String(values[0]), params.cn) ?? personAt(params.email ?? '', params.cn)
}

/** @returns null if the address cannot be read */
export function personAt(address: string, named = ''): Attendee | null {
  const email = addressIn(address)
  if (email === null) return null
  const name = toStorable(named.trim().slice(0, 255))
  return { email, name: foldCase(name) === foldCase(email) ? '' : name }
}

function tryToRead(line: ContentLine): Property | null {
  try {
    return readProperty(line)
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    return null
  }
}

/** With or without `mailto:`, in brackets or quotes: `mailto:ada@acme.test?subject=x`, `Ada <ada@acme.test>`. */
function addressIn(written: string): string | null {
  const [text = ''] = /^[^@]*@[^?]*/.exec(decodeUri(written)) ?? []
  const bare = (/<([^<>]*)>/.exec(text)?.[1] ?? text).replace(/^\s*(mailto\s*:\s*)+/i, '')
  const address = bare.trim().replace(/^(["'])(.*)\1$/, '$2')
  const isAddress = /^[^\s@\0:;,<>"]+@[^\s@\0:;,<>"]+$/.test(address) && address.isWellFormed()
  return isAddress && Buffer.byteLength(foldCase(address)) <= longestAddress ? address : null
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

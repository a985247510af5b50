/** Sends calendar files, and reads what they may change, for tests. */
import assert from 'node:assert/strict'
import { acme, keys } from './acme.ts'
import { vevent } from './calendars.ts'
import { type Answer, openWorld, type World } from './world.ts'

export const calendarHeaders = { 'content-type': 'text/calendar; charset=utf-8' }

export const sendCalendar = (world: World, text: string | Buffer, key = keys.adaRegular) =>
  world.post('/api/v1/calendar/import', key, text, { headers: calendarHeaders })

const nothing = {
  events_created: 0,
  events_updated: 0,
  events_cancelled: 0,
  events_skipped: 0,
  notes_created: 0,
  problems: [],
}

/** Asserts that the answer is 200 with these counts, all other counts are 0, and there are no problems. */
export function assertCounts(answer: Answer, counts: object): void {
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, { ...nothing, ...counts })
}

/** Everything that an import may change. */
export function everythingIn(world: World) {
  const tables = ['events', 'event_attendees', 'series', 'notes', 'sight'] as const
  return Promise.all(
    tables.map((table) =>
      world.db
        .selectFrom(table)
        .selectAll()
        .orderBy((eb) => eb.ref('workspace_id'))
        .execute(),
    ),
  )
}

/** One event of half an hour. */
export const single = (fields: Record<string, string | string[]> = {}) =>
  vevent({ DTSTART: '20260112T090000Z', DTEND: '20260112T093000Z', SUMMARY: 'Launch', ...fields })

/** A secret meeting of people of acme.test. */
export const meeting = (fields: Record<string, string | string[]>, ...names: string[]) =>
  vevent({
    DTSTART: '20260112T090000Z',
    DTEND: '20260112T100000Z',
    SUMMARY: 'Secret',
    ...fields,
    ATTENDEE: names.map((name) => `mailto:${name}@acme.test`),
  })

/** Three weekly meetings with the UID `s`. */
export const series = (fields: Record<string, string | string[]>, ...names: string[]) =>
  meeting({ UID: 's', RRULE: 'FREQ=WEEKLY;COUNT=3', ...fields }, ...names)

/** Acme with Dan (key `mb_dan`), who is invited to no meeting. */
export async function openWithDan(settings: Record<string, string> = {}): Promise<World> {
  const world = await openWorld(settings)
  await world.load(...acme())
  const dan = {
    users: [{ id: 'u_dan', email: 'dan@acme.test', full_name: 'Dan' }],
    api_keys: [{ id: 'k_dan', user: 'u_dan', name: 'dan', secret: 'mb_dan' }],
  }
  await world.load({ subdomain: 'acme', name: 'Acme', ...dan })
  return world
}

/** Guids of the imported meetings that this key may see. */
export async function seenBy(world: World, key: string): Promise<string[]> {
  const { body } = await world.post('/api/v1/notes', key, { pagination: { page_size: 50 } })
  const made = body.data.filter(({ created_at }: { created_at: string }) => created_at.startsWith('2026-01-10'))
  return made.map(({ event_guid }: { event_guid: string }) => event_guid).sort()
}

/** Calendar files as they are sent, and what they may change, for tests. */
import assert from 'node:assert/strict'
import { keys } from './acme.ts'
import { vevent } from './calendars.ts'
import type { Answer, World } from './world.ts'

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

/** The answer is 200 with these counts, and 0 and no problem for what is not named. */
export function assertCounts(answer: Answer, counts: object): void {
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, { ...nothing, ...counts })
}

/** Everything that an import may change. */
export function everythingIn(world: World) {
  const tables = ['events', 'event_attendees', 'series', 'notes', 'note_sight'] as const
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

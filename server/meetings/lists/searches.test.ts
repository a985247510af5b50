/** A filter that nothing applies is a type error: `npm run check` fails without the errors that are expected here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeetingFilters } from './schemas.ts'
import { type Searches, searchesOf } from './searches.ts'

const none = () => null

test('each filter that does not place a list has a search', () => {
  type WithRoom = MeetingFilters & { room?: string | null }
  // @ts-expect-error: the new filter is missing
  const withoutNew: Searches<WithRoom> = { title: none, updated_at: none, starts_at: none, event_attendees: none }
  const complete: Searches<WithRoom> = { ...withoutNew, room: none }
  assert.ok(complete.room)
})

test('a list is searched if a filter says more than its place', () => {
  const count = (filters: MeetingFilters) =>
    searchesOf(filters, { kind: 'note', workspaceId: 'ws', accounts: new Map() }).length
  const placed = { created_at_start: '2026-01-01', created_at_end: '2026-01-31', event_guid: 'e', series_id: 's' }
  assert.equal(count({}), 0)
  assert.equal(count({ ...placed, channel_id: 'ch', title: '', event_attendees: [] }), 0)
  assert.equal(count({ ...placed, title: 'a' }), 1)
  assert.equal(count({ updated_at_start: '2026-01-01', updated_at_end: '2026-01-31' }), 1)
  assert.equal(count({ starts_at_start: '2026-01-01', starts_at_end: '2026-01-31' }), 1)
  assert.equal(count({ title: 'a', updated_at_end: '2026-01-31', event_attendees: 'ada@acme.test' }), 3)
})

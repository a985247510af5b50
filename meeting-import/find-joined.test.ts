/** A meeting of the calendar is joined only if time and people leave no doubt. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTimeZone, useTimeZone } from '../test/support/time-zone.ts'
import { findJoined, type ListedNote } from './find-joined.ts'
import type { ImportMeeting } from './meetings.ts'

useTimeZone('UTC')

const meeting = (more: Partial<ImportMeeting>): ImportMeeting => ({
  ...{ key: 'k', files: [], from: '', title: 'Weekly sync', startedAt: '2026-01-05T09:02:00.000Z', hasTime: true },
  ...{ people: [], speakers: [], transcript: null, notes: '', media: null },
  ...more,
})
const note = (id: string, more: Partial<ListedNote> = {}): ListedNote => ({
  ...{ id, title: 'Weekly sync', event_start: '2026-01-05T09:00:00.000Z', event_end: '2026-01-05T09:30:00.000Z' },
  ...{ event_is_all_day: false, event_attendees: ['ada@acme.test', 'bo@acme.test', 'cy@acme.test'] },
  ...more,
})
const joined = (given: Partial<ImportMeeting>, ...notes: ListedNote[]) => findJoined(meeting(given), notes)?.id ?? null

test('the time fits from a quarter of an hour before the start to the end', () => {
  const starts = { '08:44:59': null, '08:45:00': 'n', '09:00:00': 'n', '09:29:59': 'n', '09:30:00': null }
  for (const [time, id] of Object.entries(starts))
    assert.equal(joined({ startedAt: `2026-01-05T${time}.000Z` }, note('n')), id, time)
})

test('the title or two people are the same', () => {
  assert.equal(joined({ title: 'WEEKLY: sync!' }, note('n')), 'n')
  assert.equal(joined({ title: 'Other' }, note('n')), null)
  const ada = { name: 'Ada', email: 'ada@acme.test' }
  assert.equal(joined({ title: 'Other', people: [ada] }, note('n')), null)
  assert.equal(joined({ title: 'Other', people: [ada, { email: 'bo@acme.test' }] }, note('n')), 'n')
  assert.equal(joined({ title: 'Other', people: [ada] }, note('n', { event_attendees: ['Ada@acme.test'] })), 'n')
})

test('two that fit are a doubt, unless one has the title; a day alone needs the title', () => {
  assert.equal(joined({}, note('n'), note('m')), null)
  const people = [{ email: 'ada@acme.test' }, { email: 'bo@acme.test' }]
  assert.equal(joined({ people }, note('n'), note('m', { title: 'Other' })), 'n')
  const day = { hasTime: false, startedAt: '2026-01-05T12:00:00.000Z' }
  assert.equal(joined(day, note('n')), 'n')
  assert.equal(joined({ ...day, title: 'Other', people }, note('n')), null)
  assert.equal(joined({ ...day, startedAt: '2026-01-06T12:00:00.000Z' }, note('n')), null)
  assert.equal(joined({ startedAt: null }, note('n')), null)
})

test('a meeting of a whole day is on its day in every zone', () => {
  const days = {
    event_start: '2026-01-05T00:00:00.000Z',
    event_end: '2026-01-06T00:00:00.000Z',
    event_is_all_day: true,
  }
  const at = (startedAt: string) => findJoined(meeting({ startedAt, hasTime: false }), [note('n', days)])?.start ?? null
  inTimeZone('America/New_York', () => {
    assert.equal(at('2026-01-05T17:00:00.000Z'), '2026-01-05T05:00:00.000Z')
    assert.equal(at('2026-01-04T17:00:00.000Z'), null)
    assert.equal(joined({ startedAt: '2026-01-06T01:00:00.000Z' }, note('n', days)), 'n')
    assert.equal(joined({ startedAt: '2026-01-05T00:30:00.000Z' }, note('n', days)), null)
  })
})

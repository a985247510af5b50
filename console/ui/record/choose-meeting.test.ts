/** The meeting of this moment is offered for a recording. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meetingsNow } from './choose-meeting.ts'

const meeting = (id: string, from: string, to: string) => ({
  id,
  title: id,
  event_start: `2026-01-05T${from}:00Z`,
  event_end: `2026-01-05T${to}:00Z`,
})
const notes = [meeting('first', '09:00', '10:00'), meeting('second', '10:00', '11:00')]
const at = (time: string) => meetingsNow(notes, Date.parse(`2026-01-05T${time}Z`)).map(({ id }) => id)

test('from a quarter of an hour before its start to a quarter after its end, the nearest start first', () => {
  assert.deepEqual(at('08:44:59'), [])
  assert.deepEqual(at('08:45:00'), ['first'])
  assert.deepEqual(at('09:50:00'), ['second', 'first'])
  assert.deepEqual(at('10:14:59'), ['second', 'first'])
  assert.deepEqual(at('10:15:00'), ['second'])
  assert.deepEqual(at('11:15:00'), [])
})

test('no meeting without a time, and none of a whole day', () => {
  const now = Date.parse('2026-01-05T09:00:00Z')
  const day = { ...notes[0]!, event_is_all_day: true }
  assert.deepEqual(meetingsNow([{ id: 'n', title: '', event_start: null, event_end: null }, day], now), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationOf, readReminder } from './reminder.ts'

const reminder = { note_id: 'n_1', starts_at: '2026-01-05T09:00:00.000Z' }

test('a reminder leads to the recorder of its meeting, in the first language that the console speaks', () => {
  const { title, options } = notificationOf(reminder, ['nl', 'de-AT', 'en'])
  assert.equal(title, 'Eine Besprechung')
  assert.match(options.body, /^Beginnt um \d{1,2}:\d\d\. /)
  assert.deepEqual([options.tag, options.data.path], ['reminder n_1', '/note/n_1?record=yes'])
  assert.equal(notificationOf({ ...reminder, title: 'Weekly' }, ['nl']).title, 'Weekly')
  assert.match(notificationOf(reminder, ['fr']).options.body, /^Commence/)
})

test('what is no reminder is none, and no address but that of a note is opened', () => {
  assert.deepEqual(readReminder({ ...reminder, kind: 'reminder', more: 1 }), reminder)
  for (const none of [null, 7, {}, { ...reminder, note_id: '../x' }, { ...reminder, starts_at: 'soon' }])
    assert.equal(readReminder(none), null)
  assert.deepEqual(readReminder({ ...reminder, title: 7 }), reminder)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TodoText } from '../../platform/postgres/column-types.ts'
import { merge } from './merge.ts'
import { seen } from './todo-object.ts'

const said = (text: string, due_date: string | null = null, done = false): TodoText => ({ text, due_date, done })
const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 0, 1, 0, 0, second, ms))

test('a field that one side changed is taken from it, whatever the times say', () => {
  const here = { ...said('new', '2026-01-02'), changed_at: at(9) }
  const there = { ...said('old', '2026-01-03', true), changed_at: at(1) }
  const known = seen(said('old', '2026-01-02'))
  assert.deepEqual(merge({ here, there, known, sent: null }), {
    taken: { due_date: '2026-01-03', done: true },
    kept: null,
  })
})

test('of a field that both changed the later one counts, to the second; without a time that of the list', () => {
  const known = seen(said('old'))
  const here = { ...said('here'), changed_at: at(5, 900) }
  const of = (changed_at: Date | null) => merge({ here, there: { ...said('there'), changed_at }, known, sent: null })
  assert.deepEqual(of(at(4)), { taken: {}, kept: 'here' })
  for (const time of [at(5), at(6), null]) assert.deepEqual(of(time), { taken: { text: 'there' }, kept: 'there' })
})

test('the same change on both sides is none', () => {
  const same = { ...said('same', null, true), changed_at: at(1) }
  assert.deepEqual(merge({ here: same, there: same, known: seen(said('old')), sent: null }), { taken: {}, kept: null })
})

test('what was sent and arrived is no change there, also if it changed here since', () => {
  const here = { ...said('newest'), changed_at: at(1) }
  const there = { ...said('sent'), changed_at: at(9) }
  assert.deepEqual(merge({ here, there, known: seen(said('old')), sent: seen(said('sent')) }), {
    taken: {},
    kept: null,
  })
})

test('what was never compared goes by the later change', () => {
  const here = { ...said('here', '2026-01-02'), changed_at: at(5) }
  const there = { ...said('there', '2026-01-02'), changed_at: at(6) }
  assert.deepEqual(merge({ here, there, known: null, sent: null }), { taken: { text: 'there' }, kept: 'there' })
})

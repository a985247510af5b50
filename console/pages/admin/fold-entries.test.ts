import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldEntries } from './fold-entries.ts'

const start = Date.parse('2026-01-05T12:00:00Z')
const entry = (minutes: number, more: object = {}) => ({
  action: 'impersonate',
  at: new Date(start - minutes * 60_000).toISOString(),
  user_id: 'u_ada',
  on_behalf_of: 'u_bo' as string | null,
  status: 200 as number | null,
  ...more,
})
const sizes = (entries: ReturnType<typeof entry>[]) => foldEntries(entries).map(({ length }) => length)

test('requests on behalf of one person are one line, until a pause of more than ten minutes', () => {
  assert.deepEqual(sizes([entry(0), entry(1), entry(11), entry(21.1)]), [3, 1])
  assert.deepEqual(sizes([]), [])
})

test('requests of another person, another action and a rejected request are separate lines', () => {
  assert.deepEqual(sizes([entry(0), entry(0, { on_behalf_of: 'u_cy' }), entry(0, { user_id: 'u_cy' })]), [1, 1, 1])
  assert.deepEqual(sizes([entry(0), entry(0, { action: 'note.delete' }), entry(0)]), [1, 1, 1])
  assert.deepEqual(sizes([entry(0), entry(0, { status: 404 }), entry(0), entry(0)]), [1, 1, 2])
  assert.deepEqual(sizes([entry(0, { on_behalf_of: null }), entry(0, { on_behalf_of: null })]), [1, 1])
  assert.deepEqual(sizes([entry(0, { status: null }), entry(0)]), [2], 'one that is under way')
  assert.deepEqual(sizes([entry(0, { action: 'note.delete' }), entry(0, { action: 'note.delete' })]), [1, 1])
})

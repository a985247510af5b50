import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeCursor, encodeCursor, readPageRequest, toPage } from './page.ts'

const position = fc.record(
  {
    time: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    id: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
  },
  { noNullPrototype: true },
)

test('decision 10: a cursor continues at its position', () => {
  fc.assert(fc.property(position, (at) => assert.deepEqual(decodeCursor('notes', encodeCursor('notes', at)), at)))
})

test('decision 10: anything but a cursor of this list is rejected', () => {
  const refused = (cursor: string) =>
    assert.throws(() => decodeCursor('notes', cursor), { status: 400, message: 'Invalid cursor' }, cursor)
  fc.assert(fc.property(position, (at) => refused(encodeCursor('recordings', at))))
  fc.assert(fc.property(fc.string(), refused))
  const cursor = encodeCursor('notes', { time: new Date('2026-01-05'), id: 'n_1' })
  for (const changed of [`${cursor}=`, ` ${cursor}`, cursor.slice(0, -3), cursor.replace(/^./, 'Z'), ''])
    refused(changed)
  refused(encodeCursor('notes', { time: new Date(1), id: 'a\0' }))
})

test('spec 2.6: a page has twenty rows from the start by default', () => {
  for (const nothing of [undefined, null, {}, { cursor: null, page_size: null }]) {
    assert.deepEqual(readPageRequest('notes', nothing), { size: 20, after: null })
  }
})

test('decision 10: the last page has no cursor, even if it is full', () => {
  const rows = [1, 2, 3].map((n) => ({ time: new Date(n), id: `n_${n}` }))
  const same = (row: (typeof rows)[number]) => row
  const page = (size: number) => toPage('notes', { size, after: null }, rows.slice(0, size + 1), same)
  assert.deepEqual(page(3), { info: { cursor: null, page_size: 3 }, rows })
  assert.deepEqual(page(2), { info: { cursor: encodeCursor('notes', rows[1]!), page_size: 2 }, rows: rows.slice(0, 2) })
})

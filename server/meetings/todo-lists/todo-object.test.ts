import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWhole, makeTodo, maxSummary, readTodo, rewriteTodo, summaryOf, TodoUnreadable } from './todo-object.ts'

const now = new Date('2026-01-10T12:00:00Z')
const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTODO', 'UID:u', ...lines, 'END:VTODO', 'END:VCALENDAR', ''].join('\r\n')

test('what is written is read again: signs, long lines, characters of several bytes', () => {
  for (const text of ['a; b, c\\n\\', 'ü'.repeat(500), '𝒜'.repeat(80), 'a:b "c"', 'x'.repeat(maxSummary)]) {
    const wanted = { text, due_date: '2026-02-28', done: true }
    const written = makeTodo({ uid: 'u', url: null, description: 'b;c' }, wanted, now)
    for (const line of written.split('\r\n')) assert(Buffer.byteLength(line) <= 75, line)
    assert.deepEqual(readTodo(written), { ...wanted, uid: 'u', isCancelled: false, changed_at: now })
  }
})

test('only what differs is written; the rest stays byte by byte', () => {
  const before = file(
    'SUMMARY;LANGUAGE=en:old',
    'DTSTART;TZID=Europe/Berlin:20260101T080000',
    'DUE;TZID=Europe/Berlin:20260105T170000',
    'X-LONG:abc',
    ' def',
    'SEQUENCE:4',
    'BEGIN:VALARM',
    'SUMMARY:of the alarm',
    'END:VALARM',
  )
  const after = rewriteTodo(before, { text: 'new', due_date: '2026-01-09', done: false }, now)
  const expected = before
    .replace('SUMMARY;LANGUAGE=en:old\r\n', '')
    .replace('DUE;TZID=Europe/Berlin:20260105T170000\r\n', '')
    .replace(
      'SEQUENCE:4\r\n',
      'LAST-MODIFIED:20260110T120000Z\r\nSEQUENCE:5\r\nSUMMARY:new\r\nDUE;TZID=Europe/Berlin:20260109T170000\r\n',
    )
  assert.equal(after, expected)
  assert.equal(readTodo(rewriteTodo(after, { text: 'new', due_date: null, done: true }, now)).due_date, null)
})

test('states, and when it was changed', () => {
  const state = (...lines: string[]) => {
    const { done, isCancelled } = readTodo(file(...lines))
    return isCancelled ? 'cancelled' : done
  }
  assert.equal(state('STATUS:COMPLETED'), true)
  assert.equal(state('STATUS:IN-PROCESS', 'PERCENT-COMPLETE:100'), false)
  assert.equal(state('PERCENT-COMPLETE:100'), true)
  assert.equal(state('COMPLETED:20260101T000000Z'), true)
  assert.equal(state('STATUS:CANCELLED'), 'cancelled')
  assert.equal(state(), false)
  assert.equal(readTodo(file()).changed_at, null)
  assert.deepEqual(readTodo(file('DTSTAMP:20260110T120000Z')).changed_at, now)
})

test('of a series with exceptions the series is read', () => {
  const exception = 'BEGIN:VTODO\r\nUID:u\r\nRECURRENCE-ID:20260101T000000Z\r\nSUMMARY:one\r\nEND:VTODO\r\n'
  const series = file('SUMMARY:all', 'RRULE:FREQ=DAILY').replace('BEGIN:VTODO', `${exception}BEGIN:VTODO`)
  assert.equal(readTodo(series).text, 'all')
})

test('what cannot be read is refused with a sentence', () => {
  for (const bad of ['', 'hello', file('DUE:soon'), file('DUE;VALUE=DATE:20260230'), file('SUMMARY:\0')])
    assert.throws(() => readTodo(bad), TodoUnreadable)
})

test('a text of a list is one line of at most 1,000 characters', () => {
  assert.equal(summaryOf('a\n  b\u0007c'), 'a b c')
  assert.equal(isWhole('a\n b'), true)
  assert.equal(isWhole('a\u0007b'), false)
  for (const [length, whole] of [
    [999, true],
    [1_000, true],
    [1_001, false],
  ] as const) {
    assert.equal(isWhole('x'.repeat(length)), whole)
    assert.equal(summaryOf('x'.repeat(length)).length, Math.min(length, 1_000))
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableLine } from './readable-line.ts'

const time = new Date(2026, 0, 5, 9, 3, 7).getTime()
const line = (logged: object) => `${JSON.stringify({ level: 30, time, pid: 1, hostname: 'vm', ...logged })}\n`

test('a line has its time, its sentence and its facts', () => {
  assert.equal(readableLine(line({ msg: 'Ready' })), '09:03:07 Ready\n')
  assert.equal(readableLine(line({ msg: 'Loaded', rows: 2, at: { x: 1 } })), '09:03:07 Loaded rows=2 at={"x":1}\n')
})

test('a warning and an error are called so, and an error has its stack', () => {
  assert.equal(readableLine(line({ level: 40, msg: 'Slow' })), '09:03:07 WARNING Slow\n')
  const err = { type: 'Error', message: 'x', stack: 'Error: x\n    at y' }
  assert.equal(readableLine(line({ level: 50, msg: 'Failed', err })), '09:03:07 ERROR Failed\nError: x\n    at y\n')
})

test('what is no line of the log stays as it is', () => {
  for (const text of ['plain\n', '{"a":1}\n', 'null\n', '']) assert.equal(readableLine(text), text)
})

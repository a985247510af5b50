/** How many bytes of large bodies are in memory at once, in all and of one caller. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BodyRoom } from './body-room.ts'

const busy = { status: 503, headers: { 'retry-after': '1' } }

test('all callers share the memory, one caller has at most half of it, and a release counts once', () => {
  const room = new BodyRoom(100)
  assert.throws(() => room.take('ada', 51), busy)
  const back = room.take('ada', 50)
  assert.throws(() => room.take('ada', 1), busy)
  room.take('bo', 49)
  assert.throws(() => room.take('cy', 2), busy)
  const last = room.take('cy', 1)
  assert.equal(room.bytes, 100)
  assert.throws(() => room.take('dee', 1), busy)
  for (let time = 0; time < 3; time++) back()
  assert.equal(room.bytes, 50)
  room.take('ada', 50)
  last()
  assert.equal(room.bytes, 99)
})

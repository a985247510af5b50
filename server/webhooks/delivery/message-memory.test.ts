/** How many bytes of bodies are read at once: within the limits for any sizes, and always at least one body. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findRoom,
  maxBytes,
  maxBytesAtOnce,
  maxBytesOfWebhook,
  nothingInMemory,
  reserve,
  type Sendable,
} from './message-memory.ts'

const message = (bytes: number, webhook_id = 'wh_1', lane = webhook_id): Sendable => ({
  workspace_id: 'ws',
  webhook_id,
  lane,
  bytes,
})
const inMemory = (all: number, own = 0) => ({ all, of: () => own })
const sizes = (messages: Iterable<Sendable>) => [...messages].map(({ bytes }) => bytes)

test('all small bodies are read, from each lane as many as can be sent', () => {
  const many = Array.from({ length: 500 }, () => message(2_000))
  const { toRead, deferred, next } = findRoom(many, 0, nothingInMemory)
  assert.deepEqual([toRead.length, deferred.size, next], [500, 0, undefined])
  const shared = [...many, message(1, 'wh_2', 'wh_1'), message(2, 'wh_3')]
  assert.deepEqual(sizes(findRoom(shared, 10, nothingInMemory).toRead), [...Array(10).fill(2_000), 2])
})

test('a message is deferred if its webhook has used its share, and others are read', () => {
  const given = [message(11), message(10), message(1), message(5, 'wh_2')]
  const own = maxBytesOfWebhook - 10
  const memory = { all: own, of: ({ webhook_id }: Sendable) => (webhook_id === 'wh_1' ? own : 0) }
  const { toRead, deferred, next } = findRoom(given, 0, memory)
  assert.deepEqual([sizes(toRead), sizes(deferred), next], [[10, 5], [11, 1], undefined])
})

test('beyond the limit of one read, all messages wait for the next read', () => {
  const given = [message(maxBytesAtOnce - 1), message(1, 'wh_2'), message(1, 'wh_3'), message(1, 'wh_4')]
  const { toRead, next } = findRoom(given, 0, nothingInMemory)
  assert.deepEqual([toRead, next], [given.slice(0, 2), given[2]])
})

test('many webhooks that hang with large bodies leave room for the messages of others', () => {
  const held = new Map<string, number>()
  let all = 0
  const claim = (given: Sendable[]) => {
    const found = findRoom(given, 0, { all, of: ({ webhook_id }) => held.get(webhook_id) ?? 0 })
    for (const { webhook_id, bytes } of found.toRead) {
      held.set(webhook_id, (held.get(webhook_id) ?? 0) + bytes)
      all += bytes
    }
    return found
  }
  const hanging = Array.from({ length: 100 }, (_, index) => message(4_000_000, `wh_${index % 25}`))
  while (claim(hanging).toRead.length > 0);
  const small = Array.from({ length: 10 }, (_, index) => message(65_536, `other_${index}`))
  assert.deepEqual(claim([...hanging, ...small]).toRead, small)
})

test('no other large message passes the first without room, which stays due', () => {
  const given = [message(9_000_000), message(1_000_000, 'wh_2'), message(1_000, 'wh_3')]
  const taken = maxBytes - reserve - 8_000_000
  const { toRead, deferred, waiting } = findRoom(given, 0, inMemory(taken))
  assert.deepEqual([toRead, [...deferred], waiting], [[given[2]], [given[1]], given[0]])
  assert.deepEqual(findRoom(given, 0, inMemory(taken - 2_000_000)).toRead, given)
})

test('a deferred message leaves its slot to the next one of its lane', () => {
  const given = [message(10, 'wh_1', 'k'), message(10, 'wh_1', 'k'), message(10, 'wh_2', 'k'), message(10, 'wh_3', 'k')]
  const memory = {
    all: maxBytesOfWebhook,
    of: ({ webhook_id }: Sendable) => (webhook_id === 'wh_1' ? maxBytesOfWebhook : 0),
  }
  const { toRead, deferred } = findRoom(given, 2, memory)
  assert.deepEqual([toRead, [...deferred]], [given.slice(2), given.slice(0, 2)])
})

test('a body of any size is read if no other is in memory', () => {
  const huge = message(10 * maxBytes)
  assert.deepEqual(findRoom([huge], 0, nothingInMemory).toRead, [huge])
  assert.deepEqual(findRoom([huge], 0, inMemory(reserve)).toRead, [huge])
  assert.equal(findRoom([huge], 0, inMemory(reserve + 1)).waiting, huge)
  assert.deepEqual([...findRoom([huge], 0, inMemory(1, 1)).deferred], [huge])
})

test('of any due messages only a single body exceeds a limit, and no message is skipped or lost', () => {
  const webhook = fc.constantFrom('wh_1', 'wh_2', 'wh_3')
  const bytes = fc.oneof(fc.nat({ max: 1_000 }), fc.nat({ max: maxBytesOfWebhook }), fc.nat({ max: 2 * maxBytes }))
  const due = fc.array(
    fc.tuple(bytes, webhook).map(([size, name]) => message(size, name, name === 'wh_3' ? 'wh_2' : name)),
  )
  fc.assert(
    fc.property(due, fc.nat({ max: maxBytes }), fc.nat({ max: 4 }), (given, all, perSecond) => {
      const { toRead, deferred, waiting, next } = findRoom(given, perSecond, inMemory(all))
      const read = sum(toRead)
      // An empty body takes no room beside a single large one.
      const bodies = toRead.filter((each) => each.bytes > 0)
      assert(bodies.length === 1 || read <= maxBytesAtOnce)
      assert(toRead.length === 0 || all <= reserve || all + read <= maxBytes)
      for (const own of Map.groupBy(bodies, ({ webhook_id }) => webhook_id).values()) {
        assert(own.length === 1 || sum(own) <= maxBytesOfWebhook)
      }
      for (const lane of Map.groupBy(toRead, (each) => each.lane).values())
        assert(perSecond === 0 || lane.length <= perSecond)
      const seen = next ? given.slice(0, given.indexOf(next)) : given
      assert.deepEqual(
        toRead,
        seen.filter((each) => toRead.includes(each)),
      )
      for (const each of deferred) assert(seen.includes(each) && !toRead.includes(each) && each !== waiting)
      if (perSecond === 0) assert.equal(toRead.length + deferred.size + (waiting ? 1 : 0), seen.length)
      if (all === 0 && given.length > 0) assert(toRead.length > 0)
    }),
  )
})

const sum = (messages: Sendable[]) => messages.reduce((total, { bytes }) => total + bytes, 0)

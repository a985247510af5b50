/** Computations in threads: their results and errors, their limits, and that threads end. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { isNativeError } from 'node:util/types'
import {
  type echo,
  type grow,
  Misprint,
  type misprint,
  type spin,
  type stumble,
} from '../../test/support/computations.ts'
import { waitFor } from '../../test/support/waiting.ts'
import { ResourceLimitError } from './errors.ts'
import { type Task, Threads } from './threads.ts'

const module = new URL('../../test/support/computations.ts', import.meta.url)
const echoes: Task<typeof echo> = { module, name: 'echo', seconds: 20 }
const spins: Task<typeof spin> = { module, name: 'spin', seconds: 20 }
const grows: Task<typeof grow> = { module, name: 'grow', seconds: 20 }

const log = { error: assert.fail }
const threads = new Threads(log, { threads: 2, mebibytes: 200 })
after(() => threads.close())

/** A flag that a computation sets when it has begun. */
const flag = () => new Int32Array(new SharedArrayBuffer(4))
const hasBegun = (begun: Int32Array) => waitFor(() => Atomics.load(begun, 0) === 1)

test('a result keeps its types, such as dates, sets and undefined', async () => {
  const value = { at: new Date(0), all: new Set(['a']), by: new Map([['b', 1]]), none: undefined, text: 'ü😀' }
  const result = await threads.run(echoes, [value])
  assert.deepEqual(result.value, value)
  assert.notEqual(result.threadId, 0)
})

test('an expected error keeps its class, message and line; any other is thrown unchanged', async () => {
  const misprints: Task<typeof misprint> = { module, name: 'misprint', seconds: 20, throws: [Misprint] }
  await assert.rejects(threads.run(misprints, [7]), (error) => {
    assert(error instanceof Misprint && isNativeError(error))
    assert.deepEqual([error.message, error.line], ['line 7: this is no word', 7])
    return true
  })
  const stumbles: Task<typeof stumble> = { module, name: 'stumble', seconds: 20, throws: [Misprint] }
  await assert.rejects(threads.run(stumbles, []), { name: 'RangeError', message: 'nobody foresaw this' })
})

test('a computation that takes too long is ended, and the next ones run', async () => {
  const both = [1, 2].map(() => threads.run({ ...spins, seconds: 0.2 }, []))
  const next = ['a', 'b', 'c', 'd'].map((value) => threads.run(echoes, [value]))
  for (const ended of both) {
    await assert.rejects(
      ended,
      (error) => error instanceof ResourceLimitError && /longer than 0.2 seconds/.test(error.message),
    )
  }
  assert.deepEqual(
    (await Promise.all(next)).map(({ value }) => value),
    ['a', 'b', 'c', 'd'],
  )
})

test('a computation that takes too much memory, in lists or in bytes, is ended, and the next one runs', async () => {
  for (const kind of ['lists', 'bytes'] as const) {
    await assert.rejects(threads.run(grows, [kind]), (error) => {
      return error instanceof ResourceLimitError && error.message === 'it takes more than 200 MiB of memory'
    })
    assert.equal((await threads.run(echoes, [kind])).value, kind)
  }
})

test('a large thread that answers nothing for a while is ended once', async () => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => warnings.push(message)
  process.on('warning', onWarning)
  await assert.rejects(threads.run({ module, name: 'hold', seconds: 60 }, [250_000_000, 4_000_000]), ResourceLimitError)
  await new Promise(setImmediate)
  process.off('warning', onWarning)
  assert.deepEqual(warnings, [], 'each attempt to end it is a listener, and Node warns of more than ten')
})

test('a signal ends a computation with its own reason, during the computation and before', async () => {
  const reason = new Error('stopping')
  const [stop, begun] = [new AbortController(), flag()]
  const spinning = threads.run(spins, [begun], { signal: stop.signal })
  await hasBegun(begun)
  stop.abort(reason)
  await assert.rejects(spinning, reason)
  await assert.rejects(threads.run(echoes, [1], { signal: stop.signal }), reason)
  assert.equal((await threads.run(echoes, [1])).value, 1)
})

test('the numbers of running and waiting computations are limited; one more is rejected with a time to retry', async () => {
  await using few = new Threads(log, { threads: 1, waiting: 2 })
  const [stop, begun] = [new AbortController(), flag()]
  const spinning = few.run(spins, [begun], { signal: stop.signal })
  const waiting = [1, 2].map((value) => few.run(echoes, [value]))
  await assert.rejects(few.run(echoes, [3]), { status: 503, headers: { 'retry-after': '5' } })
  stop.abort()
  await assert.rejects(spinning)
  const done = await Promise.all(waiting)
  assert.deepEqual(
    done.map(({ value }) => value),
    [1, 2],
  )
  assert.equal(new Set(done.map(({ threadId }) => threadId)).size, 1)
  assert.equal((await few.run(echoes, [4])).value, 4)
})

test('one caller has at most half of the threads and of the queue, and other callers are served in between', async () => {
  await using few = new Threads(log, { threads: 2, waiting: 4 })
  const [stop, begun] = [new AbortController(), flag()]
  const order: string[] = []
  const ask = (sharer: string) => few.run(echoes, [sharer], { sharer }).then(() => order.push(sharer))
  const spinning = few.run(spins, [begun], { sharer: 'a', signal: stop.signal })
  await hasBegun(begun)
  // The free thread is for other callers.
  const waiting = [ask('a'), ask('a')]
  await assert.rejects(few.run(echoes, [1], { sharer: 'a' }), { status: 503, headers: { 'retry-after': '5' } })
  await ask('b')
  const [stopB, begunB] = [new AbortController(), flag()]
  const spinningB = few.run(spins, [begunB], { sharer: 'b', signal: stopB.signal })
  await hasBegun(begunB)
  waiting.push(ask('b'), ask('c'))
  await assert.rejects(few.run(echoes, [1], { sharer: 'd' }), { status: 503 })
  stop.abort()
  stopB.abort()
  await Promise.allSettled([spinning, spinningB, ...waiting])
  assert.deepEqual(order.toSorted(), ['a', 'a', 'b', 'b', 'c'])
  assert(order.lastIndexOf('a') > order.indexOf('c') || order.lastIndexOf('a') > order.lastIndexOf('b'), order.join())
})

test('a thread starts when it is needed and exits after some idle time', async () => {
  await using few = new Threads(log, { idleSeconds: 0.05 })
  assert.equal(few.alive, 0)
  const first = await few.run(echoes, [1])
  await waitFor(() => few.alive === 0)
  const second = await few.run(echoes, [2])
  assert.notEqual(first.threadId, second.threadId)
})

test('close ends running computations, and rejects waiting and new ones', async () => {
  const closed = new Threads(log, { threads: 1 })
  const begun = flag()
  const spinning = closed.run(spins, [begun])
  const waiting = closed.run(echoes, [1])
  await hasBegun(begun)
  const refusal = { status: 503, message: 'The service is stopping; try again' }
  const both = [spinning, waiting].map((each) => assert.rejects(each, refusal))
  await closed.close()
  await Promise.all(both)
  await assert.rejects(closed.run(echoes, [1]), refusal)
  assert.equal(closed.alive, 0)
})

test('the event loop is free while threads compute', async () => {
  const stop = new AbortController()
  const spinning = [1, 2].map(() => threads.run(spins, [], { signal: stop.signal }))
  for (let turn = 0; turn < 100; turn++) await wait(1)
  stop.abort()
  assert.deepEqual(
    (await Promise.allSettled(spinning)).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
})

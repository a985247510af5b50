import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { mapConcurrently } from './map-concurrently.ts'

const never = new AbortController().signal

test('results are in order, and only `max` tasks run at a time', async () => {
  let [now, max] = [0, 0]
  const results = await mapConcurrently([5, 1, 4, 2, 3], 2, never, async (turns) => {
    max = Math.max(max, ++now)
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    now--
    return turns * 10
  })
  assert.deepEqual([results, max], [[50, 10, 40, 20, 30], 2])
  assert.deepEqual(await mapConcurrently([], 2, never, () => assert.fail()), [])
})

test('after a failure the other tasks are aborted, and no further one begins', async () => {
  const begun: number[] = []
  const told = Promise.withResolvers<void>()
  const failing = mapConcurrently([1, 2, 3, 4], 2, never, async (value, signal) => {
    begun.push(value)
    if (value === 2) throw new Error('two failed')
    signal.addEventListener('abort', () => told.resolve())
    await told.promise
  })
  await assert.rejects(failing, /two failed/)
  await told.promise
  await setImmediate()
  assert.deepEqual(begun, [1, 2])
})

test('an aborted signal starts no task', async () => {
  const reason = new Error('The process is stopping')
  await assert.rejects(
    mapConcurrently([1], 2, AbortSignal.abort(reason), () => assert.fail()),
    reason,
  )
})

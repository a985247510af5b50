import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTemporaryFailure } from './database-errors.ts'
import { serialize } from './mutex.ts'

test('tasks run one after the other, also after one that failed', async () => {
  const order: string[] = []
  const task = (name: string) => async () => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
    if (name === 'a') throw new Error('a fails')
  }
  const done = await Promise.allSettled(['a', 'b', 'c'].map((name) => serialize('test', task(name))))
  assert.deepEqual(order, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  assert.deepEqual(
    done.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  )
})

test('a task that timed out is not run, its error says to try again, and the order of the others stays', async () => {
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const holding = serialize('patience', () => first.promise)
  const late = serialize('patience', async () => order.push('late'), 1)
  await assert.rejects(late, (error) => findTemporaryFailure(error)?.retryAfterSeconds === 5)
  const next = serialize('patience', async () => order.push('next'), 60_000)
  order.push('first ends')
  first.resolve()
  await Promise.all([holding, next])
  assert.deepEqual(order, ['first ends', 'next'])
})

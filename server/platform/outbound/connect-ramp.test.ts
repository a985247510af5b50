/** Which requests to an origin may begin, and in which order. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ConnectRamp } from './connect-ramp.ts'

let ramp: ConnectRamp
let entered: string[]
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] })
  ramp = new ConnectRamp()
  entered = []
})
afterEach(() => mock.timers.reset())

/** @returns a function for each that ends it, once it has entered */
function enter(count: number, owner: string, origin = 'https://hooks.acme.com'): (() => Promise<void>)[] {
  return Array.from({ length: count }, () => {
    const entering = ramp.enter(origin, owner).then((started) => {
      entered.push(owner)
      return started
    })
    return async () => (await entering)()
  })
}

test('64 requests start at a time, and the next one after one of them ends; each origin has its own count', async () => {
  const all = enter(66, 'a')
  enter(1, 'a', 'https://hooks.other.com')
  await setImmediate()
  assert.equal(entered.length, 65)
  await all[0]!()
  await all[0]!()
  await setImmediate()
  assert.equal(entered.length, 66)
})

test('waiting requests start in turn by owner', async () => {
  const all = enter(64, 'a')
  enter(3, 'a')
  enter(1, 'b')
  enter(2, 'c')
  await setImmediate()
  entered = []
  for (const leave of all) await leave()
  await setImmediate()
  assert.deepEqual(entered, ['a', 'b', 'c', 'a', 'c', 'a'])
})

test('a request that hangs lets another one start after 100 ms, and only once', async () => {
  const all = enter(64, 'a')
  enter(70, 'b')
  await setImmediate()
  mock.timers.tick(99)
  await setImmediate()
  assert.equal(entered.length, 64)
  mock.timers.tick(1)
  await setImmediate()
  assert.equal(entered.length, 128)
  for (const leave of all) await leave()
  await setImmediate()
  assert.equal(entered.length, 128)
})

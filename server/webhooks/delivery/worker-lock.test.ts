/** Claims end with the connection of their worker, at the second check that does not find it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policy, useDelivery } from '../../../test/support/delivery.ts'
import { waitFor } from '../../../test/support/waiting.ts'
import { Wakeups } from '../../platform/postgres/wakeups.ts'
import { claimDue } from './claim.ts'
import { messagesNotifyChannel } from './wake.ts'
import { freeLost, holdWorkerLock, newWorkerNumber } from './worker-lock.ts'

const on = useDelivery()

/** A worker's connection and its number. */
async function openWorker(worker = newWorkerNumber()) {
  const { databaseUrl, log } = on.world.base
  const wakeups = new Wakeups(databaseUrl, messagesNotifyChannel, log, (client) => holdWorkerLock(client, worker))
  await wakeups.start()
  return { worker, wakeups }
}

const look = (suspects: number[]) => freeLost(on.world.db, on.world.base.clock(), suspects)
const claim = async (worker: number | null = null) =>
  (await claimDue(on.world.db, on.world.base.clock, 500, policy, { worker })).claimed.length

test('the claims of a worker are freed after its connection has ended, and not before', async () => {
  const [gone, living] = [await openWorker(), await openWorker()]
  await on.enqueue(3)
  assert.equal(await claim(gone.worker), 3)
  await on.enqueue(2, 'wh_2')
  assert.equal(await claim(living.worker), 2)
  assert.deepEqual(await look([gone.worker, living.worker]), [])
  await gone.wakeups.stop()
  await waitFor(async () => (await look([])).length === 1)
  assert.equal(await claim(), 0)
  assert.deepEqual(await look([gone.worker]), [gone.worker])
  assert.equal(await claim(), 3)
  assert.deepEqual(await look([gone.worker]), [])
  await living.wakeups.stop()
})

test('a worker that opened its connection again before the second check keeps its claims', async () => {
  const first = await openWorker()
  await on.enqueue(3)
  assert.equal(await claim(first.worker), 3)
  await first.wakeups.stop()
  await waitFor(async () => (await look([])).length === 1)
  const again = await openWorker(first.worker)
  assert.deepEqual(await look([first.worker]), [])
  assert.equal(await claim(), 0)
  await again.wakeups.stop()
})

test('a worker takes over claims at its second check, and each message is attempted once', async () => {
  const { worker, wakeups } = await openWorker()
  await on.enqueue(3)
  await claim(worker)
  await wakeups.stop()
  const other = on.deliverer()
  await waitFor(async () => (await other.deliverDue()) === 3)
  assert((await on.messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
})

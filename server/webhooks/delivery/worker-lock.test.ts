/** Claims end with the connection of their worker, at the second check that does not find it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { policy, useDelivery } from '../../../test/support/delivery.ts'
import { waitFor } from '../../../test/support/waiting.ts'
import { ProcessConnection } from '../../platform/postgres/process-connection.ts'
import { claimDue } from './claim.ts'
import { freeLost, holdWorkerLock } from './worker-lock.ts'

const on = useDelivery()

/** A worker's connection and its number. */
async function openWorker() {
  const { databaseUrl, log } = on.world.base
  const connection = new ProcessConnection(databaseUrl, log)
  await holdWorkerLock(connection)
  return { worker: connection.number, connection }
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
  await gone.connection.close()
  await waitFor(async () => (await look([])).length === 1)
  assert.equal(await claim(), 0)
  assert.deepEqual(await look([gone.worker]), [gone.worker])
  assert.equal(await claim(), 3)
  assert.deepEqual(await look([gone.worker]), [])
  await living.connection.close()
})

test('a worker that opened its connection again before the second check keeps its claims', async () => {
  const first = await openWorker()
  await on.enqueue(3)
  assert.equal(await claim(first.worker), 3)
  const { rows } = await first.connection.query('select pg_backend_pid() as pid', [])
  // Waits until the session is gone: until then its lock would be taken for one of the new connection.
  await sql`select pg_terminate_backend(${rows[0].pid}, 10000)`.execute(on.world.db)
  await waitFor(async () => (await look([])).length === 0)
  assert.deepEqual(await look([first.worker]), [])
  assert.equal(await claim(), 0)
  await first.connection.close()
})

test('a worker takes over claims at its second check, and each message is attempted once', async () => {
  const { worker, connection } = await openWorker()
  await on.enqueue(3)
  await claim(worker)
  await connection.close()
  const other = on.deliverer()
  await waitFor(async () => (await other.deliverDue()) === 3)
  assert((await on.messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
})

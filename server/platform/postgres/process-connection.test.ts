/** Locks and wake-ups of a process: they end with its connection, and come back with it, whatever it is doing then. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { waitFor } from '../../../test/support/waiting.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { ProcessConnection } from './process-connection.ts'
import { Wakeups } from './wakeups.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

/** A process. */
function open() {
  const connection = new ProcessConnection(world.base.databaseUrl, world.base.log)
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.close() })
}

async function connections(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'minutebook process'`.execute(
    world.db,
  )
  return rows.map(({ pid }) => pid)
}

/** Ends the connections, as a restart of PostgreSQL does. */
async function cut(): Promise<void> {
  const lost = await connections()
  await sql`select pg_terminate_backend(pid) from unnest(${lost}::integer[]) as pid`.execute(world.db)
  await waitFor(async () => !(await connections()).some((pid) => lost.includes(pid)))
}

const lost = () => assert.fail('the lock was lost')

test('processes count who holds a lock; one connection has all locks, and each is released once', async () => {
  await using one = open()
  await using other = open()
  await Promise.all([one.hold('here'), one.hold('here'), other.hold('here'), one.hold('also')])
  assert.deepEqual([await one.countHolders('here'), await other.countHolders('also')], [2, 1])
  assert.equal((await connections()).length, 2)
  await one.release('here')
  await one.release('never held')
  assert.deepEqual([await other.countHolders('here'), await other.countHolders('also')], [1, 1])
  await one.close()
  await waitFor(async () => (await other.countHolders('also')) === 0)
})

test('an exclusive lock has one holder, in all processes and in its own', async () => {
  await using one = open()
  await using other = open()
  const taken = await Promise.all([one.tryHold('file', lost), one.tryHold('file', lost)])
  assert.equal(taken.filter((release) => release !== null).length, 1)
  assert.equal(await other.tryHold('file', lost), null)
  await taken.find((release) => release !== null)!()
  const next = await other.tryHold('file', lost)
  assert(next)
  assert.equal(await one.tryHold('file', lost), null)
  await next()
})

test('after a loss shared locks are taken again; the holder of an exclusive lock is told, and has it no more', async () => {
  await using one = open()
  await using other = open()
  await one.hold('shared')
  let losses = 0
  const release = await one.tryHold('file', () => losses++)
  await cut()
  await waitFor(async () => losses === 1 && (await other.countHolders('shared')) === 1)
  const next = await other.tryHold('file', lost)
  assert(next, 'it is free')
  await release!()
  assert.equal(await one.tryHold('file', lost), null, 'the late release did not end that of another')
  await next()
})

test('a lock that another request of the process took after a loss is not released by the first one', async () => {
  await using one = open()
  await using other = open()
  let losses = 0
  const first = await one.tryHold('file', () => losses++)
  await cut()
  await waitFor(() => losses === 1)
  const second = await one.tryHold('file', lost)
  await first!()
  assert.equal(await other.tryHold('file', lost), null)
  await second!()
})

test('a lost connection is opened again, and wakes for the signals that it missed', async () => {
  await using one = open()
  const wakeups = new Wakeups(one, 'minutebook_test')
  await wakeups.start()
  await cut()
  await wakeups.woken(60_000)
  assert.equal((await connections()).length, 1)
  await one.notify('minutebook_test')
  await wakeups.woken(60_000)
})

test('a stop at any moment leaves no connection: before it is opened again, and while it is opened', async () => {
  const one = open()
  await one.open()
  await cut()
  await one.close()
  const other = open()
  const opening = other.open()
  await other.close()
  await opening.catch(() => {})
  await setTimeout(1_200)
  assert.deepEqual(await connections(), [])
  await assert.rejects(other.hold('late'), /closed/)
})

test('PostgreSQL ends the connection of a machine that is gone', async () => {
  await using one = open()
  const { rows } = await one.query(
    `select name, setting from pg_settings where name like 'tcp_%' and source = 'client' order by name`,
    [],
  )
  assert.deepEqual(
    rows.map(({ name, setting }) => [name, setting]),
    [
      ['tcp_keepalives_count', '3'],
      ['tcp_keepalives_idle', '10'],
      ['tcp_keepalives_interval', '5'],
      ['tcp_user_timeout', '25000'],
    ],
  )
})

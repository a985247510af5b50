/** The connection for wake-ups ends with its owner, whatever it is doing at that moment. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { waitFor } from '../../../test/support/waiting.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { Wakeups } from './wakeups.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

const open = () => new Wakeups(world.base.databaseUrl, 'minutebook_test', world.base.log)

async function connections(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'minutebook wakeups'`.execute(
    world.db,
  )
  return rows.length
}

/** Ends the connections, as a restart of PostgreSQL does. */
async function cut(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'minutebook wakeups'`.execute(world.db)
  await waitFor(async () => (await connections()) === 0)
}

test('a lost connection is opened again, and wakes for the signals that it missed', async () => {
  const wakeups = open()
  await wakeups.start()
  await wakeups.woken(0)
  await cut()
  await wakeups.woken(60_000)
  assert.equal(await connections(), 1)
  await wakeups.stop()
  await waitFor(async () => (await connections()) === 0)
})

test('a stop before a lost connection is opened again leaves no connection', async () => {
  const wakeups = open()
  await wakeups.start()
  await cut()
  await wakeups.stop()
  await setTimeout(1_500)
  assert.equal(await connections(), 0)
})

test('a stop while a connection is being opened leaves no connection', async () => {
  const wakeups = open()
  const started = wakeups.start()
  await wakeups.stop()
  await started.catch(() => {})
  await setTimeout(200)
  assert.equal(await connections(), 0)
})

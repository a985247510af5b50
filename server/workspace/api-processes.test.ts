/** Processes of the API know whether they are alone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { waitFor } from '../../test/support/waiting.ts'
import { openWorld, type World } from '../../test/support/world.ts'
import { ApiProcesses } from './api-processes.ts'

let world: World
before(async () => {
  // Its own API must not count as one of the others.
  world = await openWorld({ API_RATE_PER_SECOND: '0' }, { anew: true })
})
after(() => world[Symbol.asyncDispose]())

async function open() {
  const processes = new ApiProcesses(world.base.databaseUrl, world.base.counts.db, world.base.log)
  await processes.start()
  return processes
}

/** The connections of this database's processes. */
async function holders(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and classid = ${0x61706970}::bigint and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(world.db)
  return rows.map(({ pid }) => pid)
}

test('a process that starts knows the other processes at once, and they know it', async () => {
  const one = await open()
  assert.equal(one.hasOthers, false)
  const other = await open()
  assert.equal(other.hasOthers, true)
  await waitFor(() => one.hasOthers)
  await Promise.all([one.stop(), other.stop()])
})

test('a lost connection is opened again, and its process is known as before', async () => {
  const [one, other] = [await open(), await open()]
  const lost = await holders()
  await sql`select pg_terminate_backend(pid) from unnest(${lost}::integer[]) as pid`.execute(world.db)
  await waitFor(async () => {
    const again = await holders()
    return again.length === 2 && !again.some((pid) => lost.includes(pid))
  })
  const third = await open()
  assert.equal(third.hasOthers, true)
  await waitFor(() => one.hasOthers && other.hasOthers)
  await Promise.all([one, other, third].map((processes) => processes.stop()))
})

test('a first check that fails is repeated later', async () => {
  const taken = await world.base.counts.pool.connect()
  const one = await open()
  taken.release()
  const other = await open()
  await waitFor(() => one.hasOthers && other.hasOthers)
  await Promise.all([one.stop(), other.stop()])
})

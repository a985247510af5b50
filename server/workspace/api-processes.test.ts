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

test('who starts knows of the others at once, and they hear of it', async () => {
  const one = await open()
  assert.equal(one.hasOthers, false)
  const other = await open()
  assert.equal(other.hasOthers, true)
  await waitFor(() => one.hasOthers)
  await Promise.all([one.stop(), other.stop()])
})

test('a connection that was lost is made again, and its process is known as before', async () => {
  const [one, other] = [await open(), await open()]
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 1634756976 and objsubid = 2`.execute(
    world.db,
  )
  await waitFor(async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = 1634756976`.execute(
      world.db,
    )
    return rows.length === 2
  })
  const third = await open()
  assert.deepEqual(
    [one, other, third].map((processes) => processes.hasOthers),
    [true, true, true],
  )
  await Promise.all([one, other, third].map((processes) => processes.stop()))
})

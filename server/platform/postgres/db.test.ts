import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openWorld, type World } from '../../../test/support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

test('a connection that PostgreSQL ended is not used again', async () => {
  for (let round = 0; round < 50; round++) {
    await assert.rejects(sql`select pg_terminate_backend(pg_backend_pid())`.execute(world.db), /terminating connection/)
    await sql`select ${round}::integer`.execute(world.db)
  }
})

test('a connection that PostgreSQL ends between the statements of a transaction fails only that transaction', async () => {
  const transaction = world.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 10000)`.execute(world.db)
    await setTimeout(100)
    await sql`select 1`.execute(tx)
  })
  await assert.rejects(transaction)
  await sql`select 1`.execute(world.db)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld, type World } from '../../test/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

test('a connection that PostgreSQL ended is not lent again', async () => {
  for (let round = 0; round < 50; round++) {
    await assert.rejects(sql`select pg_terminate_backend(pg_backend_pid())`.execute(world.db), /terminating connection/)
    await sql`select ${round}::integer`.execute(world.db)
  }
})

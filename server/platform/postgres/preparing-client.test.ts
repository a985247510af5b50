/** Each connection keeps a bounded number of statements, and evicts the one that was used least recently. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld, type World } from '../../../test/support/world.ts'
import type { Db } from './db.ts'
import { maxStatements } from './preparing-client.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

/** Runs a statement of its own for each number, and checks the number in its text and the one that it was given. */
async function run(db: Db, number: number, value: number): Promise<void> {
  const { rows } = await sql<{ made: number; given: number }>`
    select ${sql.lit(number)} as made, ${value}::integer as given, 'numbered' as numbered`.execute(db)
  assert.deepEqual([rows[0]!.made, rows[0]!.given], [number, value])
}

async function kept(db: Db): Promise<number[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like ${'%as numbered%'}
    order by prepare_time, length(name), name`.execute(db)
  return rows
    .map(({ statement }) => Number(/select (\d+)/.exec(statement)?.[1]))
    .filter((number) => !Number.isNaN(number))
}

const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index)

test('a connection keeps the most recently used statements, up to a limit', async () => {
  await world.db.connection().execute(async (db) => {
    for (const number of range(0, 3 * maxStatements)) await run(db, number, 1)
    // The statement of `kept` is kept too.
    const last = 3 * maxStatements
    assert.deepEqual(await kept(db), range(last - maxStatements + 1, last))
    assert.deepEqual(await kept(db), range(last - maxStatements + 1, last), 'asking again evicts nothing')
    // A statement that is used stays while others are evicted.
    for (const number of range(0, maxStatements + 50)) {
      await run(db, number, 2)
      await run(db, 100_000, number)
    }
    assert((await kept(db)).includes(100_000))
  })
})

test('evicted statements are prepared again, also after failures in the meantime', async () => {
  await world.db.connection().execute(async (db) => {
    for (const round of [1, 2, 3]) {
      for (const number of range(0, maxStatements + 3)) {
        if (number % 10 === 0) {
          await assert.rejects(sql`select ${sql.lit(number)} / ${round - round}::integer as broken`.execute(db))
          await assert.rejects(sql`select no_such_column_${sql.lit(number)} as unparsed, ${round}::integer`.execute(db))
        }
        await run(db, number, round)
      }
    }
  })
})

test('a failed transaction evicts as well, and later statements are prepared correctly', async () => {
  await world.db.connection().execute(async (db) => {
    for (const number of range(0, maxStatements)) await run(db, number, 1)
    const failed = db.transaction().execute(async (tx) => {
      await assert.rejects(sql`select 1 / ${0}::integer`.execute(tx))
      for (const number of range(1_000, 1_000 + maxStatements)) await assert.rejects(run(tx, number, 1), /aborted/)
      throw new Error('undone')
    })
    await assert.rejects(failed, /undone/)
    assert.deepEqual(await kept(db), [])
    for (const number of range(0, maxStatements)) await run(db, number, 2)
    for (const number of range(1_000, 1_000 + maxStatements)) await run(db, number, 2)
    assert.equal((await kept(db)).length, maxStatements - 1)
  })
})

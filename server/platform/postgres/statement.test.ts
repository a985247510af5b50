import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Db } from './db.ts'
import { Statement } from './statement.ts'

type Request = { person: { id: string; admin: boolean }; since: Date | null; word?: string; limit: number }

/** A database that notes what is run. */
function listeningDb() {
  const run: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void run.push(query),
  })
  return { db: db as unknown as Db, run }
}

function peopleStatement() {
  const built: Request[] = []
  const statement = new Statement((db: Db, request: Request) => {
    built.push(request)
    const { person, since, word, limit } = request
    const mine = person.admin ? sql`true` : sql`owner = ${person.id}`
    const recent = since ? sql`at >= ${since} and seen >= ${since}` : sql`true`
    const named = word == null ? sql`true` : sql`${word} = name`
    const rows = sql<object>`select id from things where kind = ${'kept'} and ${named} and ${recent} and ${mine} limit ${sql.lit(limit)}`
    return { compile: () => rows.compile(db) }
  })
  return { statement, built }
}

const ada = { id: 'u_ada', admin: false }
const day = (text: string) => new Date(`${text}T00:00:00Z`)

test('requests that differ in texts and moments share a statement, each with its own values in their places', async () => {
  const { db, run } = listeningDb()
  const { statement, built } = peopleStatement()
  await statement.run(db, { person: ada, since: day('2026-01-05'), word: 'a', limit: 21 })
  await statement.run(db, { person: { ...ada, id: 'u_bo' }, since: day('2026-01-06'), word: 'b', limit: 21 })
  assert.equal(built.length, 1)
  assert.equal(run[0]!.sql, run[1]!.sql)
  // A value that is named twice is one parameter.
  assert.equal(
    run[0]!.sql,
    'select id from things where kind = $1 and $2 = name and at >= $3 and seen >= $3 and owner = $4 limit 21',
  )
  assert.deepEqual(run[0]!.parameters, ['kept', 'a', day('2026-01-05'), 'u_ada'])
  assert.deepEqual(run[1]!.parameters, ['kept', 'b', day('2026-01-06'), 'u_bo'])
})

test('whatever else a request says has a statement of its own', async () => {
  const { db, run } = listeningDb()
  const { statement, built } = peopleStatement()
  const request = { person: ada, since: null, limit: 21 }
  const others = [
    { ...request, limit: 51 },
    { ...request, person: { ...ada, admin: true } },
    { ...request, since: day('2026-01-05') },
    { ...request, word: '' },
  ]
  for (const each of [request, ...others]) await statement.run(db, each)
  for (const each of [request, ...others]) await statement.run(db, each)
  assert.equal(built.length, 5)
  assert.equal(new Set(run.map((each) => each.sql)).size, 5)
  assert.deepEqual(run.slice(5), run.slice(0, 5))
})

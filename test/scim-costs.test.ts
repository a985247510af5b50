/** What SCIM's look-ups cost: the same in a workspace of any size (docs/decisions/scim.md). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { acme } from './support/acme.ts'
import { rowsRead } from './support/rows-read.ts'
import { scim } from './support/scim.ts'
import { openWorld, type World } from './support/world.ts'

const people = 2_000

let world: World
before(async () => {
  world = await openWorld({}, { anew: true })
  await world.load(...acme())
  await sql`
    insert into users (workspace_id, id, email, email_folded, full_name, created_at)
    select 'ws_acme', 'u_' || n, n || '@acme.test', n || '@acme.test', 'N', to_timestamp(1700000000 + n)
    from generate_series(1, ${people}::int) n`.execute(world.db)
  await sql`
    insert into scim_people (workspace_id, user_id, external_id)
    select 'ws_acme', 'u_' || n, 'x' || n from generate_series(1, ${people}::int) n`.execute(world.db)
  await sql`
    insert into channels (workspace_id, id, title, private, created_at)
    select 'ws_acme', 'ch_' || n, 'Group ' || n, true, to_timestamp(1700000000 + n) from generate_series(1, 1000) n`.execute(
    world.db,
  )
  await sql`insert into scim_groups select 'ws_acme', 'ch_' || n, 'g' || n from generate_series(1, 1000) n`.execute(
    world.db,
  )
  await sql`analyze`.execute(world.db)
})
after(() => world[Symbol.asyncDispose]())

/** Rows of these tables that the request reads. */
async function cost(path: string): Promise<number> {
  const tables = ['users', 'scim_people', 'channels', 'scim_groups', 'channel_members'] as const
  const read = async () => {
    let sum = 0
    for (const table of tables) sum += await rowsRead(world.db, table)
    return sum
  }
  const before = await read()
  const { status, body } = await scim(world, 'GET', path)
  assert.equal(status, 200)
  assert((body.totalResults ?? 1) <= 3, path)
  return (await read()) - before
}

test('one user, one group, and filters read a few rows, not those of the workspace', async () => {
  const filters = [
    ...[
      'id eq "u_7"',
      'userName eq "7@acme.test"',
      'externalId eq "x7"',
      'emails[type eq "work" and value eq "7@acme.test"]',
    ],
    ...[
      'userName eq "7@acme.test" and active eq true',
      'id eq "u_7" or externalId eq "x8" or userName eq "9@acme.test"',
    ],
  ]
  const groups = [
    'id eq "ch_7"',
    'displayName eq "Group 7"',
    'externalId eq "g7"',
    'id eq "ch_7" and members eq "u_7"',
    'members eq "u_7"',
  ]
  const paths = [
    ...['/Users/u_7', '/Groups/ch_7'],
    ...filters.map((filter) => `/Users?filter=${encodeURIComponent(filter)}`),
    ...groups.map((filter) => `/Groups?filter=${encodeURIComponent(filter)}`),
  ]
  for (const path of paths) {
    const rows = await cost(path)
    // Two statements, each looks a few keys up, and planning reads some; the workspace has 2,000 and 1,000.
    assert(rows < 200, `${path} reads ${rows} rows`)
  }
})

/** Sight that an import computes at its end follows the rule, and so do the changes for followers. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { written } from '../../../../test/support/askers.ts'
import { tries } from '../../../../test/support/random.ts'
import { randomWorkspace } from '../../../../test/support/random-world.ts'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/world-database.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { postponeSight } from './write-sight.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database[Symbol.asyncDispose]())
beforeEach(() => database.empty())

const worlds = tries({ suite: 15, deep: 500 })

test(`random worlds, each imported over the previous one, have the sight of the rule (${worlds})`, async () => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(randomWorkspace, randomWorkspace, async (first, second) => {
      const name = `j${++number}`
      for (const model of [first, second]) {
        const { api_keys: _, ...workspace } = written(name, model) as { api_keys: unknown }
        // The second world may contradict the first one; then the whole import fails.
        await database.load({ version: 1, workspaces: [workspace] }).catch((error) => {
          if (error.name !== 'WorldError') throw error
        })
        assert.deepEqual(await differences(), [])
      }
    }),
    { numRuns: worlds },
  )
})

test('sight that is not computed explicitly is computed at the commit', async () => {
  await loadChannel(3)
  const join = async (tx: Tx) => {
    await postponeSight(tx)
    await sql`insert into shares (workspace_id, note_id, user_id, by_user_id) values ('ws', 'n_1', 'u_2', 'u_1')`.execute(
      tx,
    )
    const { rows } = await sql`select from person_sight where user_id = 'u_2'`.execute(tx)
    assert.equal(rows.length, 0)
  }
  await database.db.transaction().execute(join)
  assert.deepEqual(await seenBy('u_2'), ['n_1'])
  assert.deepEqual(await differences(), [])
  const { rows } = await sql`select from postponed_sight`.execute(database.db)
  assert.equal(rows.length, 0)
})

test('a failed import leaves sight as it was', async () => {
  await loadChannel(3)
  const shared = { id: 'n_1', title: 'One', created_by: 'u_1', shared_with: [{ user: 'u_2' }] }
  const wrong = { ...shared, id: 'n_2', shared_with: [{ user: 'nobody' }] }
  await assert.rejects(database.load(world({ notes: [shared, wrong] })), /there is no user nobody/)
  assert.deepEqual(await seenBy('u_2'), [])
})

test('a removed person has no sight, and a note with a changed creation time keeps its readers', async () => {
  await loadChannel(2)
  await sql`insert into channel_members (workspace_id, channel_id, user_id) values ('ws', 'ch', 'u_2')`.execute(
    database.db,
  )
  await sql`update notes set created_at = '2020-01-01' where workspace_id = 'ws' and id = 'n_1'`.execute(database.db)
  assert.deepEqual(await seenBy('u_2'), ['n_1', 'n_2'])
  assert.deepEqual(await differences(), [])
  await sql`delete from users where workspace_id = 'ws' and id = 'u_2'`.execute(database.db)
  assert.deepEqual(await seenBy('u_2'), [])
})

test('after a person joins two channels and leaves one, each object is visible once, and stays visible for any reason', async () => {
  const note = (id: string, channels: string[], more = {}) => ({
    id,
    title: id,
    created_by: 'u_1',
    published_to: channels.map((channel) => ({ channel })),
    ...more,
  })
  const recording = (id: string, channels: string[]) => ({
    id,
    note: 'n_both',
    title: id,
    published_to: channels.map((channel) => ({ channel })),
  })
  await database.load(
    world({
      channels: ['ch', 'other'].map((id) => ({ id, title: id, members: ['u_1'] })),
      notes: [
        ...[note('n_both', ['ch', 'other']), note('n_ch', ['ch']), note('n_nowhere', [])],
        note('n_shared', ['ch'], { shared_with: [{ user: 'u_2' }] }),
      ],
      recordings: [recording('r_both', ['ch', 'other']), recording('r_ch', ['ch'])],
    }),
  )
  await sql`insert into channel_members (workspace_id, channel_id, user_id) values ('ws', 'ch', 'u_2'), ('ws', 'other', 'u_2')`.execute(
    database.db,
  )
  assert.deepEqual(await seenBy('u_2'), ['n_both', 'n_ch', 'n_shared'])
  assert.deepEqual(await differences(), [])
  await sql`delete from channel_members where workspace_id = 'ws' and channel_id = 'ch' and user_id = 'u_2'`.execute(
    database.db,
  )
  assert.deepEqual(await seenBy('u_2'), ['n_both', 'n_shared'])
  assert.deepEqual(await differences(), [])
})

test('a person who joins or leaves a channel is one change, whatever the channel has, and changes no sight', async () => {
  await loadChannel(1_001)
  const rows = async () => (await sql`select from sight`.execute(database.db)).rows.length
  const [before, changes] = [await rows(), await unnumbered()]
  await sql`insert into channel_members (workspace_id, channel_id, user_id) values ('ws', 'ch', 'u_2')`.execute(
    database.db,
  )
  assert.equal((await seenBy('u_2')).length, 1_001)
  assert.deepEqual([await rows(), await unnumbered()], [before, changes + 1])
  await sql`delete from channel_members where workspace_id = 'ws' and user_id = 'u_2'`.execute(database.db)
  assert.deepEqual(await seenBy('u_2'), [])
  assert.deepEqual([await rows(), await unnumbered()], [before, changes + 2])
})

/** Rows that are only in the tables, or only in the rule's views. */
async function differences(): Promise<unknown[]> {
  const { rows } = await sql`
    with rule as (
      select reader.workspace_id, reader.reader_kind, reader.reader_id, reader.kind, thing.created_at, reader.id
      from readers reader join things thing using (workspace_id, kind, id))
    (table rule except table sight) union all (table sight except table rule)`.execute(database.db)
  return rows
}

const world = (more: object) => ({
  version: 1,
  workspaces: [
    {
      id: 'ws',
      subdomain: 'ws',
      name: 'Ws',
      users: ['u_1', 'u_2'].map((id) => ({ id, email: `${id}@ws.test`, full_name: id })),
      ...more,
    },
  ],
})

/** u_1 has created this number of notes, all published in a channel without u_2. */
async function loadChannel(notes: number): Promise<void> {
  const published = (n: number) => ({
    id: `n_${n + 1}`,
    title: `Note ${n}`,
    created_by: 'u_1',
    published_to: [{ channel: 'ch' }],
  })
  const channels = [{ id: 'ch', title: 'Channel', members: ['u_1'] }]
  await database.load(world({ channels, notes: Array.from({ length: notes }, (_, n) => published(n)) }))
}

async function seenBy(person: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from person_sight
    where workspace_id = 'ws' and user_id = ${person} and kind = 'note' order by 1`.execute(database.db)
  return rows.map(({ id }) => id)
}

async function unnumbered(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from unnumbered_changes`.execute(
    database.db,
  )
  return rows[0]!.count
}

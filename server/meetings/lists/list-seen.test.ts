/** A list of what a person and their channels read has each thing once, in order, however it is put together. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../../test/support/world-database.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { listSeen } from './list-seen.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}_${index}`)
  const people = ['u_maker', 'u_few', 'u_50', 'u_51', 'u_all'].map((id) => ({
    id,
    email: `${id}@ws.test`,
    full_name: id,
  }))
  const isIn = (id: string, channel: number) =>
    id === 'u_maker' || id === 'u_all' || channel < { u_few: 3, u_50: 50, u_51: 51 }[id as 'u_few']
  await database.load({
    version: 1,
    workspaces: [
      {
        id: 'ws',
        subdomain: 'ws',
        name: 'Ws',
        users: people,
        channels: ids(60, 'ch').map((id, index) => ({
          id,
          title: id,
          members: people.map((person) => person.id).filter((person) => isIn(person, index)),
        })),
        // Half are in two channels, a fifth in the first; only the last channel has any of the newest 300. Three of a moment.
        notes: ids(900, 'n').map((id, index) => ({
          id,
          title: id,
          created_by: 'u_maker',
          created_at: new Date(1.7e12 - Math.floor(index / 3) * 1000).toISOString(),
          published_to: (index < 300 ? [59] : [...new Set([index % 60, index % 5 ? (index % 2) * 30 : 0])]).map(
            (channel) => ({ channel: `ch_${channel}`, by: 'u_maker' }),
          ),
          shared_with: index % 11 ? [] : [{ user: 'u_few', by: 'u_maker' }],
        })),
      },
    ],
  })
})
after(() => database[Symbol.asyncDispose]())

for (const id of ['u_few', 'u_50', 'u_51', 'u_all']) {
  test(`the lists of ${id} are what they and their channels read`, async () => {
    const caller = { workspace: { id: 'ws' }, user: { id }, superAdmin: false } as unknown as Caller
    for (const newestFirst of [true, false]) {
      const order = newestFirst ? sql`created_at desc, id desc` : sql`created_at, id`
      const all = await read(sql`select distinct created_at, id from person_sight seen
        where workspace_id = 'ws' and kind = 'note' and user_id = ${id} order by ${order}`)
      assert.ok(all.length > 150)
      for (const skipped of [0, 100, all.length - 1]) {
        const from = all[skipped]!
        const range = sql<boolean>`(created_at, id) ${newestFirst ? sql`<=` : sql`>=`} (${from.created_at}::timestamptz, ${from.id}::text)`
        for (const most of [21, 101, 1_001]) {
          const list = listSeen(caller, 'note', { range, newestFirst, most })
          const listed = await read(sql`select * from ${list} list`)
          assert.deepEqual(listed, all.slice(skipped, skipped + most), `${skipped} ${most} ${newestFirst}`)
        }
      }
    }
  })
}

async function read(query: ReturnType<typeof sql>): Promise<{ id: string; created_at: Date }[]> {
  const { rows } = await (query as ReturnType<typeof sql<{ id: string; created_at: Date }>>).execute(database.db)
  return rows.map(({ id, created_at }) => ({ id, created_at }))
}

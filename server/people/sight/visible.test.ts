/** Whether a person sees a thing is asked of the thing: the rest of what they see is not read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../../test/support/world-database.ts'
import { recordingVisibleTo } from './visible.ts'

test('the recordings of a page are probed, however many a person sees', async () => {
  await using database = await openTestDatabase()
  const ids = Array.from({ length: 300 }, (_, index) => `n_${String(index).padStart(3, '0')}`)
  await database.load({
    version: 1,
    workspaces: [
      {
        id: 'ws',
        subdomain: 'ws',
        name: 'Ws',
        users: [{ id: 'u_0', email: 'u_0@ws.test', full_name: 'Ada' }],
        notes: ids.map((id) => ({ id, title: id, created_by: 'u_0' })),
        recordings: ids.map((id) => ({ id: id.replace('n', 'r'), note: id, title: id })),
      },
    ],
  })
  const entriesRead = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(database.db)
    const { rows } = await sql<{ read: string }>`select pg_stat_get_tuples_returned('sight'::regclass)
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'sight') as read`.execute(database.db)
    return Number(rows[0]!.read)
  }
  const before = await entriesRead()
  const { rows } = await sql<{ seen: string[] }>`
    select array(select id from recordings where workspace_id = notes.workspace_id and note_id = notes.id
      and ${recordingVisibleTo('u_0')}) as seen
    from notes where workspace_id = 'ws' and id = any(${ids.slice(0, 20)}) order by id`.execute(database.db)
  assert.deepEqual(
    rows.map(({ seen }) => seen[0]),
    ids.slice(0, 20).map((id) => id.replace('n', 'r')),
  )
  assert.ok((await entriesRead()) - before <= 40)
})

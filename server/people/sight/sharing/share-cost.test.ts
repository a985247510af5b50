/** A share is judged by the attendees of its note, also while PostgreSQL has no statistics, as after an import. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { openTestDatabase } from '../../../../test/support/world-database.ts'

test('a share of a note, and of its series, reads few of the invitations', async () => {
  await using database = await openTestDatabase()
  const numbers = Array.from({ length: 300 }, (_, index) => index)
  const at = '2026-01-05T09:00:00Z'
  await database.load({
    version: 1,
    workspaces: [
      {
        id: 'ws',
        subdomain: 'ws',
        name: 'Ws',
        users: ['ada', 'bo'].map((id) => ({ id, email: `${id}@ws.test`, full_name: id })),
        series: [{ id: 'se_0', title: 'Weekly' }],
        events: numbers.map((number) => ({
          guid: `evt_${number}`,
          title: 'Plan',
          start: at,
          end: at,
          ...(number === 0 ? { series: 'se_0' } : {}),
          attendees: [{ email: 'ada@ws.test' }],
        })),
        notes: numbers.map((number) => ({ id: `n_${number}`, title: 'Plan', event: `evt_${number}` })),
      },
    ],
  })
  const { db } = database
  for (const share of [
    sql`insert into shares (workspace_id, note_id, user_id, by_user_id) values ('ws', 'n_1', 'bo', 'ada')`,
    sql`insert into series_shares (workspace_id, series_id, user_id, by_user_id) values ('ws', 'se_0', 'bo', 'ada')`,
  ]) {
    const before = await rowsRead(db, 'event_attendees')
    await share.execute(db)
    assert.ok((await rowsRead(db, 'event_attendees')) - before <= 40)
  }
  const { rows } = await sql<{ id: string }>`select id from sight where reader_id = 'bo' order by id`.execute(db)
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['n_0', 'n_1'],
  )
})

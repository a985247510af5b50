/** The cost of the title index for writing a note: writes notes with and without it, and rolls everything back. */
import pg from 'pg'
import type { Base } from '../server/app/base.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { quantile } from './quantile.ts'

const notes = 10_000
const rounds = 5

/** @returns milliseconds a note, the median of the rounds */
export async function writingCost(base: Base, workspaceId: string): Promise<number> {
  const client = new pg.Client({ connectionString: asSuperuser(base.databaseUrl) })
  await client.connect()
  const costs: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const without = await timeToWrite(client, workspaceId, 'drop index notes_title_runs')
      costs.push(((await timeToWrite(client, workspaceId, '')) - without) / notes)
    }
  } finally {
    await client.end()
  }
  return quantile(costs, 0.5)
}

/** Without updating sight, which costs the same in both cases. */
async function timeToWrite(client: pg.Client, workspaceId: string, before: string): Promise<number> {
  await client.query(`begin; set local session_replication_role = 'replica'; ${before}`)
  const start = performance.now()
  await client.query(
    `insert into notes (workspace_id, id, title, title_folded, created_at, updated_at)
    select $1, 'new_' || id, title, title_folded, created_at, updated_at from notes
    where workspace_id = $1 order by id limit $2`,
    [workspaceId, notes],
  )
  const milliseconds = performance.now() - start
  await client.query('rollback')
  return milliseconds
}

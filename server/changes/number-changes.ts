/** Numbers what changed, so that followers can say how far they have read (decision 45; migrations/0030_changes.sql). */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'

/** Rows numbered in one transaction: a large import holds up nobody for long. */
const batchSize = 5_000

export type NumberingDeps = { db: Db; clock: Clock }

/**
 * Numbers the committed changes of a workspace. Any process may do so, one at a time; who comes second waits for the first.
 * @returns the last number of the workspace
 */
export async function numberChanges(deps: NumberingDeps, workspaceId: string): Promise<number> {
  while (await hasUnnumbered(deps.db, workspaceId)) await numberSome(deps, workspaceId)
  const counter = await deps.db
    .selectFrom('change_counters')
    .select('last_number')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return Number(counter?.last_number ?? 0)
}

/**
 * What tells whether somebody who has read up to a number may go on.
 * @returns `forgotten`: the last number that is forgotten; `newest` and `newestRead`: when the last change of all, and the last
 *   up to that number, were numbered, in milliseconds; 0 if there is none
 */
export async function readBounds(db: Db, workspaceId: string, number: number) {
  const newestUpTo = (condition: RawBuilder<unknown>) => sql<Date | null>`(select at from changes
    where workspace_id = ${workspaceId} and ${condition} order by number desc limit 1)`
  const { rows } = await sql<{ forgotten: string | null; newest: Date | null; newest_read: Date | null }>`
    select (select forgotten_number from change_counters where workspace_id = ${workspaceId}) as forgotten,
      ${newestUpTo(sql`true`)} as newest, ${newestUpTo(sql`number <= ${number}`)} as newest_read`.execute(db)
  const { forgotten, newest, newest_read } = rows[0]!
  return { forgotten: Number(forgotten ?? 0), newest: Number(newest), newestRead: Number(newest_read) }
}

/** The workspaces that have changes without a number. */
export async function findUnnumbered(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('unnumbered_changes').select('workspace_id').distinct().execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

async function hasUnnumbered(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('unnumbered_changes')
    .select('written')
    .where('workspace_id', '=', workspaceId)
    .orderBy('written')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function numberSome({ db, clock }: NumberingDeps, workspaceId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`insert into change_counters (workspace_id) values (${workspaceId}) on conflict do nothing`.execute(tx)
    const { last_number } = await tx
      .selectFrom('change_counters')
      .select('last_number')
      .where('workspace_id', '=', workspaceId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Of the changes of a thing that are for everyone who sees it, only the last is kept.
    await sql`
      with taken as (
        delete from unnumbered_changes where written = any(array(
          select written from unnumbered_changes where workspace_id = ${workspaceId}
          order by written limit ${sql.lit(batchSize)}))
        returning written, kind, id, people, coalesce(sight = 'lost', false) as lost
      ), lasting as (
        select written, kind, id, people, lost from (
          select *, row_number() over (partition by kind, id, people is null order by written desc) as from_last from taken) ranked
        where people is not null or from_last = 1
      ), numbered as (
        insert into changes (workspace_id, number, kind, id, people, lost, at)
        select ${workspaceId}, ${last_number}::bigint + row_number() over (order by written), kind, id, people, lost,
          ${clock()}::timestamptz
        from lasting
        on conflict (workspace_id, kind, id) where people is null
          do update set number = excluded.number, at = excluded.at
        returning number
      )
      update change_counters set last_number = coalesce((select max(number) from numbered), last_number)
      where workspace_id = ${workspaceId}`.execute(tx)
  })
}

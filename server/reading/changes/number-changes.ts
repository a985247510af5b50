/**
 * Numbers what changed, so that followers can say how far they have read (decision 45; migrations/0011_changes.sql). The
 * statements are planned again each time: the tables are often empty, and with a plan cached from then PostgreSQL would
 * read full tables to the end.
 */
import { type RawBuilder, sql } from 'kysely'
import { takesChanges } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import { type Db, lockKey } from '../../platform/postgres/db.ts'
import { serialize } from '../../platform/postgres/mutex.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'

/**
 * Changes numbered in one transaction: a large import blocks nobody for long. One row may name up to 1,000 more things.
 */
const batchSize = 5_000

/** How far the changes of a workspace go. Times are milliseconds, 0 where there is none. */
export type Bounds = {
  /** The last number. */
  last: number
  /** The last number that is forgotten. */
  forgotten: number
  /** When the last change was numbered. */
  newestAt: number
  /** When the last change that somebody has read was numbered. */
  newestReadAt: number
}

/**
 * Numbers the changes of a workspace that are committed by now. Later ones may be numbered by the next request.
 * @param readUpTo  the number of the last change that the caller has read, for `newestReadAt`
 */
export async function numberChanges(
  context: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
  readUpTo = 0,
): Promise<Bounds> {
  const bounds = await readBounds(context.db, workspaceId, readUpTo)
  if (!bounds.hasUnnumbered) return bounds
  await numberTogether(context, workspaceId)
  return readBounds(context.db, workspaceId, readUpTo)
}

/** The runs that have not begun, by database and workspace. */
const nextRuns = new WeakMap<Db, Map<string, Promise<void>>>()

/**
 * Requests that come during a run share the next one. With hundreds of followers most requests meet a new change; without
 * this each would wait for the others in PostgreSQL, with a connection of its own.
 */
function numberTogether(context: Pick<Context, 'db' | 'clock'>, workspaceId: string): Promise<void> {
  const runs = nextRuns.get(context.db) ?? new Map<string, Promise<void>>()
  nextRuns.set(context.db, runs)
  const shared = runs.get(workspaceId)
  if (shared) return shared
  const run = serialize(`number changes ${workspaceId}`, async () => {
    runs.delete(workspaceId)
    while (await numberBatch(context, workspaceId));
  })
  runs.set(workspaceId, run)
  return run
}

async function readBounds(db: Db, workspaceId: string, readUpTo: number): Promise<Bounds & { hasUnnumbered: boolean }> {
  const counter = (column: string) => sql<string | null>`(select ${sql.ref(column)} from change_counters
    where workspace_id = ${workspaceId})`
  const timeOfLast = (condition: RawBuilder<unknown>) => sql<Date | null>`(select at from changes
    where workspace_id = ${workspaceId} and ${condition} order by number desc limit 1)`
  const { rows } = await sql<{ [name in keyof Bounds]: string | Date | null } & { hasUnnumbered: boolean }>`
    select (select written from unnumbered_changes where workspace_id = ${workspaceId}
          and ${takesChanges('unnumbered_changes.workspace_id')} order by written limit 1) is not null as "hasUnnumbered",
      ${counter('last_number')} as last, ${counter('forgotten_number')} as forgotten,
      ${timeOfLast(sql`true`)} as "newestAt", ${timeOfLast(sql`number <= ${readUpTo}`)} as "newestReadAt"
    ${planAnew}`.execute(db)
  const { hasUnnumbered, last, forgotten, newestAt, newestReadAt } = rows[0]!
  return {
    hasUnnumbered,
    last: Number(last),
    forgotten: Number(forgotten),
    newestAt: Number(newestAt),
    newestReadAt: Number(newestReadAt),
  }
}

/** The workspaces that have changes without a number. */
export async function findUnnumbered(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('unnumbered_changes')
    .select('workspace_id')
    .distinct()
    .where(takesChanges('workspace_id'))
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/**
 * One process at a time, by an advisory lock: if another has numbered everything, it costs no write to the disk.
 * @returns whether there are more
 */
async function numberBatch({ db, clock }: Pick<Context, 'db' | 'clock'>, workspaceId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockKey(tx, `number changes ${workspaceId}`)
    // Of a thing's changes without `people`, which concern everyone who sees it, only the last is kept.
    const { rows } = await sql<{ more: boolean }>`
      with weighed as (
        select written, sum(1 + coalesce(cardinality(also), 0)) over (order by written) as changes from (
          select written, also from unnumbered_changes where workspace_id = ${workspaceId}
          order by written limit ${sql.lit(batchSize)}) oldest
      ), taken_rows as (
        delete from unnumbered_changes where workspace_id = ${workspaceId} and written = any(array(
          select written from weighed where changes <= ${sql.lit(batchSize)} or written = (select min(written) from weighed)))
        returning written, kind, id, also, people, channel_id, sight, transaction
      ), taken as (
        select written, kind, thing.id, people, channel_id, sight, transaction from taken_rows, unnest(taken_rows.id || also) thing (id)
      ), lasting as (
        select * from (
          select *, row_number() over (partition by kind, id, people is null and channel_id is null order by written desc)
            as from_last from taken) ranked
        where people is not null or channel_id is not null or from_last = 1
      ), numbered as (
        insert into changes (workspace_id, number, kind, id, people, channel_id, sight, transaction, at)
        select ${workspaceId}, coalesce((select last_number from change_counters where workspace_id = ${workspaceId}), 0)
          + row_number() over (order by written), kind, id, people, channel_id, sight, transaction, ${clock()}::timestamptz
        from lasting
        on conflict (workspace_id, kind, id) where people is null and channel_id is null
          do update set number = excluded.number, at = excluded.at
        returning number
      ), counted as (
        insert into change_counters (workspace_id, last_number)
        select ${workspaceId}, max(number) from numbered having count(*) > 0
        on conflict (workspace_id) do update set last_number = excluded.last_number
      )
      select (select count(*) from weighed) = ${sql.lit(batchSize)}
        or (select count(*) from weighed) > (select count(*) from taken_rows) as more ${planAnew}`.execute(tx)
    return rows[0]!.more
  })
}

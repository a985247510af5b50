/**
 * AI notes and publications that an import newly made, told to webhooks if the operator asks for it (`--fire-events`).
 * They are written down in a temporary table as they come in and told once the whole workspace is there, because who
 * hears, and what, depends on all of it.
 */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import { announceRecaps } from '../../recordings/library/announce-recaps.ts'
import type { RecapChange } from '../../recordings/library/recap-events.ts'
import { type Kind, namesOf } from '../../sight/visible.ts'
import { idsOf } from './rows.ts'
import type { Changes, Scope } from './scope.ts'

/** What imports a batch of a kind. */
export type ImportBatch<Staged> = (scope: Scope, batch: Staged[]) => Promise<Changes>

export async function openNews(tx: Tx): Promise<void> {
  await sql`
    create temporary table world_news (
      number integer generated always as identity primary key,
      kind text not null,
      id text not null,
      channel_id text
    ) on commit drop`.execute(tx)
}

/** The import of notes or recordings; what is there after it and was not before is written down. */
export function withRecapNews<Staged extends { id: string }>(
  kind: Kind,
  importBatch: ImportBatch<Staged>,
): ImportBatch<Staged> {
  return async (scope, batch) => {
    if (!scope.fire) return importBatch(scope, batch)
    const before = new Set((await look(scope, kind, idsOf(batch))).map(nameOf))
    const changes = await importBatch(scope, batch)
    const news = (await look(scope, kind, changes.ids)).filter((item) => !before.has(nameOf(item)))
    await sql`insert into world_news (kind, id, channel_id)
      select kind, id, "channelId" from json_to_recordset(${JSON.stringify(news)})
        as news (kind text, id text, "channelId" text)`.execute(scope.tx)
    return changes
  }
}

const nameOf = ({ id, channelId }: RecapChange) => `${id} ${channelId}`

/** A publication counts if an attendee made it (decision 17). Without `offset 0` all attendees would be worked out. */
async function look({ tx, workspace }: Scope, kind: Kind, ids: string[]): Promise<RecapChange[]> {
  const { thingId, publications, attendees } = namesOf(kind)
  const aiNotes = sql`select id, null::text as "channelId" from recordings
    where workspace_id = ${workspace.id} and id = any(${ids}) and ai_notes is not null union all`
  const { rows } = await sql<Omit<RecapChange, 'kind'>>`
    ${kind === 'recording' ? aiNotes : sql``}
    select publication.${thingId} as id, publication.channel_id as "channelId"
    from ${publications} publication
    where publication.workspace_id = ${workspace.id} and publication.${thingId} = any(${ids})
      and exists (select from ${attendees} maker where maker.workspace_id = publication.workspace_id
        and maker.${thingId} = publication.${thingId} and maker.user_id = publication.by_user_id offset 0)`.execute(tx)
  return rows.map((row) => ({ kind, ...row }))
}

const newsAtOnce = 1_000

/** Tells what was written down of this workspace, and forgets it. */
export async function tellNews(scope: Scope): Promise<void> {
  const { tx, now, fire, workspace } = scope
  if (!fire) return
  const terms = { now, publicUrl: fire.publicUrl }
  if (await isHeard(scope)) {
    for await (const news of readNews(tx)) await announceRecaps(tx, terms, workspace.id, news)
  }
  await sql`truncate world_news restart identity`.execute(tx)
}

/** Whether the workspace has a webhook, or somebody who listens. */
async function isHeard({ tx, workspace }: Scope): Promise<boolean> {
  const hearing = await tx
    .selectFrom('webhooks')
    .select('user_id')
    .where('workspace_id', '=', workspace.id)
    .union(tx.selectFrom('listeners').select('user_id').where('workspace_id', '=', workspace.id))
    .limit(1)
    .execute()
  return hearing.length > 0
}

async function* readNews(tx: Tx): AsyncGenerator<RecapChange[]> {
  for (let first = 1; ; first += newsAtOnce) {
    const { rows } = await sql<RecapChange>`select kind, id, channel_id as "channelId" from world_news
      where number between ${first} and ${first + newsAtOnce - 1} order by number`.execute(tx)
    if (rows.length === 0) return
    yield rows
  }
}

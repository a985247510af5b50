/**
 * Announces AI notes and publications that an import created, if the operator requests it (`--fire-events`). A temporary
 * table records them during the import. They are announced after the whole workspace is written, because recipients and
 * bodies depend on all of it.
 */
import { sql } from 'kysely'
import type { AiNoteChange } from '../../../meetings/recordings/recap-events/ai-note-events.ts'
import { announceAiNotes } from '../../../meetings/recordings/recap-events/announce-ai-notes.ts'
import { namesOf, type PublishableKind } from '../../../people/sight/visible.ts'
import { probe, type Tx } from '../../../platform/postgres/db.ts'
import type { Changes, ImportContext } from './import-context.ts'
import { idsOf } from './rows.ts'

/** Imports a batch of one kind. */
export type ImportBatch<Staged> = (context: ImportContext, batch: Staged[]) => Promise<Changes>

export async function openAiNoteChanges(tx: Tx): Promise<void> {
  await sql`
    create temporary table world_ai_note_changes (
      number integer generated always as identity primary key,
      kind text not null,
      id text not null,
      channel_id text
    ) on commit drop`.execute(tx)
}

/** Wraps the import of notes or recordings, and records the AI notes and publications that it created. */
export function recordAiNoteChanges<Staged extends { id: string }>(
  kind: PublishableKind,
  importBatch: ImportBatch<Staged>,
): ImportBatch<Staged> {
  return async (context, batch) => {
    if (!context.fire) return importBatch(context, batch)
    const before = new Set((await findAiNoteChanges(context, kind, idsOf(batch))).map(keyOf))
    const changes = await importBatch(context, batch)
    const aiNoteChanges = (await findAiNoteChanges(context, kind, changes.ids)).filter(
      (item) => !before.has(keyOf(item)),
    )
    await sql`insert into world_ai_note_changes (kind, id, channel_id)
      select kind, id, "channelId" from json_to_recordset(${JSON.stringify(aiNoteChanges)})
        as ai_note_change (kind text, id text, "channelId" text)`.execute(context.tx)
    return changes
  }
}

const keyOf = ({ id, channelId }: AiNoteChange) => `${id} ${channelId}`

/** A publication counts if an attendee made it (decision 17). */
async function findAiNoteChanges(
  { tx, workspace }: ImportContext,
  kind: PublishableKind,
  ids: string[],
): Promise<AiNoteChange[]> {
  const { thingId, attendees } = namesOf(kind)
  const aiNotes = sql`select id, null::text as "channelId" from recordings
    where workspace_id = ${workspace.id} and id = any(${ids}) and ai_notes is not null union all`
  const { rows } = await sql<Omit<AiNoteChange, 'kind'>>`
    ${kind === 'recording' ? aiNotes : sql``}
    select publication.${thingId} as id, publication.channel_id as "channelId"
    from publications publication
    where publication.workspace_id = ${workspace.id} and publication.${thingId} = any(${ids})
      and ${probe(sql`select from ${attendees} maker where maker.workspace_id = publication.workspace_id
        and maker.${thingId} = publication.${thingId} and maker.user_id = publication.by_user_id`)}`.execute(tx)
  return rows.map((row) => ({ kind, ...row }))
}

const changesAtOnce = 1_000

/** Announces the recorded changes of this workspace and clears the table. */
export async function announceAiNoteChanges(context: ImportContext): Promise<void> {
  const { tx, now, fire, workspace } = context
  if (!fire) return
  const options = { now, publicUrl: fire.publicUrl }
  if (await hasRecipients(context)) {
    for await (const aiNoteChanges of readAiNoteChanges(tx))
      await announceAiNotes(tx, options, workspace.id, aiNoteChanges)
  }
  await sql`truncate world_ai_note_changes restart identity`.execute(tx)
}

/** Whether the workspace has a webhook, a listener, or a person who wants recaps by mail. */
async function hasRecipients({ tx, workspace }: ImportContext): Promise<boolean> {
  const recipients = await tx
    .selectFrom('webhooks')
    .select('user_id')
    .where('workspace_id', '=', workspace.id)
    .union(tx.selectFrom('listeners').select('user_id').where('workspace_id', '=', workspace.id))
    .union(
      tx
        .selectFrom('recap_mail_wishes')
        .select('user_id')
        .where('workspace_id', '=', workspace.id)
        .where('recaps', '<>', 'none'),
    )
    .limit(1)
    .execute()
  return recipients.length > 0
}

async function* readAiNoteChanges(tx: Tx): AsyncGenerator<AiNoteChange[]> {
  for (let first = 1; ; first += changesAtOnce) {
    const { rows } = await sql<AiNoteChange>`select kind, id, channel_id as "channelId" from world_ai_note_changes
      where number between ${first} and ${first + changesAtOnce - 1} order by number`.execute(tx)
    if (rows.length === 0) return
    yield rows
  }
}

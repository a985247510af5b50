/** Creates, renames and deletes the notes of calendar events, many at once (decision 29g). */
import { sql } from 'kysely'
import { type FormerText, keepFormerTexts } from '../../people/privacy/former-texts.ts'
import { newId } from '../../platform/id.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { emptyMessages } from '../../webhooks/delivery/empty-messages.ts'

/** The fields that a note takes over from its event. */
export type EventNote = { event_guid: string; series_id: string | null; title: string }

type By = { workspaceId: string; userId: string; now: Date }

/** An empty note for each event. */
export async function createEventNotes(tx: Tx, { workspaceId, userId, now }: By, notes: EventNote[]): Promise<void> {
  if (notes.length === 0) return
  const rows = notes.map((note) => ({
    workspace_id: workspaceId,
    id: newId('n', now),
    ...note,
    created_by: userId,
    title_folded: foldCase(note.title),
    agenda: [],
    created_at: now,
    updated_at: now,
  }))
  const columns = sql`workspace_id, id, event_guid, series_id, created_by, title, title_folded, agenda, created_at, updated_at`
  await sql`insert into notes (${columns}) select ${columns} from ${asRows('notes', rows)}`.execute(tx)
}

/** Updates the notes of changed events; a title that a person set stays. */
export async function followEvents(tx: Tx, { workspaceId, now }: By, notes: EventNote[]): Promise<void> {
  if (notes.length === 0) return
  const rows = notes.map((note) => ({ ...note, title_folded: foldCase(note.title) }))
  await sql`
    update notes set series_id = event.series_id,
      title = case when notes.titled_by_person then notes.title else event.title end,
      title_folded = case when notes.titled_by_person then notes.title_folded else event.title_folded end,
      updated_at = greatest(notes.created_at, ${now}::timestamptz)
    from ${asRows('notes', rows)} event
    where notes.workspace_id = ${workspaceId} and notes.event_guid = event.event_guid`.execute(tx)
}

/** Keeps what a legal hold covers; called before the events change. */
export async function keepEventTitles(tx: Tx, by: By, notes: EventNote[]): Promise<void> {
  if (notes.length > 0) await keepFormerTexts(tx, by, () => readRenamed(tx, by.workspaceId, notes))
}

/** The title of the note is also that of the event, unless a person set it: then the event's own will be gone. */
async function readRenamed(tx: Tx, workspaceId: string, notes: EventNote[]): Promise<FormerText[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select known.id, known.title
    from (
      select note.event_guid, note.id, case when note.titled_by_person then event.title else note.title end as title
      from notes note
      join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
      where note.workspace_id = ${workspaceId}) known
    join ${asRows('notes', notes)} incoming on incoming.event_guid = known.event_guid
    where known.title <> incoming.title and known.title <> ''`.execute(tx)
  return rows.map(({ id, title }) => ({ kind: 'note', id, what: 'title', former: title }))
}

/**
 * Deletes the empty notes of these events: those without agenda, recording and action item. It waits for transactions
 * that write into one, and keeps the note if they did.
 */
export async function deleteEmptyNotes(tx: Tx, workspaceId: string, guids: string[]): Promise<void> {
  const locked = await tx
    .selectFrom('notes')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('event_guid', '=', sql<string>`any(${guids})`)
    .forUpdate()
    .execute()
  if (locked.length === 0) return
  const { rows } = await sql<{ id: string }>`
    delete from notes note
    where note.workspace_id = ${workspaceId} and note.id = any(${locked.map(({ id }) => id)}) and note.agenda = '[]'
      and not exists (select from recordings where workspace_id = note.workspace_id and note_id = note.id)
      and not exists (select from action_items where workspace_id = note.workspace_id and note_id = note.id)
    returning note.id`.execute(tx)
  await emptyMessages(
    tx,
    workspaceId,
    'note_id',
    rows.map(({ id }) => id),
  )
}

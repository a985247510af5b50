/** Erases the person from notes, recordings and items, a batch at a time (decision 50). */
import { sql } from 'kysely'
import { eraseInRecordings } from '../../../making/corrections/erase-in-recordings.ts'
import { deleteOwnItems, eraseInItems } from '../../../meetings/action-items/erase-in-items.ts'
import { eraseInDecisions } from '../../../meetings/decisions/erase-in-decisions.ts'
import { deleteOwnNotes, eraseInNotes } from '../../../meetings/notes/erase-in-notes.ts'
import { removeMediaJob } from '../../../meetings/recordings/media/leftovers.ts'
import { indexText } from '../../../meetings/text-index/index-text.ts'
import type { Erasure, NamedThing } from '../../../people/privacy/erasure.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { emptyMessages } from '../../../webhooks/delivery/empty-messages.ts'

/** Things of one transaction, which blocks other writers of the same things. */
const batch = 10

type Thing = NamedThing & { kind: 'note' | 'recording' | 'item' }

/** @returns how many things it has done; 0 at the end of the list */
export async function eraseThings(
  tx: Tx,
  { threads, jobs }: { threads: Context['threads']; jobs: Pick<Jobs, 'send'> },
  erasure: Erasure,
): Promise<number> {
  const things = await takeThings(tx, erasure)
  if (things.length === 0) return 0
  const of = (kind: Thing['kind']) => things.filter((thing) => thing.kind === kind)
  const ids = (kind: Thing['kind']) => of(kind).map(({ id }) => id)
  await lockNotes(tx, erasure.workspaceId, things)
  const gone = await deleteOwnNotes(tx, erasure, ids('note'))
  if (gone.recordings.length > 0) await jobs.send(tx, removeMediaJob, {})
  const goneItems = await deleteOwnItems(tx, erasure, ids('item'))
  const notes = await eraseInNotes(tx, erasure, of('note'))
  const recordings = await eraseInRecordings(tx, threads, erasure, of('recording'))
  const items = await eraseInItems(tx, erasure, of('item'))
  await eraseInDecisions(tx, erasure, { notes: of('note'), recordings: of('recording') })
  // Payloads about a meeting name everybody who took part.
  const quoted = (kind: Thing['kind']) => of(kind).flatMap(({ id, took_part }) => (took_part ? id : []))
  const empty = (column: 'note_id' | 'recording_id' | 'item_id', ids: string[]) =>
    emptyMessages(tx, erasure.workspaceId, column, [...new Set(ids)])
  await empty('note_id', [...quoted('note'), ...notes, ...gone.notes])
  await empty('recording_id', [...quoted('recording'), ...recordings, ...gone.recordings])
  await empty('item_id', [...quoted('item'), ...items, ...gone.items, ...goneItems])
  await indexText(tx)
  return things.length
}

/** Notes first: what is deleted with them need not be read. */
async function takeThings(tx: Tx, { workspaceId, userId }: Erasure): Promise<Thing[]> {
  const { rows } = await sql<Thing>`
    with taken as (
      delete from erasure_things where workspace_id = ${workspaceId} and user_id = ${userId} and (kind, id) in (
        select kind, id from erasure_things where workspace_id = ${workspaceId} and user_id = ${userId}
        order by kind = 'note' desc, kind, id limit ${sql.lit(batch)})
      returning kind, id, took_part)
    select kind, id, took_part from taken order by kind, id`.execute(tx)
  return rows
}

/** Locks notes as every writer of notes does, in order of id, so that there is no deadlock. */
async function lockNotes(tx: Tx, workspaceId: string, things: Thing[]): Promise<void> {
  const of = (kind: Thing['kind']) => things.flatMap((thing) => (thing.kind === kind ? thing.id : []))
  await sql`
    select from notes where workspace_id = ${workspaceId} and id in (
      select unnest(${of('note')}::text[])
      union select note_id from recordings where workspace_id = ${workspaceId} and id = any(${of('recording')})
      union select note_id from action_items where workspace_id = ${workspaceId} and id = any(${of('item')}))
    order by id for update`.execute(tx)
  await sql`
    select from recordings where workspace_id = ${workspaceId} and id = any(${of('recording')})
    order by id for no key update`.execute(tx)
}

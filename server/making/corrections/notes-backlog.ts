/**
 * The list of recordings whose AI notes the operator's command has to write. After an interruption the next run
 * continues with the recordings that are left (decision 46 on corrections).
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'

export type Backlog = {
  recordings: number
  /** Whether they are left from an earlier run. */
  isLeft: boolean
  /** @param after  the id of the previous recording; @returns undefined at the end */
  next(after: string): Promise<{ id: string; title: string } | undefined>
  /** Whether the notes are still to be written; called in the transaction that writes them. */
  claim(tx: Tx, id: string): Promise<boolean>
  /** Removes a recording from the list that needs no new notes. */
  skip(id: string): Promise<void>
}

/** Recordings with a transcript and without AI notes. Recordings with new notes drop out, so a second run continues. */
export async function missingNotes(db: Db, workspaceId: string): Promise<Backlog> {
  const isMissing = sql<boolean>`workspace_id = ${workspaceId} and transcript is not null and ai_notes is null`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recordings where ${isMissing}`.execute(db)
  return {
    recordings: rows[0]!.count,
    isLeft: false,
    next: (after) =>
      db
        .selectFrom('recordings')
        .select(['id', 'title'])
        .where(isMissing)
        .where('id', '>', after)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    async claim(tx, id) {
      const row = await tx
        .selectFrom('recordings')
        .select('id')
        .where(isMissing)
        .where('id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },
    async skip() {},
  }
}

/** All recordings with a transcript, or those left from an earlier run. Requests of people stay with their own jobs. */
export async function allNotes(db: Db, now: Date, workspaceId: string): Promise<Backlog> {
  const ofCommand = sql<boolean>`request.workspace_id = ${workspaceId} and request.user_id is null
    and not request.is_first`
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from notes_requests request where ${ofCommand}`.execute(db)
    return rows[0]!.count
  }
  const left = await count()
  if (left === 0) {
    await sql`insert into notes_requests (workspace_id, recording_id, requested_at)
      select workspace_id, id, ${now} from recordings where workspace_id = ${workspaceId} and transcript is not null
      on conflict do nothing`.execute(db)
  }
  const remove = async (db: Db, id: string) => {
    const gone =
      await sql`delete from notes_requests request where ${ofCommand} and request.recording_id = ${id}`.execute(db)
    return gone.numAffectedRows === 1n
  }
  return {
    recordings: left || (await count()),
    isLeft: left > 0,
    next: async (after) => {
      const { rows } = await sql<{ id: string; title: string }>`
        select recording.id, recording.title from notes_requests request
        join recordings recording on recording.workspace_id = request.workspace_id and recording.id = request.recording_id
        where ${ofCommand} and request.recording_id > ${after} order by request.recording_id limit 1`.execute(db)
      return rows[0]
    },
    claim: remove,
    skip: async (id) => void (await remove(db, id)),
  }
}

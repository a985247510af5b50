/** Zero-day retention stores no transcripts; switching it on deletes the existing ones (decision 29b). */
import { sql } from 'kysely'
import { changeSight } from '../../../people/caller/change-sight.ts'
import { nothingHeld } from '../../../people/privacy/legal-hold.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { emptyMessages } from '../../../webhooks/delivery/empty-messages.ts'
import { indexText } from '../../text-index/index-text.ts'
import { removeMediaJob } from '../media/leftovers.ts'

/** The job that goes on where a process stopped. */
export const forgetTranscriptsJob = 'forget-transcripts'

/** For a transaction others of the workspace wait. */
export const recordingsPerTransaction = 100

/**
 * Deletes the transcripts and media of a workspace's recordings, and stored payloads that quote them, a portion at a time.
 * AI notes stay. `updated_at` stays too: it is the time of new content (decision 16 on recording fields), and copies need
 * not fetch every recording again.
 */
export async function forgetTranscripts(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  workspaceId: string,
  stopping?: AbortSignal,
): Promise<void> {
  let last: string | null = ''
  while (last !== null) {
    // A job that is stopped is tried again.
    stopping?.throwIfAborted()
    const after: string = last
    last = await changeSight(db, workspaceId, async (tx) =>
      (await isWanted(tx, workspaceId)) ? forgetAfter(tx, workspaceId, after) : null,
    )
  }
  await db.transaction().execute((tx) => jobs.send(tx, removeMediaJob, {}))
}

/** Between two portions it may be taken back, or something held. */
async function isWanted(tx: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`select from workspaces
    where id = ${workspaceId} and retention = 'zero_day' and ${nothingHeld(workspaceId)}`.execute(tx)
  return rows.length > 0
}

/** The same in a transaction that has the workspace's lock. */
export async function forgetTranscriptsIn(tx: Tx, workspaceId: string): Promise<void> {
  if (!(await isWanted(tx, workspaceId))) return
  let last: string | null = ''
  while (last !== null) last = await forgetAfter(tx, workspaceId, last)
}

/** @returns the last recording of the portion; null if there were none */
async function forgetAfter(tx: Tx, workspaceId: string, after: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from recordings where workspace_id = ${workspaceId} and id > ${after}
    order by id limit ${sql.lit(recordingsPerTransaction)}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await forget(tx, workspaceId, ids)
  return ids.at(-1) ?? null
}

async function forget(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update recordings set transcript = null
    where workspace_id = ${workspaceId} and id = any(${ids}) and transcript is not null returning id`.execute(tx)
  await emptyMessages(
    tx,
    workspaceId,
    'recording_id',
    rows.map(({ id }) => id),
  )
  await indexText(tx)
  await sql`delete from recording_media where workspace_id = ${workspaceId} and recording_id = any(${ids})`.execute(tx)
}

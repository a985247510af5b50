/** Removes an erased person from recordings: titles, speakers, spoken text, AI notes, history (decision 50). */
import { sql } from 'kysely'
import { longText } from '../../meetings/recordings/transcript/long-texts.ts'
import type { Erasure, NamedThing } from '../../people/privacy/erasure.ts'
import type { Context } from '../../platform/context/context.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import type { Task } from '../../platform/threads.ts'
import { type Erasable, type ErasurePlan, planErasure } from './plan-erasure.ts'

const task: Task<typeof planErasure> = {
  module: new URL('./plan-erasure.ts', import.meta.url),
  name: 'planErasure',
  seconds: 60,
}

/** One recording at a time, because a transcript may have megabytes. @returns the ids of those that changed */
export async function eraseInRecordings(
  tx: Tx,
  threads: Context['threads'],
  erasure: Erasure,
  things: NamedThing[],
): Promise<string[]> {
  const changed: string[] = []
  for (const { id, took_part } of things) {
    const from = await readErasable(tx, erasure.workspaceId, id)
    if (!from) continue
    const args = [from, erasure.userId, erasure.names, took_part] as const
    const isLong = (from.transcript?.length ?? 0) >= longText
    const plan = isLong ? await threads.run(task, [...args], { isPatient: true }) : planErasure(...args)
    if (await writeErasure(tx, erasure, id, plan)) changed.push(id)
  }
  return changed
}

async function readErasable(tx: Tx, workspaceId: string, id: string): Promise<Erasable | undefined> {
  const { rows } = await sql<Erasable>`
    select title, transcript::text as transcript, words::text as words, ai_notes, coalesce((
      select json_agg(json_build_object('id', entry.id, 'change', entry.change)) from recording_changes entry
      where entry.workspace_id = recordings.workspace_id and entry.recording_id = recordings.id), '[]') as history
    from recordings where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  return rows[0]
}

async function writeErasure(
  tx: Tx,
  { workspaceId, now }: Erasure,
  id: string,
  { history, ai_notes, ...plan }: ErasurePlan,
): Promise<boolean> {
  const isChanged = Object.keys(plan).length > 0 || ai_notes !== undefined
  if (isChanged) {
    await tx
      .updateTable('recordings')
      .set({
        ...plan,
        ...(plan.title !== undefined && { title_folded: foldCase(plan.title) }),
        ...(ai_notes && { ai_notes: JSON.stringify(ai_notes) }),
        updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  }
  if (history.length === 0) return isChanged
  await sql`
    update recording_changes set change = erased.change from ${asRows('recording_changes', history)} erased
    where recording_changes.workspace_id = ${workspaceId} and recording_changes.id = erased.id`.execute(tx)
  return isChanged
}

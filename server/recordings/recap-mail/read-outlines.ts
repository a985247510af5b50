/** Reads recaps in short, as one person may read them now. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import { recordingVisibleTo } from '../../sight/visible.ts'
import { addressOf } from '../../workspace/origin.ts'
import { type Outline, outlineOf } from './outline.ts'

/**
 * The oldest first; those that the person may not read are missing.
 * @param reader  a person by id, or null for what was published, which a channel reads
 */
export async function readOutlines(
  db: Db,
  {
    workspaceId,
    ids,
    reader,
    publicUrl,
  }: { workspaceId: string; ids: string[]; reader: string | null; publicUrl: string },
): Promise<(Outline & { id: string })[]> {
  const recaps = await db
    .selectFrom('recordings')
    .innerJoin('workspaces', 'workspaces.id', 'recordings.workspace_id')
    .select(['recordings.id', 'title', 'started_at', 'created_at', 'ai_notes', 'subdomain'])
    .where('recordings.workspace_id', '=', workspaceId)
    .where(sql<boolean>`recordings.id = any(${ids})`)
    .where('ai_notes', 'is not', null)
    .$if(reader !== null, (query) => query.where(recordingVisibleTo(reader!)))
    .orderBy(sql`coalesce(started_at, created_at)`)
    .execute()
  const people = recaps.flatMap(({ ai_notes }) => ai_notes!.sections.flatMap(({ items = [] }) => items))
  const names = await readNames(
    db,
    workspaceId,
    people.flatMap(({ assignees = [] }) => assignees),
  )
  return recaps.map(({ id, title, started_at, created_at, ai_notes, subdomain }) => {
    const url = `${addressOf(publicUrl, subdomain)}/recap/${id}`
    const recap = { title, at: started_at ?? created_at, url, aiNotes: ai_notes! }
    return { id, ...outlineOf(recap, (userId) => names.get(userId)) }
  })
}

export async function readNames(db: Db, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('erased_at', 'is', null)
    .execute()
  return new Map(people.map(({ id, full_name }) => [id, full_name]))
}

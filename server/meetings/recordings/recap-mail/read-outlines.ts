/** Reads recaps in short, as one person or a channel may read them now. */
import { sql } from 'kysely'
import { addressOf } from '../../../people/caller/origin.ts'
import { type MailWords, wordsIn } from '../../../people/mail/words.ts'
import { noteVisibleTo, recordingVisibleTo } from '../../../people/sight/visible.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { cutShort, oneLine } from '../../../platform/text.ts'
import { type Outline, outlineOf } from './outline.ts'
import { readDecided } from './read-decided.ts'

/** `reader` is a person by id; null asks nothing, for recaps whose readers are known. */
type Recaps = { workspaceId: string; ids: string[]; reader: string | null }

/** A query over `recordings` for those with AI notes that the person may read. */
export const readableRecaps = (db: Db, { workspaceId, ids, reader }: Recaps) =>
  db
    .selectFrom('recordings')
    .where('recordings.workspace_id', '=', workspaceId)
    .where(sql<boolean>`recordings.id = any(${ids})`)
    .$if(reader !== null, (query) => query.where('ai_notes', 'is not', null).where(recordingVisibleTo(reader!)))

/**
 * The oldest first; those that the person may not read are missing.
 * @param isOutside  it is for people without an account, who see no older decisions
 * @returns at most `most` of them, and how many more there are
 */
export async function readOutlines(
  db: Db,
  {
    publicUrl,
    most,
    words = wordsIn(null),
    isOutside = false,
    ...wanted
  }: Recaps & { publicUrl: string; most: number; words?: MailWords; isOutside?: boolean },
): Promise<{ outlines: (Outline & { id: string })[]; more: number }> {
  const { workspaceId } = wanted
  const recaps = await readableRecaps(db, wanted)
    .innerJoin('workspaces', 'workspaces.id', 'recordings.workspace_id')
    .select(['recordings.id', 'title', 'started_at', 'created_at', 'ai_notes', 'subdomain'])
    .select(sql<number>`(count(*) over ())::integer`.as('count'))
    .orderBy(sql`coalesce(started_at, created_at)`)
    .orderBy('recordings.id')
    .limit(most)
    .execute()
  const people = recaps.flatMap(({ ai_notes }) => (ai_notes?.sections ?? []).flatMap(({ items = [] }) => items))
  const names = await readNames(
    db,
    workspaceId,
    people.flatMap(({ assignees = [] }) => assignees),
  )
  const decided = await readDecided(db, {
    workspaceId,
    reader: isOutside ? null : wanted.reader,
    ids: recaps.map(({ id }) => id),
  })
  const outlines = recaps.map(({ id, title, started_at, created_at, ai_notes, subdomain }) => {
    const url = `${addressOf(publicUrl, subdomain)}/recap/${id}`
    const sections = ai_notes?.sections ?? []
    const recap = { title, at: started_at ?? created_at, url, sections, decided: decided.get(id) ?? [], words }
    return { id, ...outlineOf(recap, (userId) => names.get(userId)) }
  })
  return { outlines, more: (recaps[0]?.count ?? 0) - recaps.length }
}

/** A query over `notes` for those that the person may read. */
export const readableNotes = (db: Db, { workspaceId, ids, reader }: Recaps & { reader: string }) =>
  db
    .selectFrom('notes')
    .where('notes.workspace_id', '=', workspaceId)
    .where(sql<boolean>`notes.id = any(${ids})`)
    .where(noteVisibleTo(reader))

/** Title and time of notes, without what they say: it changes until the meeting. The oldest first. */
export async function readNoteOutlines(
  db: Db,
  { publicUrl, most, ...wanted }: Recaps & { reader: string; publicUrl: string; most: number },
): Promise<(Outline & { id: string; isNote: true })[]> {
  if (wanted.ids.length === 0) return []
  const notes = await readableNotes(db, wanted)
    .innerJoin('workspaces', 'workspaces.id', 'notes.workspace_id')
    .leftJoin('events', (join) =>
      join.onRef('events.workspace_id', '=', 'notes.workspace_id').onRef('events.guid', '=', 'notes.event_guid'),
    )
    .select(['notes.id', 'notes.title', 'events.starts_at', 'notes.created_at', 'subdomain'])
    .orderBy(sql`coalesce(events.starts_at, notes.created_at)`)
    .orderBy('notes.id')
    .limit(most)
    .execute()
  return notes.map(({ id, title, starts_at, created_at, subdomain }) => {
    const url = `${addressOf(publicUrl, subdomain)}/note/${id}`
    const at = starts_at ?? created_at
    return {
      id,
      isNote: true,
      ...outlineOf({ title, at, url, sections: [], decided: [], words: wordsIn(null) }, () => undefined),
    }
  })
}

const longestName = 100

/** Each is one line, so that it cannot write lines of its own. */
export async function readNames(db: Db, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('erased_at', 'is', null)
    .execute()
  return new Map(people.map(({ id, full_name }) => [id, cutShort(oneLine(full_name), longestName)]))
}

/** What earlier meetings of a note's series decided and left open (decisions 56, 63). */
import { sql } from 'kysely'
import { type ItemView, itemsToDo } from '../../meetings/action-items/list-items.ts'
import { decisionsWhere } from '../../meetings/decisions/decision-sources.ts'
import {
  type DecisionView,
  decisionVisible,
  selectDecisions,
  successor,
} from '../../meetings/decisions/read-decisions.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { noteVisible, recordingVisible } from '../../people/sight/visible.ts'
import { notFound } from '../../platform/errors.ts'
import type { StoredAiNotes } from '../../platform/postgres/column-types.ts'
import { type Db, decisive, inSnapshot, type Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { briefSections } from './brief-schemas.ts'

/** The latest earlier meetings that are read, of these the latest recaps with AI notes, and items and decisions of all. */
export const briefLimits = { meetings: 100, recaps: 5, items: 50, decisions: 50 }

export type EarlierNote = { id: string; title: string; event_start: Date | null; sees_note: boolean }

/** A recap's sections with open questions or, where its decisions are none of their own, with decisions; as in its AI notes. */
export type EarlierSection = Pick<StoredAiNotes['sections'][number], 'title' | 'content' | 'items'> & {
  recap: { id: string; note_id: string; title: string; event_start: Date | null }
}

export type EarlierMeetings = {
  series_id: string | null
  /** Of the last meeting, which may be superseded since; then earlier ones that stand. */
  decisions: { lastTime: DecisionView[]; standing: DecisionView[] }
  sections: EarlierSection[]
  items: { item: ItemView; note: EarlierNote }[]
}

/** @throws {ApiError} 404 for a note that is not the caller's to see */
export function readBrief(db: Db, caller: Caller, noteId: string): Promise<EarlierMeetings> {
  return inSnapshot(db, async (tx) => {
    const { series_id, at } = await findPlace(tx, caller, noteId)
    const notes = series_id === null ? [] : await findEarlier(tx, caller, { id: noteId, seriesId: series_id, at })
    const seen = new Map(notes.filter(({ sees_note }) => sees_note).map((note) => [note.id, note]))
    const items = await itemsToDo(tx, caller, [...seen.keys()], briefLimits.items)
    return {
      series_id,
      decisions: await readDecided(tx, caller, notes),
      sections: await readSections(tx, caller, notes),
      items: items.map((item) => ({ item, note: seen.get(item.note_id!)! })),
    }
  })
}

const momentOfNote = sql`coalesce(event.starts_at, notes.created_at)`
const joinEvent = sql`left join events event on event.workspace_id = notes.workspace_id and event.guid = notes.event_guid`

async function findPlace(tx: Tx, caller: Caller, noteId: string): Promise<{ series_id: string | null; at: Date }> {
  if (!isStorable(noteId)) throw notFound('Note')
  const { rows } = await sql<{ series_id: string | null; at: Date }>`
    select notes.series_id, ${momentOfNote} as at from notes ${joinEvent}
    where notes.workspace_id = ${caller.workspace.id} and notes.id = ${noteId} and ${noteVisible(caller)}`.execute(tx)
  if (!rows[0]) throw notFound('Note')
  return rows[0]
}

/**
 * The latest first; of some the caller sees only a recap. With `offset 0` sight is asked once for each note: 85 pages for a
 * series of 20, 190 without.
 */
async function findEarlier(tx: Tx, caller: Caller, note: { id: string; seriesId: string; at: Date }) {
  const { rows } = await sql<EarlierNote>`
    select notes.id, notes.title, event.starts_at as event_start, sees_note
    from notes ${joinEvent} cross join lateral (select ${noteVisible(caller)} as sees_note offset 0) sight
    where notes.workspace_id = ${caller.workspace.id} and notes.series_id = ${decisive(note.seriesId)}
      and event.cancelled_at is null and (${momentOfNote}, notes.id) < (${note.at}::timestamptz, ${note.id}::text)
      and (sees_note or exists (select from recordings where recordings.workspace_id = notes.workspace_id
        and recordings.note_id = notes.id and ${recordingVisible(caller)}))
    order by ${momentOfNote} desc, notes.id desc limit ${sql.lit(briefLimits.meetings)}`.execute(tx)
  return rows
}

async function readDecided(tx: Tx, caller: Caller, notes: EarlierNote[]): Promise<EarlierMeetings['decisions']> {
  const [last] = notes
  if (!last) return { lastTime: [], standing: [] }
  const ofNotes = decisionsWhere(caller, sql`note_id = any(${notes.map(({ id }) => id)}::text[])`)
  const rows = await selectDecisions(tx, caller, ofNotes)
    .where(decisionVisible(caller))
    .where(sql<boolean>`decision.status = 'stands' and (decision.note_id = ${last.id} or ${successor()} is null)`)
    .orderBy(sql`decision.note_id = ${last.id} desc, decision.made_at desc, decision.note_id`)
    .orderBy(sql`decision.start_time nulls last, decision.created_at, decision.id`)
    .limit(briefLimits.decisions)
    .execute()
  const [lastTime, standing] = [true, false].map((isLast) =>
    rows.filter(({ note_id }) => (note_id === last.id) === isLast),
  )
  return { lastTime: lastTime!, standing: standing! }
}

async function readSections(tx: Tx, caller: Caller, notes: EarlierNote[]): Promise<EarlierSection[]> {
  if (notes.length === 0) return []
  const { rows } = await sql<EarlierSection & { recap_id: string; note_id: string; recap_title: string }>`
    with recap as (
      select recordings.id, recordings.note_id, recordings.title, recordings.ai_notes, meeting.position,
        recordings.created_at
      from unnest(${notes.map(({ id }) => id)}::text[]) with ordinality as meeting (note_id, position)
      join recordings on recordings.workspace_id = ${caller.workspace.id} and recordings.note_id = meeting.note_id
      where recordings.ai_notes is not null and ${recordingVisible(caller)}
      order by meeting.position, recordings.created_at desc, recordings.id desc limit ${sql.lit(briefLimits.recaps)})
    select recap.id as recap_id, recap.note_id, recap.title as recap_title,
      section ->> 'title' as title, section ->> 'content' as content, section -> 'items' as items
    from recap, json_array_elements(recap.ai_notes -> 'sections') with ordinality as list (section, number)
    where section ->> 'title' = ${briefSections.open_questions} or section ->> 'title' = ${briefSections.decisions}
      and not exists (select from decisions where decisions.workspace_id = ${caller.workspace.id}
        and decisions.recording_id = recap.id and decisions.detected)
    order by recap.position, recap.created_at desc, recap.id desc, number`.execute(tx)
  const startOf = new Map(notes.map(({ id, event_start }) => [id, event_start]))
  return rows.map(({ recap_id, note_id, recap_title, title, content, items }) => ({
    ...{ title, content, items },
    recap: { id: recap_id, note_id, title: recap_title, event_start: startOf.get(note_id) ?? null },
  }))
}

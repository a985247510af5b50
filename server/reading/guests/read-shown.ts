/** Reads what a link shows of its note or recording (decision 57). The calling code has checked that the link opens it. */
import { sql } from 'kysely'
import { itemsOfNotes } from '../../meetings/action-items/list-items.ts'
import { agendaDecisions } from '../../meetings/decisions/read-decisions.ts'
import { printProse } from '../../meetings/notes/prose.ts'
import { closeGaps, fillAgenda } from '../../meetings/notes/stored-agenda.ts'
import { isOfActionItems, markedTitle } from '../../meetings/recordings/library/section-titles.ts'
import type { StoredAiNotes } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { OutsidePart } from '../../platform/postgres/tables.ts'
import { foldCase } from '../../platform/text.ts'
import type { GuestLink } from './find-link.ts'
import type { GuestItem, GuestNotes } from './schemas.ts'

/** `transcript` is JSON. */
export type Shown = {
  title: string
  starts_at: Date | null
  ends_at: Date | null
  notes: GuestNotes
  items: GuestItem[]
  transcript: string | null
  hasMedia: boolean
}

/** @returns undefined if it was deleted meanwhile */
export function readShown(tx: Tx, link: GuestLink, parts: Set<OutsidePart>): Promise<Shown | undefined> {
  return link.recording_id === null ? readNote(tx, link, parts) : readRecording(tx, link, parts)
}

async function readNote(tx: Tx, link: GuestLink, parts: Set<OutsidePart>): Promise<Shown | undefined> {
  const note = await tx
    .selectFrom('notes')
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'notes.workspace_id').onRef('event.guid', '=', 'notes.event_guid'),
    )
    .select(['notes.title', 'notes.agenda', 'event.starts_at', 'event.ends_at'])
    .where('notes.workspace_id', '=', link.workspace_id)
    .where('notes.id', '=', link.note_id)
    .executeTakeFirst()
  if (!note) return undefined
  const { title, starts_at, ends_at } = note
  const decisionsOf = await agendaDecisions(tx, link.workspace_id, [link.note_id!])
  const prose = closeGaps(fillAgenda(note.agenda, new Map(), decisionsOf(link.note_id!)))
  const items = parts.has('items') ? await itemsOfNote(tx, link) : []
  const notes = { markdown: printProse(prose), sections: [] }
  return { title, starts_at, ends_at, notes, items, transcript: null, hasMedia: false }
}

/** Not the archived ones, in the order in which they were made. */
async function itemsOfNote(tx: Tx, { workspace_id, note_id }: GuestLink): Promise<GuestItem[]> {
  const items = [...(await itemsOfNotes(tx, workspace_id, [note_id!])).values()]
  const shown = items.filter(({ status }) => status !== 'Archived')
  const names = await namesOf(
    tx,
    workspace_id,
    shown.flatMap(({ assignees }) => assignees),
  )
  return shown.map(({ text, due_date, status, assignees }) => ({
    text,
    timestamp: null,
    assignees: assignees.flatMap((id) => names.get(id) ?? []),
    due_date,
    done: status === 'Done',
  }))
}

/** Without `recognised`, which tells who gave their voice. The database picks the fields: nothing is parsed here. */
const guestTranscript = sql<string | null>`case when recordings.transcript is not null then json_build_object(
  'language_code', recordings.transcript -> 'language_code',
  'speech_segments', recordings.transcript -> 'speech_segments')::text end`

/** What notes found as action items; a person may have given their section another title. */
const itemsThatWereFound = sql<string[]>`array(select item.text from action_items item
  where item.workspace_id = recordings.workspace_id and item.note_id = recordings.note_id and item.ai_generated)`

async function readRecording(tx: Tx, link: GuestLink, parts: Set<OutsidePart>): Promise<Shown | undefined> {
  const wants = (part: OutsidePart) => sql.lit(parts.has(part))
  const recording = await tx
    .selectFrom('recordings')
    .innerJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'recordings.workspace_id').onRef('note.id', '=', 'recordings.note_id'),
    )
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .select(['recordings.title', 'recordings.ai_notes'])
    .select(itemsThatWereFound.as('found'))
    .select(sql<Date | null>`coalesce(recordings.started_at, event.starts_at)`.as('starts_at'))
    .select(sql<Date | null>`coalesce(recordings.ended_at, event.ends_at)`.as('ends_at'))
    .select(sql<string | null>`case when ${wants('transcript')} then ${guestTranscript} end`.as('transcript'))
    .select(
      sql<boolean>`${wants('media')} and exists (select from recording_media media
        where media.workspace_id = recordings.workspace_id and media.recording_id = recordings.id)`.as('hasMedia'),
    )
    .where('recordings.workspace_id', '=', link.workspace_id)
    .where('recordings.id', '=', link.recording_id)
    .executeTakeFirst()
  if (!recording) return undefined
  const { ai_notes, found, ...shown } = recording
  const named = ai_notes?.sections.flatMap((section) => section.items ?? []).flatMap((item) => item.assignees ?? [])
  const names = await namesOf(tx, link.workspace_id, named ?? [])
  return { ...shown, ...splitNotes(ai_notes, { names, found, parts }) }
}

type Names = Map<string, string>
type NotesSection = StoredAiNotes['sections'][number]

/**
 * Points of other sections may have assignees too. Notes without sections may have action items anywhere: only a link
 * that shows these shows such notes. What people marked are remarks of their own on the transcript, so no link shows it.
 */
function splitNotes(
  stored: StoredAiNotes | null,
  { names, found, parts }: { names: Names; found: string[]; parts: Set<OutsidePart> },
) {
  const { sections: all = [], markdown = '' } = stored ?? {}
  const sections = all.filter(({ title }) => title !== markedTitle)
  const texts = new Set(found.map(foldCase))
  const isOfItems = (section: NotesSection) => isOfActionItems(section) || hasThese(section, texts)
  const items = sections.filter(isOfItems).flatMap((section) => itemsOf(section, names))
  const others = sections.filter((section) => !isOfItems(section))
  const isOneText = all.length === 0 && parts.has('items')
  return { notes: { markdown: isOneText ? markdown : '', sections: others }, items }
}

/** Whether at least half of its points are among these texts, whatever its title is. */
function hasThese({ items = [] }: NotesSection, texts: Set<string>): boolean {
  const among = items.filter(({ text }) => texts.has(foldCase(text)))
  return among.length > 0 && among.length * 2 >= items.length
}

/** A person may have written one text there instead of points. */
function itemsOf({ content, items = content ? [{ text: content, timestamp: null }] : [] }: NotesSection, names: Names) {
  return items.map(
    ({ text, timestamp, assignees = [] }): GuestItem => ({
      text,
      timestamp,
      assignees: assignees.flatMap((id) => names.get(id) ?? []),
      due_date: null,
      done: null,
    }),
  )
}

/** Full names by id; of people nothing else leaves the workspace. */
async function namesOf(tx: Tx, workspaceId: string, ids: string[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const people = await tx
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${[...new Set(ids)]})`)
    .execute()
  return new Map(people.map(({ id, full_name }) => [id, full_name]))
}

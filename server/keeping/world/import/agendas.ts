/** Matches the agendas of a batch of notes with the action items and decisions of the file and the database. */
import { sql } from 'kysely'
import { AgendaError, assigneesIn } from '../../../meetings/notes/agenda.ts'
import { readAgendaText, type Written } from '../../../meetings/notes/agenda-parse.ts'
import type { StoredBlock } from '../../../platform/postgres/column-types.ts'
import { foldCase } from '../../../platform/text.ts'
import { WorldError } from '../format/world-error.ts'
import type { ImportContext } from './import-context.ts'
import { openNewWindows } from './item-windows.ts'
import type { People } from './people.ts'
import { type AgendaPlan, BlockError, type KnownThing, KnownThings, planAgenda } from './plan-agenda.ts'
import { idsOf, insertRows } from './rows.ts'

/** The agenda of a note before it is resolved. `written` is null if the file has no agenda for the note. */
export type UnresolvedAgenda = { id: string; path: string; written: Written | null; stored: StoredBlock[] }

/** @throws {WorldError} a line is not native markup */
export function readMarkup(text: string, path: string): Written {
  try {
    return readAgendaText(text)
  } catch (error) {
    if (error instanceof AgendaError) throw new WorldError(`${path}.agenda`, error.message, { cause: error })
    throw error
  }
}

/** The ids of the action items or decisions in the agenda. */
export const idsNamedIn = ({ agenda }: Written, type: 'action_item' | 'decision'): string[] =>
  agenda.flatMap((block) => (block.type === type && block.id ? [block.id] : []))

/** @throws {WorldError} an action item or a decision of another note, or a decision of a recap, with the line */
export async function resolveAgendas(
  context: ImportContext,
  notes: UnresolvedAgenda[],
): Promise<Map<string, AgendaPlan>> {
  const known = {
    action_item: new KnownThings(await findItems(context, notes)),
    decision: new KnownThings(await findDecisions(context, notes)),
  }
  const plans = notes.map(({ id, path, written, stored }) => {
    try {
      return [id, planAgenda(id, written?.agenda ?? null, stored, known, (prefix) => context.ids.next(prefix))] as const
    } catch (error) {
      if (error instanceof BlockError) throw lineError(path, written!.lines[error.block]!, error.message)
      throw error
    }
  })
  await moveItems(
    context,
    plans.flatMap(([, plan]) => plan.movedItems),
  )
  return new Map(plans)
}

/**
 * Every assignee in an agenda must have an account, also if the item itself is listed elsewhere.
 * @throws {WorldError} with the line
 */
export function checkAssignees({ path, written }: UnresolvedAgenda, people: People): void {
  for (const [index, block] of (written?.agenda ?? []).entries()) {
    const stranger = assigneesIn([block]).find((name) => !people.get(name))
    if (stranger) throw lineError(path, written!.lines[index]!, `there is no user ${stranger}`)
  }
}

type ResolvedNote = {
  id: string
  created_at: Date
  updated_at: Date
  created_by: string | null
  makers: string[]
  plan: AgendaPlan
}

/** Stores the items that only markup describes, with the creator and time of their note. */
export async function createItems(context: ImportContext, notes: ResolvedNote[], people: People): Promise<void> {
  const items = notes.flatMap(({ plan, ...note }) => plan.newItems.map((block) => ({ note, block })))
  context.tally.created += items.length
  await insertRows(
    context,
    'action_items',
    items.map(({ note, block }) => ({
      id: block.id,
      note_id: note.id,
      text: block.text,
      completion_type: block.completion_type,
      status: block.status,
      wont_do: block.status === 'Archived',
      completed_by: [],
      due_date: block.due_date,
      ai_generated: false,
      recording_offset: null,
      created_by: note.created_by ?? note.makers[0] ?? null,
      created_at: note.created_at,
      updated_at: note.updated_at,
    })),
  )
  const assignees = items.flatMap(({ block }) => {
    const ids = new Set(block.assignees.map((name) => people.get(name)!))
    return [...ids].map((user_id, position) => ({ item_id: block.id, user_id, position }))
  })
  await insertRows(context, 'action_item_assignees', assignees)
  await openNewWindows(context, idsOf(items.map(({ block }) => block)))
}

/** Stores the decisions that only markup describes, with the creator and time of their note. */
export async function createDecisions(context: ImportContext, notes: ResolvedNote[]): Promise<void> {
  const decisions = notes.flatMap(({ plan, ...note }) => plan.newDecisions.map((block) => ({ note, block })))
  context.tally.created += decisions.length
  await insertRows(
    context,
    'decisions',
    decisions.map(({ note, block }) => ({
      id: block.id,
      note_id: note.id,
      text: block.text,
      text_folded: foldCase(block.text),
      status: block.status,
      changed_by_people: true,
      made_by: note.created_by ?? note.makers[0] ?? null,
      // A trigger sets the start of the meeting.
      made_at: note.created_at,
      created_at: note.created_at,
      updated_at: note.updated_at,
    })),
  )
}

/** Every decision that these notes show or name. The file has priority over the database. */
async function findDecisions(
  { tx, workspace, index }: ImportContext,
  notes: UnresolvedAgenda[],
): Promise<KnownThing[]> {
  const named = notes.flatMap(({ written }) => (written ? idsNamedIn(written, 'decision') : []))
  const { rows } = await sql<Omit<KnownThing, 'listed'>>`
    select id, note_id as note, text, recording_id as recording from decisions
      where workspace_id = ${workspace.id} and note_id = any(${idsOf(notes)})
    union
    select id, note_id, text, recording_id from decisions where workspace_id = ${workspace.id} and id = any(${named})
    order by id`.execute(tx)
  const listed = await sql<Omit<KnownThing, 'listed'> & { by_id: boolean }>`
    select id, doc->>'note' as note, doc->>'text' as text, doc->>'recording' as recording, doc->>'id' is not null as by_id
    from world_rows where workspace = ${index} and kind = 'decisions'
      and (doc->>'note' = any(${idsOf(notes)}) or id = any(${[...named, ...idsOf(rows)]}))
    order by index`.execute(tx)
  const stored = new Map(rows.map((row) => [row.id, row]))
  const ofFile = listed.rows.map(({ by_id, ...row }): KnownThing => {
    const recording = row.recording ?? stored.get(row.id)?.recording ?? null
    return { ...row, recording, listed: by_id ? 'by id' : 'without id' }
  })
  const known = new Set(idsOf(ofFile))
  return [...ofFile, ...rows.filter(({ id }) => !known.has(id)).map((row): KnownThing => ({ ...row, listed: 'no' }))]
}

/** Every item that these notes show or name. The file has priority over the database. */
async function findItems({ tx, workspace, index }: ImportContext, notes: UnresolvedAgenda[]): Promise<KnownThing[]> {
  const noteIds = idsOf(notes)
  const named = notes.flatMap(({ written }) => (written ? idsNamedIn(written, 'action_item') : []))
  const stored = await sql<{ id: string; note: string | null; text: string }>`
    select id, note_id as note, text from action_items where workspace_id = ${workspace.id} and note_id = any(${noteIds})
    union
    select id, note_id, text from action_items where workspace_id = ${workspace.id} and id = any(${named})
    order by id`.execute(tx)
  const storedIds = stored.rows.map(({ id }) => id)
  const listed = await sql<{ id: string; note: string | null; text: string; silent: boolean; by_id: boolean }>`
    select id, parent as note, doc->>'text' as text, doc->'note' is null as silent, doc->>'id' is not null as by_id
    from world_rows where workspace = ${index} and kind = 'action_items'
      and (parent = any(${noteIds}) or id = any(${[...named, ...storedIds]}))
    order by index`.execute(tx)
  const items = new Map<string, KnownThing>()
  const noteOf = new Map(stored.rows.map(({ id, note }) => [id, note]))
  for (const { id, note, text, silent, by_id } of listed.rows) {
    const effective = note ?? (silent ? (noteOf.get(id) ?? null) : null)
    items.set(id, { id, note: effective, text, listed: by_id ? 'by id' : 'without id' })
  }
  for (const row of stored.rows) if (!items.has(row.id)) items.set(row.id, { ...row, listed: 'no' })
  return [...items.values()]
}

/** Moves an item without a note to the note whose agenda names it. */
async function moveItems({ tx, workspace, index, tally }: ImportContext, items: KnownThing[]): Promise<void> {
  if (items.length === 0) return
  const pairs = sql`unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ note }) => note)}::text[]) as taken (id, note)`
  await sql`update world_rows set parent = taken.note from ${pairs}
    where workspace = ${index} and kind = 'action_items' and world_rows.id = taken.id`.execute(tx)
  const free = await sql`update action_items item set note_id = taken.note from ${pairs}
    where item.workspace_id = ${workspace.id} and item.id = taken.id and not exists (
      select from world_rows where workspace = ${index} and kind = 'action_items' and id = item.id)`.execute(tx)
  tally.updated += Number(free.numAffectedRows)
}

function lineError(path: string, line: number, reason: string): WorldError {
  return new WorldError(`${path}.agenda`, `line ${line}: ${reason}`)
}

/** Imports listed action items. Items that only an agenda describes are imported with its note (agendas.ts). */
import { linksOf, repeatedLinks } from '../../../meetings/action-items/links.ts'
import { readTimes } from '../format/read-moment.ts'
import { WorldError } from '../format/world-error.ts'
import { resolveAgendas } from './agendas.ts'
import { type Changes, type ImportContext, resolveField } from './import-context.ts'
import { replaceLists } from './lists.ts'
import { People } from './people.ts'
import { distinct, fetchById, fetchRows, findExisting, idsOf, type Row, saveRows, updateRows } from './rows.ts'
import type { Staged } from './stage.ts'

const columns = [
  ...(['id', 'note_id', 'text', 'completion_type', 'status', 'wont_do', 'completed_by', 'due_date'] as const),
  ...(['ai_generated', 'changed_by_people', 'recording_offset', 'links'] as const),
  ...(['created_by', 'created_at', 'updated_at'] as const),
] as const

type StoredItem = Pick<Row<'action_items'>, (typeof columns)[number]>

export async function importActionItems(context: ImportContext, batch: Staged<'action_items'>[]): Promise<Changes> {
  const stored = await fetchById(context, 'action_items', 'id', idsOf(batch), columns)
  const notes = await findExisting(
    context,
    'notes',
    'id',
    batch.map(({ parent }) => parent),
  )
  const people = await People.find(
    context,
    batch.flatMap(({ doc }) => [doc.created_by, ...(doc.assignees ?? []), ...(doc.completed_by ?? [])]),
  )
  const rows = batch.map(({ id, parent, doc, path }) => {
    const before = stored.get(id)
    if (parent && !notes.has(parent)) throw new WorldError(`${path}.note`, `there is no note ${parent}`)
    const completed_by = doc.completed_by && people.idsOf(doc.completed_by, `${path}.completed_by`)
    const [repeated] = repeatedLinks(doc.links ?? [], `${path}.links`)
    if (repeated) throw new WorldError(repeated.location, repeated.message)
    const times = readTimes(doc, path, before, context.now)
    const isChanged = times.updated_at > times.created_at
    const isLater = before && times.updated_at > before.updated_at
    return {
      id,
      // The note may come from an agenda that names the item.
      note_id: parent ?? resolveField(doc.note, before?.note_id, null),
      text: doc.text,
      completion_type: resolveField(doc.completion_type, before?.completion_type, 'any'),
      status: resolveField(doc.status, before?.status, 'Incomplete'),
      wont_do: resolveField(doc.wont_do, before?.wont_do, false),
      completed_by: resolveField(completed_by, before?.completed_by, []),
      due_date: resolveField(doc.due_date, before?.due_date, null),
      ai_generated: resolveField(doc.ai_generated, before?.ai_generated, false),
      changed_by_people: resolveField(
        doc.changed_by_people,
        isLater ? undefined : before?.changed_by_people,
        isChanged,
      ),
      recording_offset: resolveField(doc.recording_offset, before?.recording_offset, null),
      links: resolveField(doc.links && linksOf(doc.links), before?.links, []),
      created_by: resolveField(people.optionalIdOf(doc.created_by, `${path}.created_by`), before?.created_by, null),
      ...times,
    }
  })
  const changes = await saveRows(context, 'action_items', 'id', stored, rows)
  await replaceAssignees(context, batch, people, changes)
  await showInOtherNotes(context, rows, stored)
  return changes
}

async function replaceAssignees(
  context: ImportContext,
  batch: Staged<'action_items'>[],
  people: People,
  changes: Changes,
): Promise<void> {
  const named = batch.filter(({ doc }) => doc.assignees !== undefined)
  const assignees = named.flatMap(({ id, doc, path }) =>
    people
      .idsOf(doc.assignees ?? [], `${path}.assignees`)
      .map((user_id, position) => ({ item_id: id, user_id, position })),
  )
  const ids = idsOf(named)
  await replaceLists(context, 'action_item_assignees', { owner: 'item_id', own: 'user_id' }, ids, assignees, changes)
}

/** Notes of the file already show their items; here notes that are only in the database gain or lose items. */
async function showInOtherNotes(
  context: ImportContext,
  rows: StoredItem[],
  stored: Map<string, StoredItem>,
): Promise<void> {
  const moved = rows.filter(({ id, note_id }) => stored.get(id)?.note_id !== note_id)
  const touched = moved.flatMap(({ id, note_id }) => [note_id, stored.get(id)?.note_id])
  const inFile = await context.stage.findNamed(context.index, 'notes', touched)
  const notes = await fetchRows(
    context,
    'notes',
    'id',
    distinct(touched).filter((id) => !inFile.has(id)),
    ['id', 'agenda'],
  )
  const plans = await resolveAgendas(
    context,
    notes.map(({ id, agenda }) => ({ id, path: '', written: null, stored: agenda })),
  )
  await updateRows(
    context,
    'notes',
    'id',
    notes.map(({ id }) => ({ id, agenda: plans.get(id)!.blocks })),
  )
}

/** Agendas with their action items filled in. */

import type { StoredBlock } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { itemsOfNotes } from '../action-items/list-items.ts'
import type { Agenda } from './agenda.ts'
import { fillAgenda } from './stored-agenda.ts'

/** One query for any number of notes. @returns the agendas by note id, for notes whose `agenda` is not null */
export async function readAgendas(
  db: Db,
  workspaceId: string,
  notes: { id: string; agenda: StoredBlock[] | null }[],
): Promise<Map<string, Agenda>> {
  const read = notes.filter((note) => note.agenda)
  const withItems = read.filter((note) => note.agenda!.some((block) => block.type === 'action_item'))
  const items = await itemsOfNotes(
    db,
    workspaceId,
    withItems.map((note) => note.id),
  )
  return new Map(read.map((note) => [note.id, fillAgenda(note.agenda!, items)]))
}

/** The texts in the agenda of an event's note, without action items, a line for each block; '' without a note. */
export async function readEventAgenda(db: Db, workspaceId: string, eventGuid: string): Promise<string> {
  const note = await db
    .selectFrom('notes')
    .select('agenda')
    .where('workspace_id', '=', workspaceId)
    .where('event_guid', '=', eventGuid)
    .executeTakeFirst()
  return (note?.agenda ?? []).flatMap((block) => ('text' in block ? [block.text] : [])).join('\n')
}

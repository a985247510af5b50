/** Agendas with their action items and decisions filled in. */

import type { StoredBlock } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { itemsOfNotes } from '../action-items/list-items.ts'
import { agendaDecisions } from '../decisions/read-decisions.ts'
import type { Agenda } from './agenda.ts'
import { fillAgenda } from './stored-agenda.ts'

/** A query for each kind of thing, for any number of notes. @returns the agendas by note id, for notes whose `agenda` is not null */
export async function readAgendas(
  db: Db,
  workspaceId: string,
  notes: { id: string; agenda: StoredBlock[] | null }[],
): Promise<Map<string, Agenda>> {
  const read = notes.filter((note) => note.agenda)
  const having = (type: StoredBlock['type']) =>
    read.filter((note) => note.agenda!.some((block) => block.type === type)).map((note) => note.id)
  const items = await itemsOfNotes(db, workspaceId, having('action_item'))
  const decisionsOf = await agendaDecisions(db, workspaceId, having('decision'))
  return new Map(read.map((note) => [note.id, fillAgenda(note.agenda!, items, decisionsOf(note.id))]))
}

/** The texts in the agenda of an event's note, without action items and decisions, a line for each block; '' without a note. */
export async function readEventAgenda(db: Db, workspaceId: string, eventGuid: string): Promise<string> {
  const note = await db
    .selectFrom('notes')
    .select('agenda')
    .where('workspace_id', '=', workspaceId)
    .where('event_guid', '=', eventGuid)
    .executeTakeFirst()
  return (note?.agenda ?? []).flatMap((block) => ('text' in block ? [block.text] : [])).join('\n')
}

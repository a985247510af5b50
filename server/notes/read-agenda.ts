/** Agendas with their action items filled in: a note stores an item's place, action_items what it says (decision 21). */

import { type AgendaItem, itemsOfNotes } from '../action-items/list-items.ts'
import type { Db } from '../platform/db.ts'
import type { StoredBlock } from '../tables.ts'
import type { Agenda } from './agenda.ts'

/** One query for any number of notes. @returns the agenda of each note, by its id */
export async function readAgendas(
  db: Db,
  workspaceId: string,
  notes: { id: string; agenda?: StoredBlock[] }[],
): Promise<Map<string, Agenda>> {
  const withItems = notes.filter((note) => note.agenda?.some((block) => block.type === 'action_item'))
  const items = await itemsOfNotes(
    db,
    workspaceId,
    withItems.map((note) => note.id),
  )
  return new Map(notes.map((note) => [note.id, fillAgenda(note.agenda ?? [], items)]))
}

function fillAgenda(blocks: StoredBlock[], items: Map<string, AgendaItem>): Agenda {
  return blocks.flatMap((block): Agenda => {
    if (block.type !== 'action_item') return [block]
    const item = items.get(block.id)
    return item ? [{ ...item, type: block.type, depth: block.depth, id: block.id }] : []
  })
}

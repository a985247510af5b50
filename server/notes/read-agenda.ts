/** Agendas with their action items filled in: a note stores an item's place, action_items what it says (decision 21). */

import { type AgendaItem, itemsOfNotes } from '../action-items/list-items.ts'
import type { Db } from '../platform/db.ts'
import type { StoredBlock } from '../tables.ts'
import type { Agenda } from './agenda.ts'

/** One query for any number of notes. @returns the agenda of each note that was read with one, by its id */
export async function readAgendas(
  db: Db,
  workspaceId: string,
  notes: { id: string; agenda?: StoredBlock[] }[],
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

/** An item that is gone leaves no gap: what stood below it moves up, so that the agenda can be written back. */
function fillAgenda(blocks: StoredBlock[], items: Map<string, AgendaItem>): Agenda {
  const agenda: Agenda = []
  let deepest = 0
  for (const block of blocks) {
    const depth = Math.min(block.depth, deepest)
    const item = block.type === 'action_item' ? items.get(block.id) : undefined
    if (block.type === 'action_item') {
      if (!item) continue
      agenda.push({ ...item, type: block.type, depth, id: block.id })
    } else {
      agenda.push(block.type === 'heading' ? block : { ...block, depth })
    }
    deepest = depth + 1
  }
  return agenda
}

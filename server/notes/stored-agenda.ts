/**
 * An agenda as its note holds it: an action item's block is its place, what it says stands in action_items. *Pure.*
 * @see D21
 */
import type { AgendaItem } from '../action-items/list-items.ts'
import type { StoredBlock } from '../tables.ts'
import type { Agenda, Block } from './agenda.ts'

/**
 * @param items  of the note; those that no block places are shown below everything else, in the order given
 * @returns what a reader sees, every block with its id; an item that is gone leaves no gap
 */
export function fillAgenda(blocks: StoredBlock[], items: Map<string, AgendaItem>): Agenda {
  const unplaced = new Map(items)
  const placed = blocks.flatMap((block): Block[] => {
    if (block.type !== 'action_item') return [block]
    const item = items.get(block.id)
    return item && unplaced.delete(block.id) ? [{ ...item, ...block }] : []
  })
  const below = [...unplaced].map(([id, item]): Block => ({ ...item, type: 'action_item', depth: 0, id }))
  return closeGaps([...placed, ...below])
}

/** @param agenda  every block with its id */
export function storeAgenda(agenda: Agenda): StoredBlock[] {
  return agenda.map((block) => {
    if (block.type === 'action_item') return { type: block.type, depth: block.depth, id: block.id! }
    return block.type === 'talking_point' ? { ...block, id: block.id! } : block
  })
}

/** Where a block is missing, what stood below it moves up, so that the agenda can be written back. */
export function closeGaps<B extends { depth: number }>(blocks: B[]): B[] {
  let deepest = 0
  return blocks.map((block) => {
    const depth = Math.min(block.depth, deepest)
    deepest = depth + 1
    return { ...block, depth }
  })
}

/**
 * An agenda as its note stores it: the block of an action item has only its id and depth, the rest is in action_items.
 * *Pure.*
 * @see decision 21 on native markup
 */

import type { StoredBlock } from '../../platform/postgres/column-types.ts'
import type { AgendaItem } from '../action-items/list-items.ts'
import type { Agenda, Block } from './agenda.ts'

/** @returns the full agenda, every block with its id; a deleted item leaves no gap */
export function fillAgenda(blocks: StoredBlock[], items: Map<string, AgendaItem>): Agenda {
  const filled = blocks.flatMap((block): Block[] => {
    if (block.type !== 'action_item') return [block]
    const item = items.get(block.id)
    return item ? [{ ...item, ...block }] : []
  })
  return closeGaps(filled)
}

/** @param agenda  every block with its id */
export function storeAgenda(agenda: Agenda): StoredBlock[] {
  return agenda.map((block) => {
    if (block.type === 'action_item') return { type: block.type, depth: block.depth, id: block.id! }
    return block.type === 'talking_point' ? { ...block, id: block.id! } : block
  })
}

/** Where a block is missing, the blocks nested below it move up, so that the agenda can be written back. */
export function closeGaps<B extends { depth: number }>(blocks: B[]): B[] {
  let deepest = 0
  return blocks.map((block) => {
    const depth = Math.min(block.depth, deepest)
    deepest = depth + 1
    return { ...block, depth }
  })
}

/**
 * An agenda as its note stores it: the block of an action item or a decision has only its id and depth, the rest is in
 * action_items or decisions. *Pure.*
 * @see decisions 21 on native markup, 63
 */

import type { StoredBlock } from '../../platform/postgres/column-types.ts'
import type { AgendaItem } from '../action-items/list-items.ts'
import type { AgendaDecision } from '../decisions/read-decisions.ts'
import type { Agenda, Block } from './agenda.ts'

/** @returns the full agenda, every block with its id; a deleted item or decision leaves no gap */
export function fillAgenda(
  blocks: StoredBlock[],
  items: Map<string, AgendaItem>,
  decisions: Map<string, AgendaDecision>,
): Agenda {
  const filled = blocks.flatMap((block): Block[] => {
    if (block.type === 'action_item') {
      const item = items.get(block.id)
      return item ? [{ ...item, ...block }] : []
    }
    if (block.type !== 'decision') return [block]
    const decision = decisions.get(block.id)
    return decision ? [{ ...decision, ...block }] : []
  })
  return closeGaps(filled)
}

/** @param agenda  every block with its id */
export function storeAgenda(agenda: Agenda): StoredBlock[] {
  return agenda.map((block) => {
    const { type, depth } = block
    if (type === 'action_item' || type === 'decision') return { type, depth, id: block.id! }
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

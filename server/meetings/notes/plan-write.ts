/** Compares the current agenda with the wanted one and returns what to write. *Pure.* */
import type { ItemChange, NewItem } from '../action-items/change-items.ts'
import type { Action } from '../action-items/status.ts'
import type { DecisionChange, NewDecision } from '../decisions/change-decisions.ts'
import { type ActionItemBlock, type Agenda, type Block, type DecisionBlock, keyOf } from './agenda.ts'

export type WritePlan = {
  /** The new agenda, every block with its id. */
  agenda: Agenda
  /** The changes of action items. */
  created: NewItem[]
  changed: ItemChange[]
  removed: string[]
  /** Those of decisions. */
  decisions: { created: NewDecision[]; changed: DecisionChange[]; removed: string[] }
}

/**
 * An id is kept if the note has a block of the same kind with that id. Any other id is replaced by a new one, so that no
 * text can change items of another note (decision 22 on agenda writes).
 * @param current  every block with its id
 * @param wanted   with assignees as user ids; no id twice
 */
export function planWrite(
  current: Agenda,
  wanted: Agenda,
  newId: (type: 'talking_point' | 'action_item' | 'decision') => string,
): WritePlan {
  const known = new Map(current.flatMap((block) => ('id' in block ? [[keyOf(block), block] as const] : [])))
  const decisions: WritePlan['decisions'] = { created: [], changed: [], removed: [] }
  const plan: WritePlan = { agenda: [], created: [], changed: [], removed: [], decisions }
  for (const block of wanted) {
    const before = known.get(keyOf(block))
    const placed = 'id' in block && !before ? { ...block, id: newId(block.type) } : block
    plan.agenda.push(placed)
    if (placed.type === 'decision') planDecision(decisions, before, placed)
    if (placed.type !== 'action_item') continue
    if (before?.type !== 'action_item') plan.created.push(itemOf(placed, 'Incomplete'))
    else if (!isSame(before, placed)) plan.changed.push(itemOf(placed, before.status))
  }
  const left = new Set(plan.agenda.map(keyOf))
  for (const block of current) {
    if (left.has(keyOf(block))) continue
    if (block.type === 'action_item') plan.removed.push(block.id!)
    if (block.type === 'decision') decisions.removed.push(block.id!)
  }
  return plan
}

function planDecision(
  plan: WritePlan['decisions'],
  before: Block | undefined,
  { id, text, status }: DecisionBlock,
): void {
  const written = { id: id!, text, status }
  if (before?.type !== 'decision') plan.created.push(written)
  else if (before.text !== text || before.status !== status) plan.changed.push(written)
}

/** A changed status becomes an action of a person with the edit right (decision 25). */
function itemOf(block: ActionItemBlock, before: ActionItemBlock['status']) {
  const { id, text, due_date, completion_type, assignees, status } = block
  const action = status === before ? undefined : actions[status]
  return { id: id!, text, due_date, completion_type, assignees, ...(action && { action }) }
}

const actions: Record<ActionItemBlock['status'], Action> = { Incomplete: 'reopen', Done: 'finish', Archived: 'archive' }

function isSame(one: ActionItemBlock, other: ActionItemBlock): boolean {
  return (
    one.text === other.text &&
    one.due_date === other.due_date &&
    one.status === other.status &&
    one.completion_type === other.completion_type &&
    one.assignees.join() === other.assignees.join()
  )
}

/** The status transitions of action items: complete, reopen, archive (spec 3.4, decision 25). *Pure.* */
import type { ActionItemRow } from '../../platform/postgres/tables.ts'

/** `finish` completes an item for all assignees at once: an editor wrote the status `Done` into an agenda. */
export type Action = 'complete' | 'finish' | 'reopen' | 'archive'

/** The fields that actions change. */
export type ItemState = Pick<ActionItemRow, 'status' | 'wont_do' | 'completed_by'>

/** The fields that the result depends on. */
type Completion = Pick<ActionItemRow, 'completion_type'> & { assignees: string[] }

/** @param edits  whether this person has the edit right (decision 24 on item sight) */
export function mayAct(person: string, assignees: string[], edits: boolean): boolean {
  return edits || assignees.includes(person)
}

/**
 * Applies an action to an item. The same action by the same person again changes nothing.
 * @param actor        a person who `mayAct`, so an actor who is no assignee has the edit right
 * @param deactivated  assignees who need not complete the item
 */
export function act(
  item: ItemState & Completion,
  action: Action,
  actor: string,
  deactivated: ReadonlySet<string> = new Set(),
): ItemState {
  switch (action) {
    case 'complete':
      return complete(item, actor, deactivated)
    case 'finish':
      return { status: 'Done', wont_do: item.wont_do, completed_by: marked(item, actor) }
    case 'reopen':
      return { status: 'Incomplete', wont_do: false, completed_by: [] }
    case 'archive':
      return { status: 'Archived', wont_do: true, completed_by: item.completed_by }
  }
}

/** If the item is not done with this mark, its status stays; an archived item keeps `wont_do` (spec 6.3). */
function complete(
  { status, wont_do, ...item }: ItemState & Completion,
  actor: string,
  deactivated: ReadonlySet<string>,
): ItemState {
  const completed_by = marked(item, actor)
  const isWaitedFor = (assignee: string) => !completed_by.includes(assignee) && !deactivated.has(assignee)
  const done = item.completion_type === 'any' || !item.assignees.includes(actor) || !item.assignees.some(isWaitedFor)
  return { status: done ? 'Done' : status, wont_do, completed_by }
}

function marked({ completed_by }: Pick<ItemState, 'completed_by'>, actor: string): string[] {
  return [...new Set([...completed_by, actor])]
}

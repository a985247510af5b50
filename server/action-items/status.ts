/** Where an action item goes from where it is: complete, reopen, archive (spec 3.4, decision 25). *Pure.* */
import type { ActionItemRow } from '../tables.ts'

/** `finish` is to complete for everybody at once: what whoever may edit writes into an agenda. */
export type Action = 'complete' | 'finish' | 'reopen' | 'archive'

/** What actions change. */
export type Standing = Pick<ActionItemRow, 'status' | 'wont_do' | 'completed_by'>

/** What decides how. */
type Terms = Pick<ActionItemRow, 'completion_type'> & { assignees: string[] }

/** @param edits  whether this person has the edit right (decision 24) */
export function mayAct(person: string, assignees: string[], edits: boolean): boolean {
  return edits || assignees.includes(person)
}

/**
 * What becomes of an item. An action that it has gone through already leaves it as it is.
 * @param actor        somebody who `mayAct`: who is no assignee therefore has the edit right
 * @param deactivated  people who are not waited for
 */
export function act(
  item: Standing & Terms,
  action: Action,
  actor: string,
  deactivated: ReadonlySet<string> = new Set(),
): Standing {
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

/** An item that is not done by this mark keeps its status; one that was archived stays `wont_do` (spec 6.3). */
function complete(
  { status, wont_do, ...item }: Standing & Terms,
  actor: string,
  deactivated: ReadonlySet<string>,
): Standing {
  const completed_by = marked(item, actor)
  const isWaitedFor = (assignee: string) => !completed_by.includes(assignee) && !deactivated.has(assignee)
  const done = item.completion_type === 'any' || !item.assignees.includes(actor) || !item.assignees.some(isWaitedFor)
  return { status: done ? 'Done' : status, wont_do, completed_by }
}

function marked({ completed_by }: Pick<Standing, 'completed_by'>, actor: string): string[] {
  return [...new Set([...completed_by, actor])]
}

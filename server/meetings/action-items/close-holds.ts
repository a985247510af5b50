/**
 * Closes the windows of action items that are due: compares each item before and now, and announces the differences that
 * have an event (spec 6, 6.4; decisions 26 on the window and 40 on recipients).
 */
import { type Selectable, sql } from 'kysely'
import type { Person } from '../../people/caller/caller.ts'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { EventType } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { ActionItemHoldRow } from '../../platform/postgres/tables.ts'
import { announce } from '../../webhooks/announce/announce.ts'
import type { Bodies, DomainEvent } from '../../webhooks/events/domain-events.ts'
import { lockItems } from './change-items.ts'
import { assignedBody, completedBody, type EventItem, workspaceAssignedBody, workspaceCompletedBody } from './events.ts'
import { readEventItems } from './read-event-items.ts'

/** Number of holds that are read and announced in one transaction. */
const most = 100

/**
 * Any number of workers may run this at once. After a crash the next run announces the rest.
 * @param wake  the job's own due time, used if this machine's clock is behind
 * @throws {AggregateError} the events of some workspaces could not be announced; those of the others were
 */
export async function closeDueHolds(db: Db, now: Date, wake: { due_at: string } | null): Promise<void> {
  const due = wake?.due_at && new Date(wake.due_at) > now ? new Date(wake.due_at) : now
  const failures = new Map<string, unknown>()
  let left = true
  while (left) {
    const holds = await findDue(db, due, [...failures.keys()])
    for (const [workspaceId, own] of Map.groupBy(holds, ({ workspace_id }) => workspace_id)) {
      const ids = own.map(({ item_id }) => item_id)
      try {
        await db.transaction().execute((tx) => closeHoldsOf(tx, workspaceId, ids, due))
      } catch (error) {
        failures.set(workspaceId, error)
      }
    }
    left = holds.length === most
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), 'Changes of action items could not be announced')
}

function findDue(db: Db, due: Date, exceptFor: string[]) {
  return db
    .selectFrom('action_item_holds')
    .select(['workspace_id', 'item_id'])
    .where('due_at', '<=', due)
    .where(notFrozen('action_item_holds.workspace_id'))
    .where(sql<boolean>`workspace_id <> all(${exceptFor})`)
    .orderBy('due_at')
    .limit(most)
    .execute()
}

/** Locks the items before deleting their holds, in the order of writers, so that no change falls between the two. */
async function closeHoldsOf(tx: Tx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  await lockItems(tx, workspaceId, ids)
  const holds = await tx
    .deleteFrom('action_item_holds')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`item_id = any(${ids})`)
    .where('due_at', '<=', now)
    .returning(['item_id', 'due_at', 'status', 'assignees', 'trace'])
    .execute()
  const items = await readEventItems(tx, workspaceId, ids)
  const events = holds.flatMap((hold) => eventsOf(hold, items.get(hold.item_id)!))
  await announce(tx, now, { workspaceId, events, audience: isConcerned, bodiesOf })
}

type ItemEvent = DomainEvent & { item: EventItem; facts: { people: string[] } }
type Hold = Pick<Selectable<ActionItemHoldRow>, 'due_at' | 'status' | 'assignees' | 'trace'>

/** The events for what differs since the window opened. */
function eventsOf(hold: Hold, item: EventItem): ItemEvent[] {
  const added = item.assignees.filter(({ id }) => !hold.assignees.includes(id))
  const event = (type: EventType, people: Person[]): ItemEvent => ({
    type,
    key: `${type} ${item.id} ${hold.due_at.toISOString()}`,
    item,
    toWorkspace: true,
    facts: { people: people.map(({ id }) => id) },
    about: { noteId: item.note_id, itemId: item.id },
    trace: hold.trace,
  })
  const isCompleted = hold.status !== 'Done' && item.status === 'Done'
  return [
    ...(added.length > 0 ? [event('action_item.assigned', added)] : []),
    ...(isCompleted ? [event('action_item.completed', item.assignees)] : []),
  ]
}

const isConcerned = sql<boolean>`domain_event.facts -> 'people' ? webhooks.user_id`

const bodiesOf = async (received: { event: ItemEvent }[]): Promise<Bodies[]> =>
  received.map(({ event: { type, item } }) =>
    type === 'action_item.assigned'
      ? { user: () => assignedBody(item), workspace: () => workspaceAssignedBody(item) }
      : {
          user: (userId) => completedBody(item, item.assignees.find(({ id }) => id === userId)!),
          workspace: () => workspaceCompletedBody(item),
        },
  )

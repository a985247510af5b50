/**
 * Closes the windows of action items that are due: what an item was and what it is are compared, and of a difference
 * that counts the webhooks are told (spec 6, 6.4; decisions 26 and 40).
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db.ts'
import type { EventType } from '../tables.ts'
import { announce, type Happening } from '../webhooks/announce.ts'
import { lockItems } from './change-items.ts'
import { assignedBody, completedBody, type ToldItem, workspaceAssignedBody, workspaceCompletedBody } from './events.ts'
import { readToldItems } from './read-told-items.ts'

/** So many are read and told in one transaction. */
const most = 100

/**
 * Any number of workers may do this at once. A crash leaves what is not told for the next run.
 * @param wake  the job's own due time: it counts where this machine's clock is behind
 * @throws {AggregateError} some workspaces could not be told; the others were
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
  if (failures.size > 0) throw new AggregateError(failures.values(), 'Changes of action items could not be told')
}

function findDue(db: Db, due: Date, exceptFor: string[]) {
  return db
    .selectFrom('action_item_holds')
    .select(['workspace_id', 'item_id'])
    .where('due_at', '<=', due)
    .where(sql<boolean>`workspace_id <> all(${exceptFor})`)
    .orderBy('due_at')
    .limit(most)
    .execute()
}

/** The items are locked before their holds are taken, as writers do, so that no change falls between the two. */
async function closeHoldsOf(tx: Tx, workspaceId: string, ids: string[], now: Date): Promise<void> {
  await lockItems(tx, workspaceId, ids)
  const holds = await tx
    .deleteFrom('action_item_holds')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`item_id = any(${ids})`)
    .where('due_at', '<=', now)
    .returning(['item_id', 'due_at', 'status', 'assignees'])
    .execute()
  const items = await readToldItems(tx, workspaceId, ids)
  for (const hold of holds) {
    const item = items.get(hold.item_id)!
    const added = item.assignees.filter(({ id }) => !hold.assignees.includes(id))
    const tell = (type: EventType, happening: Told) =>
      announce(tx, now, {
        ...{ workspaceId, type, key: `${type} ${item.id} ${hold.due_at.toISOString()}` },
        about: { noteId: item.note_id, itemId: item.id },
        ...happening,
      })
    if (added.length > 0) await tell('action_item.assigned', assigned(item, added))
    if (hold.status !== 'Done' && item.status === 'Done') await tell('action_item.completed', completed(item))
  }
}

type Told = Pick<Happening, 'audience' | 'userBodies' | 'workspaceBody'>

const assigned = (item: ToldItem, added: ToldItem['assignees']): Told => ({
  audience: ownedBy(added),
  userBodies: async (owners) => new Map(owners.map((owner) => [owner, assignedBody(item)])),
  workspaceBody: async () => workspaceAssignedBody(item),
})

const completed = (item: ToldItem): Told => ({
  audience: ownedBy(item.assignees),
  userBodies: async () => new Map(item.assignees.map((assignee) => [assignee.id, completedBody(item, assignee)])),
  workspaceBody: async () => workspaceCompletedBody(item),
})

const ownedBy = (people: { id: string }[]) => sql<boolean>`webhooks.user_id = any(${people.map(({ id }) => id)})`

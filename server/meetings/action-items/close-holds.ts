/**
 * Closes the windows of action items that are due: compares each item before and now, and announces the differences that
 * have an event (spec 6, 6.4; decisions 26 on the window and 40 on recipients).
 */
import { type Selectable, sql } from 'kysely'
import type { Person } from '../../people/caller/caller.ts'
import { notFrozen } from '../../people/caller/frozen.ts'
import { noteVisibleTo } from '../../people/sight/visible.ts'
import type { EventType } from '../../platform/postgres/column-types.ts'
import { type Db, probe, type Tx } from '../../platform/postgres/db.ts'
import type { ActionItemHoldRow } from '../../platform/postgres/tables.ts'
import { announce } from '../../webhooks/announce/announce.ts'
import type { Bodies, DomainEvent } from '../../webhooks/events/domain-events.ts'
import { lockItems } from './change-items.ts'
import {
  type Assignee,
  assignedBody,
  completedBody,
  type EventItem,
  workspaceAssignedBody,
  workspaceCompletedBody,
} from './events.ts'

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

/** With all fields of their events, and what each assignee may see of them (spec 6.2, 6.3). @returns by id */
async function readEventItems(tx: Tx, workspaceId: string, ids: string[]): Promise<Map<string, EventItem>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('action_items as item')
    .leftJoin('notes', (join) =>
      join.onRef('notes.workspace_id', '=', 'item.workspace_id').onRef('notes.id', '=', 'item.note_id'),
    )
    .leftJoinLateral(firstChannel, (join) => join.onTrue())
    .select(['item.id', 'item.text', 'item.completion_type', 'item.status', 'item.wont_do', 'item.due_date'])
    .select(['item.note_id', 'item.ai_generated', 'item.links', 'item.created_at', 'item.updated_at'])
    .select([assignees.as('assignees'), event.as('event')])
    .select(sql<EventItem['stream']>`to_json(stream)`.as('stream'))
    .where('item.workspace_id', '=', workspaceId)
    .where(sql<boolean>`item.id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const event = sql<EventItem['event']>`(
  select json_build_object('guid', event.guid, 'title', event.title, 'starts_at', event.starts_at, 'ends_at', event.ends_at)
  from events event where event.workspace_id = notes.workspace_id and event.guid = notes.event_guid)`

/** A publication counts if an attendee made it (decision 17). */
const firstChannel = sql<NonNullable<EventItem['stream']>>`(
  select channel.id, channel.title, channel.private
  from publications publication
  join channels channel on channel.workspace_id = publication.workspace_id and channel.id = publication.channel_id
  where publication.workspace_id = notes.workspace_id and publication.note_id = notes.id
    and ${probe(sql`select from note_attendees maker
      where maker.workspace_id = publication.workspace_id and maker.note_id = publication.note_id
        and maker.user_id = publication.by_user_id`)}
  order by publication.channel_id limit 1)`.as('stream')

const assignees = sql<Assignee[]>`coalesce((
  select json_agg(json_build_object('id', person.id, 'full_name', person.full_name, 'email', person.email,
    'sees_note', ${noteVisibleTo(sql.ref('person.id'))},
    'in_stream', exists (select from channel_members member
      where member.workspace_id = person.workspace_id and member.channel_id = stream.id
        and member.user_id = person.id)) order by assignee.position)
  from action_item_assignees assignee
  join users person on person.workspace_id = assignee.workspace_id and person.id = assignee.user_id
  where assignee.workspace_id = item.workspace_id and assignee.item_id = item.id), '[]')`

/** Action items with all fields of their events, and what each assignee may see of them (spec 6.2, 6.3). */
import { sql } from 'kysely'
import { noteVisibleTo } from '../../people/sight/visible.ts'
import { probe, type Tx } from '../../platform/postgres/db.ts'
import type { Assignee, EventItem } from './events.ts'

/** One query. @returns by id */
export async function readEventItems(tx: Tx, workspaceId: string, ids: string[]): Promise<Map<string, EventItem>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('action_items as item')
    .leftJoin('notes', (join) =>
      join.onRef('notes.workspace_id', '=', 'item.workspace_id').onRef('notes.id', '=', 'item.note_id'),
    )
    .leftJoinLateral(firstChannel, (join) => join.onTrue())
    .select(['item.id', 'item.text', 'item.completion_type', 'item.status', 'item.wont_do', 'item.due_date'])
    .select(['item.note_id', 'item.ai_generated', 'item.created_at', 'item.updated_at'])
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

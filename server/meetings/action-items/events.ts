/** The bodies of action item events: the four of spec 6.2 and 6.3 (decision 40 on recipients). *Pure.* */

import type { Person } from '../../people/caller/caller.ts'
import type { ActionItemRow } from '../../platform/postgres/tables.ts'
import { utc, utcOffset } from '../../platform/time.ts'

type Untold = 'workspace_id' | 'completed_by' | 'changed_by_people' | 'recording_offset' | 'created_by'

export type EventItem = Omit<ActionItemRow, Untold> & {
  assignees: Assignee[]
  /** The calendar event of its note. */
  event: { guid: string; title: string; starts_at: string; ends_at: string } | null
  /** The first channel that its note is published in. */
  stream: { id: string; title: string; private: boolean } | null
}

export type Assignee = Person & { sees_note: boolean; in_stream: boolean }

/** The same body for every new assignee; it lists all assignees. */
export function assignedBody(item: EventItem) {
  return {
    event_type: 'action_item.assigned',
    id: item.id,
    text: item.text,
    assignees: item.assignees.map(presentPerson),
    completion_type: item.completion_type,
    status: item.status,
    due_date: item.due_date,
    note_id: item.note_id,
    ai_generated: item.ai_generated,
    links: item.links,
    created_at: utcOffset(item.created_at),
    updated_at: utcOffset(item.updated_at),
  }
}

/** For one assignee. An assignee who cannot see the note gets neither its meeting nor its channel. */
export function completedBody(item: EventItem, assignee: Assignee) {
  const { event, stream } = assignee.sees_note ? item : { event: null, stream: null }
  const known = stream?.private && !assignee.in_stream ? { ...stream, title: '' } : stream
  const { id, full_name, email } = presentPerson(assignee)
  return {
    ...completion({ ...item, event, stream: known }),
    assignee_id: id,
    assignee_name: full_name,
    assignee_email: email,
  }
}

export function workspaceAssignedBody(item: EventItem) {
  return { ...assignedBody(item), scope: 'workspace' }
}

/** A workspace webhook receives all fields, whatever its creator may see. */
export function workspaceCompletedBody(item: EventItem) {
  return { ...completion(item), assignees: item.assignees.map(presentPerson), scope: 'workspace' }
}

function completion({ event, stream, ...item }: EventItem) {
  return {
    event_type: 'action_item.completed',
    id: item.id,
    text: item.text,
    note_id: item.note_id,
    stream_id: stream?.id ?? null,
    stream_title: stream?.title ?? '',
    due_date: item.due_date,
    done: true,
    wont_do: item.wont_do,
    event_id: event?.guid ?? '',
    event_title: event?.title ?? '',
    event_start: event && utc(new Date(event.starts_at)),
    event_end: event && utc(new Date(event.ends_at)),
    ai_generated: item.ai_generated,
    links: item.links,
  }
}

const presentPerson = ({ id, full_name, email }: Person): Person => ({ id, full_name, email })

/** The payloads of this room's events, as JSON Schema with an example each (spec 6.2, 6.3). *Pure.* */
import Type from 'typebox'
import { Nullable, Time } from '../../platform/http/schema.ts'
import { type EventCatalog, payload } from '../../webhooks/events/event-types.ts'
import { ActionItem, itemExample } from './schemas.ts'

const id = Type.String({ description: 'Action item identifier.' })
const text = Type.String({ description: 'What is to be done.' })
const noteId = Nullable(Type.String({ description: 'The note it belongs to; null without one.' }))
const dueDate = Nullable(Type.String({ description: '`YYYY-MM-DD`.' }))
const aiGenerated = Type.Boolean({ description: 'Whether AI notes found it.' })
const { assignees, completion_type, status, links } = ActionItem.properties
const scope = Type.Literal('workspace')

const assigned = {
  event_type: Type.Literal('action_item.assigned'),
  id,
  text,
  assignees,
  completion_type,
  status,
  due_date: dueDate,
  note_id: noteId,
  ai_generated: aiGenerated,
  links,
  created_at: Time('In UTC.', '2026-01-05T09:10:00.000+00:00'),
  updated_at: Time('In UTC.', '2026-01-05T09:10:00.000+00:00'),
}

const completed = {
  event_type: Type.Literal('action_item.completed'),
  id,
  text,
  note_id: noteId,
  stream_id: Nullable(Type.String({ description: 'The channel that the note is published in.' })),
  stream_title: Type.String({
    description: "The channel's title; '' without a channel, and for a private one that the owner is not in.",
  }),
  due_date: dueDate,
  done: Type.Literal(true),
  wont_do: Type.Boolean({ description: 'Whether it was archived before it was done.' }),
  event_id: Type.String({ description: "The calendar event; '' without one." }),
  event_title: Type.String(),
  event_start: Nullable(Time('Scheduled start.')),
  event_end: Nullable(Time('Scheduled end.')),
  ai_generated: aiGenerated,
  links,
}

const assignee = {
  assignee_id: Type.String({ description: 'The assignee whom this message is for.' }),
  assignee_name: Type.String(),
  assignee_email: Type.String(),
}

const people = itemExample.assignees
const [person] = people
const assignedExample = {
  event_type: 'action_item.assigned' as const,
  id: itemExample.id,
  text: itemExample.text,
  assignees: people,
  completion_type: itemExample.completion_type,
  status: itemExample.status,
  due_date: itemExample.due_date,
  note_id: itemExample.note_id,
  ai_generated: false,
  links: itemExample.links,
  created_at: itemExample.created_at,
  updated_at: itemExample.updated_at,
}
const completedExample = {
  event_type: 'action_item.completed' as const,
  id: itemExample.id,
  text: itemExample.text,
  note_id: itemExample.note_id,
  stream_id: 'ch_eng',
  stream_title: 'Engineering',
  due_date: itemExample.due_date,
  done: true as const,
  wont_do: false,
  event_id: 'evt1_20260105T090000Z',
  event_title: 'Weekly 5 Jan',
  event_start: '2026-01-05T09:00:00.000Z',
  event_end: '2026-01-05T09:30:00.000Z',
  ai_generated: false,
  links: itemExample.links,
}

export const itemEvents = {
  'action_item.assigned': {
    description: 'An action item gained an assignee; sent about 30 seconds after the first change.',
    user: payload(assigned, assignedExample),
    workspace: payload({ ...assigned, scope }, { ...assignedExample, scope: 'workspace' }),
  },
  'action_item.completed': {
    description: 'An action item was done, and still is about 30 seconds after the first change.',
    user: payload(
      { ...completed, ...assignee },
      { ...completedExample, assignee_id: person!.id, assignee_name: person!.full_name, assignee_email: person!.email },
    ),
    workspace: payload(
      { ...completed, assignees, scope },
      { ...completedExample, assignees: people, scope: 'workspace' },
    ),
  },
} satisfies Partial<EventCatalog>

/** The payloads of this room's events, as JSON Schema with an example each (spec 6.1). *Pure.* */
import Type from 'typebox'
import { Nullable, Time } from '../../../platform/http/schema.ts'
import { type EventCatalog, payload } from '../../../webhooks/events/event-types.ts'
import { chatBody, exampleOutline } from '../recap-mail/compose-chat.ts'

const fields = {
  id: Type.String({ description: 'Note identifier.' }),
  event_id: Nullable(Type.String({ description: 'The calendar event; null without one.' })),
  event_title: Type.String({
    description: "The title of the event, or else of the recording; '' if neither is known.",
  }),
  event_start: Nullable(Time('Scheduled start.')),
  event_end: Nullable(Time('Scheduled end.')),
  recording_start: Nullable(Time('When the recording began.')),
  recording_end: Nullable(Time('When the recording ended.')),
  recap_url: Type.String({ description: 'The address of the recap for people.' }),
  organizer_email: Type.String({ description: "'' if it is unknown." }),
  ai_notes: Type.String({ description: 'Markdown.' }),
  agenda_notes: Type.String({ description: 'Markdown.' }),
  has_external_attendees: Type.Boolean({ description: 'Whether an attendee is from outside the workspace.' }),
  transcript: Type.String({ description: "Lines of `[HH:MM:SS] Speaker: text`; '' with zero-day retention." }),
  attendees: Type.Array(Type.Object({ name: Type.String(), email: Type.String() })),
}
const ofUser = { is_user_who_started_recording: Type.Boolean() }
const ofWorkspace = { scope: Type.Literal('workspace') }
const ofChannel = { channel_id: Type.String({ description: 'The channel that it was shared to.' }) }

const example = {
  id: 'n_1',
  event_id: 'evt1_20260105T090000Z',
  event_title: 'Weekly 5 Jan',
  event_start: '2026-01-05T09:00:00.000Z',
  event_end: '2026-01-05T09:30:00.000Z',
  recording_start: '2026-01-05T09:00:10.000Z',
  recording_end: '2026-01-05T09:29:50.000Z',
  recap_url: 'https://meetings.example.com/recap/r_1',
  organizer_email: 'ada@acme.test',
  ai_notes: '## Summary\n\nThe deck goes out on Friday.',
  agenda_notes: '# Goals\n\n* Action Item: Send the deck (Due: 2026-01-09)',
  has_external_attendees: true,
  transcript: '[00:00:00] Ada Moreau: Good morning.',
  attendees: [
    { name: 'Ada Moreau', email: 'ada@acme.test' },
    { name: '', email: 'guest@elsewhere.test' },
  ],
}
const exampleOfUser = { is_user_who_started_recording: true }
const exampleOfWorkspace = { scope: 'workspace' as const }
const exampleOfChannel = { channel_id: 'ch_eng' }

const generated = { event_type: Type.Literal('ai_note.generated'), ...fields }
const shared = { event_type: Type.Literal('ai_note.shared_to_channel'), ...fields, ...ofChannel }
const generatedExample = { event_type: 'ai_note.generated' as const, ...example }
const sharedExample = { event_type: 'ai_note.shared_to_channel' as const, ...example, ...exampleOfChannel }

export const aiNoteEvents = {
  'ai_note.generated': {
    description: 'AI notes were written from a recording.',
    user: payload({ ...generated, ...ofUser }, { ...generatedExample, ...exampleOfUser }),
    workspace: payload({ ...generated, ...ofWorkspace }, { ...generatedExample, ...exampleOfWorkspace }),
  },
  'ai_note.shared_to_channel': {
    description: 'A note or a recap was published in a channel.',
    user: payload({ ...shared, ...ofUser }, { ...sharedExample, ...exampleOfUser }),
    workspace: payload({ ...shared, ...ofWorkspace }, { ...sharedExample, ...exampleOfWorkspace }),
    channel: (chat, address) => chatBody(chat, exampleOutline(address)),
  },
} satisfies Partial<EventCatalog>

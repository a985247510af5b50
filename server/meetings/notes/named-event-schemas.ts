/** The payloads of this room's events, as JSON Schema with an example each (decision 61). *Pure.* */
import Type, { type TProperties } from 'typebox'
import { Nullable, Time } from '../../platform/http/schema.ts'
import { type EventCatalog, type EventDescription, payload } from '../../webhooks/events/event-types.ts'

const noteId = Type.String({ description: 'Note identifier.' })
const recordingId = Type.String({ description: 'Recording identifier.' })
const shown = {
  title: Type.String(),
  event_id: Nullable(Type.String({ description: 'The calendar event; null without one.' })),
  event_start: Nullable(Time('Scheduled start.')),
  event_end: Nullable(Time('Scheduled end.')),
  url: Type.String({ description: 'The page for people.' }),
}
const ofRecording = {
  id: recordingId,
  note_id: noteId,
  ...shown,
  recording_start: Nullable(Time('When the recording began.')),
  recording_end: Nullable(Time('When the recording ended.')),
}
const Person = Type.Object({ id: Type.String(), email: Type.String(), full_name: Type.String() })
const ofShare = {
  id: noteId,
  recording_id: Nullable(Type.String({ description: 'The recording that was shared; null if it was the note.' })),
  ...shown,
  shared_by: Person,
  shared_with: Person,
  can_edit: Type.Boolean({ description: 'Whether the person may edit the note.' }),
}

const shownExample = {
  title: 'Weekly 5 Jan',
  event_id: 'evt1_20260105T090000Z',
  event_start: '2026-01-05T09:00:00.000Z',
  event_end: '2026-01-05T09:30:00.000Z',
}
const noteExample = { id: 'n_1', ...shownExample, url: 'https://meetings.example.com/note/n_1' }
const recordingExample = {
  id: 'r_1',
  note_id: 'n_1',
  ...shownExample,
  recording_start: '2026-01-05T09:00:10.000Z',
  recording_end: '2026-01-05T09:29:50.000Z',
  url: 'https://meetings.example.com/recap/r_1',
}
const shareExample = {
  ...noteExample,
  recording_id: null,
  shared_by: { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
  shared_with: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' },
  can_edit: false,
}

/** The same payload for both kinds of webhooks, except for `scope`. */
export function namedEvent<Name extends string>(
  event_type: Name,
  description: string,
  fields: TProperties,
  example: object,
): EventDescription {
  const named = { event_type: Type.Literal(event_type), ...fields }
  const scope = Type.Literal('workspace')
  return {
    description: `${description} Only who names this type receives it.`,
    user: payload(named, { event_type, ...example }),
    workspace: payload({ ...named, scope }, { event_type, ...example, scope: 'workspace' }),
  }
}

const window = 'About 30 seconds after the first change; later changes until then are in the same event.'

export const thingEvents = {
  'recording.ready': namedEvent(
    'recording.ready',
    'An upload succeeded: the recording can be read. Its AI notes may follow (`ai_note.generated`).',
    ofRecording,
    recordingExample,
  ),
  'recording.changed': namedEvent(
    'recording.changed',
    `Title, transcript or AI notes of a recording were corrected or written anew. ${window}`,
    ofRecording,
    recordingExample,
  ),
  'recording.deleted': namedEvent(
    'recording.deleted',
    'A recording was deleted for good, alone or with its note. Those who saw it receive this.',
    { id: recordingId, note_id: noteId },
    { id: 'r_1', note_id: 'n_1' },
  ),
  'note.changed': namedEvent(
    'note.changed',
    `Title or agenda of a note was written. ${window}`,
    { id: noteId, ...shown },
    noteExample,
  ),
  'note.shared': namedEvent(
    'note.shared',
    'A note, or one of its recordings, was shared with a person, who receives this.',
    ofShare,
    shareExample,
  ),
} satisfies Partial<EventCatalog>

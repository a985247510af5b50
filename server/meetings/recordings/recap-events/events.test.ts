/** The bodies of spec 6.1, with every fall-back (decision 40 on recipients). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NoteFacts, type RecordingFacts, userBody, workspaceBody } from './events.ts'

const event: NoteFacts['event'] = {
  guid: 'evt_1',
  title: 'Weekly',
  organizer_email: 'ada@acme.test',
  starts_at: new Date('2026-01-10T09:00:00.000Z'),
  ends_at: new Date('2026-01-10T09:30:00.000Z'),
}
const note: NoteFacts = { id: 'n_1', agenda: '# Goals', event }
const recording: RecordingFacts = {
  title: 'Recorded',
  started_by: 'u_ada',
  url: 'https://minutebook.test/recap/r_1',
  started_at: new Date('2026-01-10T09:01:00.000Z'),
  ended_at: new Date('2026-01-10T09:29:00.000Z'),
  aiNotes: '## Summary',
  transcript: '[00:00:00] Ada: Hello.',
  workspaceDomains: ['acme.test'],
  attendees: [
    { name: 'Ada', email: 'ada@ACME.test' },
    { name: '', email: 'guest@elsewhere.test' },
  ],
}
const type = 'ai_note.generated'
// biome-ignore lint/suspicious/noExplicitAny: a payload's fields are what tests look at
const bodyOf = (more: object): any => workspaceBody({ type, note, recording, ...more })

const full = {
  event_type: type,
  id: 'n_1',
  event_id: 'evt_1',
  event_title: 'Weekly',
  organizer_email: 'ada@acme.test',
  event_start: '2026-01-10T09:00:00.000Z',
  event_end: '2026-01-10T09:30:00.000Z',
  recording_start: '2026-01-10T09:01:00.000Z',
  recording_end: '2026-01-10T09:29:00.000Z',
  recap_url: recording.url,
  ai_notes: '## Summary',
  agenda_notes: '# Goals',
  has_external_attendees: true,
  transcript: '[00:00:00] Ada: Hello.',
  attendees: recording.attendees,
}
const reduced = {
  recording_start: null,
  recording_end: null,
  recap_url: '',
  ai_notes: '',
  transcript: '',
  attendees: [],
  has_external_attendees: false,
}
const withoutEvent = { event_id: null, event_start: null, event_end: null, organizer_email: '' }

test('6.1: all fields; the two shapes differ in the starter of the recording and the scope', () => {
  assert.deepEqual(bodyOf({}), { ...full, scope: 'workspace' })
  const user = (id: string) => userBody({ type, note, seesNote: true, recording }, id)
  assert.deepEqual(user('u_ada'), { ...full, is_user_who_started_recording: true })
  assert.deepEqual(user('u_bo'), { ...full, is_user_who_started_recording: false })
  const shared = { type: 'ai_note.shared_to_channel', channelId: 'ch_1' }
  const channel = { event_type: shared.type, channel_id: 'ch_1' }
  assert.deepEqual(bodyOf(shared), { ...full, ...channel, scope: 'workspace' })
})

test('6.1: event_title is that of the event, else of the recording, else empty; a blank title counts as none', () => {
  const titled = (title: string) => ({ ...note, event: { ...event, title } })
  const titles: [object, string][] = [
    [{ note: { ...note, event: null } }, 'Recorded'],
    [{ note: titled('') }, 'Recorded'],
    [{ note: titled(' \t') }, 'Recorded'],
    [{ note: titled(''), recording: { ...recording, title: ' ' } }, ''],
    [{ note: titled(''), recording: null }, ''],
    [{ note: { ...note, event: null }, recording: null }, ''],
    [{ recording: null }, 'Weekly'],
  ]
  for (const [facts, title] of titles) assert.equal(bodyOf(facts).event_title, title, JSON.stringify(facts))
})

test('6.1: without a recording the reduced form, with the fields of the calendar', () => {
  assert.deepEqual(bodyOf({ recording: null }), { ...full, ...reduced, scope: 'workspace' })
  const bare = { note: { ...note, event: null, agenda: '' }, recording: null }
  const nothing = { ...full, ...reduced, ...withoutEvent, event_title: '', agenda_notes: '', scope: 'workspace' }
  assert.deepEqual(bodyOf(bare), nothing)
})

test('6.1: unknown fields of an event or a recording', () => {
  const { event_id, event_start, event_end, organizer_email } = bodyOf({ note: { ...note, event: null } })
  assert.deepEqual({ event_id, event_start, event_end, organizer_email }, withoutEvent)
  assert.equal(bodyOf({ note: { ...note, event: { ...event, organizer_email: null } } }).organizer_email, '')
  const unknown = { ...recording, started_at: null, ended_at: null, aiNotes: '', transcript: '', attendees: [] }
  const recorded = { recap_url: recording.url }
  assert.deepEqual(bodyOf({ recording: unknown }), { ...full, ...reduced, ...recorded, scope: 'workspace' })
  const nobody = userBody({ type, note, seesNote: true, recording: { ...recording, started_by: null } }, 'u_ada')
  assert.deepEqual(nobody, { ...full, is_user_who_started_recording: false })
})

test('6.1: a person who may not see the note gets no agenda', () => {
  const body = userBody({ type, note, seesNote: false, recording }, 'u_bo')
  assert.deepEqual(body, { ...full, agenda_notes: '', is_user_who_started_recording: false })
})

test('6.1: an attendee is external if the address is in none of the workspace’s domains', () => {
  const external = (...emails: string[]) =>
    bodyOf({ recording: { ...recording, attendees: emails.map((email) => ({ name: '', email })) } })
      .has_external_attendees
  assert.deepEqual([external('a@acme.test', 'b@Acme.Test', ''), external('a@sub.acme.test')], [false, true])
  assert.deepEqual([external(), external('acme.test@elsewhere.test')], [false, true])
})

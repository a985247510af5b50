/** The bodies of spec 6.2 and 6.3, field by field, with every fall-back (decision 40 on recipients). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Assignee,
  assignedBody,
  completedBody,
  type EventItem,
  workspaceAssignedBody,
  workspaceCompletedBody,
} from './events.ts'

const ada: Assignee = { id: 'u_ada', full_name: 'Ada Moreau', email: 'ada@acme.test', sees_note: true, in_stream: true }
const bo: Assignee = { id: 'u_bo', full_name: 'Bo Lindqvist', email: '', sees_note: true, in_stream: false }

const item: EventItem = {
  id: 'ai_1',
  text: 'Send the deck',
  assignees: [ada, bo],
  completion_type: 'all',
  status: 'Done',
  wont_do: false,
  due_date: '2026-01-09',
  note_id: 'n_1',
  ai_generated: true,
  links: [{ system: 'GitHub', key: '12', url: 'https://github.com/acme/app/issues/12' }],
  created_at: new Date('2026-01-05T09:10:00.000Z'),
  updated_at: new Date('2026-01-10T12:00:00.007Z'),
  event: {
    guid: 'evt_1',
    title: 'Weekly',
    starts_at: '2026-01-05T09:00:00+00:00',
    ends_at: '2026-01-05T09:30:00+00:00',
  },
  stream: { id: 'ch_eng', title: 'Engineering', private: true },
}

const people = [
  { id: 'u_ada', full_name: 'Ada Moreau', email: 'ada@acme.test' },
  { id: 'u_bo', full_name: 'Bo Lindqvist', email: '' },
]

test('6.2: the event assigned lists every assignee', () => {
  const body = {
    event_type: 'action_item.assigned',
    id: 'ai_1',
    text: 'Send the deck',
    assignees: people,
    completion_type: 'all',
    status: 'Done',
    due_date: '2026-01-09',
    note_id: 'n_1',
    ai_generated: true,
    links: item.links,
    created_at: '2026-01-05T09:10:00.000+00:00',
    updated_at: '2026-01-10T12:00:00.007+00:00',
  }
  assert.deepEqual(assignedBody(item), body)
  assert.deepEqual(workspaceAssignedBody(item), { ...body, scope: 'workspace' })
  const bare = assignedBody({ ...item, due_date: null, note_id: null })
  assert.deepEqual([bare.due_date, bare.note_id], [null, null])
})

const completed = {
  event_type: 'action_item.completed',
  id: 'ai_1',
  text: 'Send the deck',
  note_id: 'n_1',
  stream_id: 'ch_eng',
  stream_title: 'Engineering',
  due_date: '2026-01-09',
  done: true,
  wont_do: false,
  event_id: 'evt_1',
  event_title: 'Weekly',
  event_start: '2026-01-05T09:00:00.000Z',
  event_end: '2026-01-05T09:30:00.000Z',
  ai_generated: true,
  links: item.links,
}
const forAda = { assignee_id: 'u_ada', assignee_name: 'Ada Moreau', assignee_email: 'ada@acme.test' }
const forBo = { assignee_id: 'u_bo', assignee_name: 'Bo Lindqvist', assignee_email: '' }

test('6.3: the event completed is personalized for each assignee; the workspace body lists all assignees', () => {
  assert.deepEqual(completedBody(item, ada), { ...completed, ...forAda })
  assert.deepEqual(workspaceCompletedBody(item), { ...completed, assignees: people, scope: 'workspace' })
  assert.deepEqual(workspaceCompletedBody({ ...item, assignees: [] }).assignees, [])
})

test('6.3: the event of an archived item that is completed later has wont_do', () => {
  assert.equal(completedBody({ ...item, wont_do: true }, ada).wont_do, true)
})

const noEvent = { event_id: '', event_title: '', event_start: null, event_end: null }
const noStream = { stream_id: null, stream_title: '' }

test('6.3: an item may have no note, no channel and no calendar event', () => {
  const nothing = { ...item, note_id: null, event: null, stream: null, due_date: null }
  const alone = { ...ada, sees_note: false, in_stream: false }
  const bare = { ...completed, ...noEvent, ...noStream, note_id: null, due_date: null }
  assert.deepEqual(completedBody(nothing, alone), { ...bare, ...forAda })
  assert.deepEqual(workspaceCompletedBody(nothing), { ...bare, assignees: people, scope: 'workspace' })
  assert.deepEqual(completedBody({ ...item, stream: null }, ada), { ...completed, ...noStream, ...forAda })
  assert.deepEqual(completedBody({ ...item, event: null }, ada), { ...completed, ...noEvent, ...forAda })
})

test('40: only members get the title of a private channel; everybody gets that of a public one', () => {
  assert.deepEqual(completedBody(item, bo), { ...completed, ...forBo, stream_title: '' })
  const stream = { ...item.stream!, private: false }
  assert.deepEqual(completedBody({ ...item, stream }, bo), { ...completed, ...forBo })
})

test('40: an assignee who cannot see the note gets neither its meeting nor its channel', () => {
  const stranger = { ...bo, sees_note: false, in_stream: true }
  assert.deepEqual(completedBody(item, stranger), { ...completed, ...noEvent, ...noStream, ...forBo })
})

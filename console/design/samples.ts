/** What the parts show. */
import type { ActionItem, Note } from '@minutebook/client'
import type { User } from '../api/people.ts'
import type { Session } from '../api/read-session.ts'
import type { Player } from '../pages/recap/player.ts'
import type { RecordingState } from '../record/recording.ts'

const at = '2026-09-14T09:00:00Z'

export const people = ['Ada Moreau', 'Bo Lindqvist'].map((full_name, index) => ({
  ...{ id: `u_${index}`, full_name, email: `${full_name.split(' ')[0]!.toLowerCase()}@acme.test`, active: true },
})) as User[]

export const session = { user: people[0], super_admin: false, may_elevate: false, actingBy: null } as unknown as Session

export const meetings = [
  { id: 'n_1', title: 'Remote control: kick-off', recording_ids: ['r_1'], series_id: 'se_1' },
  {
    id: 'n_2',
    title: 'A title that is far too long for its column, and is cut where the column ends',
    recording_ids: [],
  },
].map((note) => ({
  ...{ created_at: at, event_start: at, event_end: '2026-09-14T09:30:00Z', event_is_all_day: false },
  event_attendees: people.map(({ email }) => email),
  ...note,
})) as unknown as Note[]

export const items = ['Incomplete', 'Done', 'Archived'].map((status, index) => ({
  ...{ id: `ai_${index}`, text: 'Send the **deck**', status, assignees: people, completion_type: 'all' },
  completed_by: status === 'Done' ? people : [],
  due_date: '2026-09-18',
  recording_offset: null,
  links: [
    { system: 'GitHub', key: 'acme/app#12', url: 'https://github.com/acme/app/issues/12', state: 'open' },
    { system: 'Wiki', key: 'The deck', url: 'https://wiki.acme.test/deck' },
  ].slice(0, index),
})) as unknown as ActionItem[]

export const recordings: RecordingState[] = (
  [
    { phase: 'recording', isSilent: true },
    { phase: 'paused' },
    { phase: 'stopped', why: 'left' },
    { phase: 'sending', isWaiting: true },
    { phase: 'sending', isRefused: true, error: 'The upload was refused.' },
    { phase: 'sent', recordingId: 'r_1' },
  ] as Partial<RecordingState>[]
).map((state, index) => ({
  ...{ id: `${index}`, noteId: 'n_1', title: 'Kick-off', channels: 2, format: 'ogg', phase: 'recording', why: null },
  ...{
    seconds: 754,
    bytes: 100,
    sent: 40,
    uploadId: null,
    isSilent: false,
    isScreenGone: false,
    endsInSeconds: null,
    isKept: true,
    isWaiting: false,
  },
  onBehalfOf: null,
  ...{ isRefused: false, isGone: false, error: null, recordingId: null, markRefused: null },
  ...state,
}))

const nothing = () => {}

export const players = [false, true].map((isPlaying) => ({
  ...{ isPlaying, time: 246, duration: 1_050, rate: 1, hasPicture: false, whyNot: null },
  ...{ setRate: nothing, moveTo: nothing, toggle: nothing, seek: nothing },
})) as unknown as Player[]

export const agenda = `::agenda{version=1}

# Goals
Meet each other, and **leave with one task** each.
- Budget
  - \`12.50\` to make
::talking-point[Colours]
::action-item[Send the deck]
`

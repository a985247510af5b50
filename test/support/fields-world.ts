/** A workspace for tests of single fields: objects with all fields and with none, and people of each kind. */

export const guid = 'evt1_20260105T090000Z'

/** ada and bo attend; dee, eve and fay have access by shares and publications; the admin reads everything. */
export const keys = {
  ada: 'mb_fields_ada',
  bo: 'mb_fields_bo',
  dee: 'mb_fields_dee',
  eve: 'mb_fields_eve',
  fay: 'mb_fields_fay',
  admin: 'mb_fields_admin',
}

const users = [
  { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
  { id: 'u_bo', email: 'bo@Acme.test', full_name: 'Bo Lindqvist' },
  { id: 'u_cy', email: 'cy@acme.test', full_name: 'Cy Okafor', active: false },
  { id: 'u_dee', email: 'dee@acme.test', full_name: 'Dee Park' },
  { id: 'u_eve', email: 'eve@acme.test', full_name: 'Eve Stone' },
  { id: 'u_fay', email: 'fay@acme.test', full_name: 'Fay Wong' },
  { id: 'u_admin', email: 'admin@acme.test', full_name: 'Root', admin: true },
]

const event = {
  guid,
  series: 'se_w',
  title: 'Another title',
  start: '2026-01-05T10:00:00+01:00',
  end: '2026-01-05T09:30:00.120Z',
  all_day: false,
  call_url: 'https://meet.test/x?y=1&z=ä',
  organizer_email: 'Ada@Acme.test',
  attendees: [
    { email: 'team@acme.test', name: 'The team' },
    { email: 'Guest@Elsewhere.test', name: '' },
    { email: 'BO@acme.test', name: 'Bo' },
    { email: 'ada@acme.test', name: 'Ada Moreau' },
    { email: 'new@acme.test' },
  ],
}

const agenda = `::agenda{version=1}
# Goals

Plain & simple
- A bullet
  ::talking-point[Pricing]{#tp_1}
    ::action-item[]{#ai_open}
::action-item[Book \\[the\\] room]{completion=all status=Done #ai_done}
::action-item[Forget it]{#ai_gone status=Archived due=2026-12-31 assignees="cy@acme.test"}
`

const times = { created_at: '2026-01-05T09:31:00.000Z', updated_at: '2026-01-05T09:40:00.999Z' }
const midnight = { created_at: '2026-01-04T00:00:00Z', updated_at: '2026-01-04T00:00:00Z' }
const other = { note: 'n_full', title: 'Other', ...times }

const recordings = [
  { ...other, id: 'r_late', created_at: '2026-01-05T09:32:00Z' },
  {
    ...times,
    id: 'r_full',
    note: 'n_full',
    title: 'Weekly, recorded',
    started_by: 'u_bo',
    created_at: '2026-01-05T09:31:00.000999Z',
    started_at: '2026-01-05T09:00:10.001Z',
    ended_at: '2026-01-05T10:29:50+01:00',
    transcript: {
      language_code: 'en-US',
      speech_segments: [
        { speaker: 'Ada Moreau', text: 'Good morning. 👋', start_time: 0, end_time: 1.4 },
        { start_time: 1.4, end_time: 3_599.999 },
      ],
    },
    ai_notes: {
      markdown: '## Points\n\n* Send the deck',
      sections: [
        { title: 'Summary', content: 'We met.' },
        {
          title: 'Points',
          items: [
            { text: 'Send the deck', timestamp: 12, assignees: ['BO@acme.test', 'u_cy'] },
            { text: 'Nobody does', timestamp: null, assignees: [] },
            { text: 'A thought', timestamp: 0 },
          ],
        },
        { title: '', items: [] },
      ],
      generated_by: 'model-1',
    },
    consent: { text: 'We record this.', told: ['Cy'], at: '2026-01-05T10:00:00+01:00' },
    marks: [{ id: 'mk_1', at: 1.25, by: 'cy@acme.test', created_at: '2026-01-05T10:00:11+01:00' }],
  },
  // By the order of their moments, then of their ids.
  {
    ...other,
    id: 'r_b',
    created_at: '2026-01-05T09:31:00.500Z',
    published_to: [{ channel: 'ch_recaps', by: 'u_ada' }],
  },
  { ...other, id: 'r_a', created_at: '2026-01-05T09:31:00.501Z', shared_with: [{ user: 'u_dee', by: 'u_bo' }] },
  { ...midnight, id: 'r_bare', note: 'n_bare', title: '' },
  { ...times, id: 'r_day', note: 'n_day', title: 'Day' },
]

/** New objects for each call. */
export function fieldsWorld(): object {
  return structuredClone({
    id: 'ws_fields',
    subdomain: 'fields',
    name: 'Fields',
    plan: 'enterprise',
    email_domains: ['acme.test'],
    users,
    api_keys: Object.entries(keys).map(([name, secret]) => {
      return { id: `k_${name}`, user: `u_${name}`, name, secret, super_admin: name === 'admin' }
    }),
    channels: [
      { id: 'ch_notes', title: 'Notes', members: ['u_eve', 'u_fay'] },
      { id: 'ch_recaps', title: 'Recaps', members: ['u_eve'] },
    ],
    series: [{ id: 'se_w', title: 'Weekly' }],
    events: [
      event,
      { guid: 'evt_day', title: 'Day', start: '2026-01-06T00:00:00Z', end: '2026-01-07T00:00:00Z', all_day: true },
    ],
    notes: [
      {
        id: 'n_full',
        event: guid,
        created_by: 'u_ada',
        title: 'Weekly ✓ "5 Jan"',
        agenda,
        created_at: '2026-01-05T08:00:00.007Z',
        updated_at: '2026-01-05T09:31:00.000Z',
        shared_with: [{ user: 'u_dee', by: 'u_ada' }],
        published_to: [{ channel: 'ch_notes', by: 'u_bo' }],
      },
      { ...midnight, id: 'n_bare', created_by: 'u_dee', title: '', shared_with: [{ user: 'u_ada', by: 'u_dee' }] },
      { ...times, id: 'n_day', event: 'evt_day', title: 'Day' },
      { ...times, id: 'n_items', created_by: 'u_ada', title: 'Items' },
    ],
    recordings,
    action_items: [
      { id: 'ai_open', note: 'n_full', text: 'Send the deck', assignees: ['u_bo', 'u_ada'], due_date: '2026-01-09' },
      { id: 'ai_loose', note: 'n_full', text: 'Not in the text' },
      { id: 'ai_alone', note: 'n_items', text: 'Alone', due_date: '2026-02-28' },
    ],
  })
}

/** A workspace where one person, Quirin Zabel, stands in every place that a person can stand in. */

export const keys = {
  /** Super admin. */
  ada: 'mb_era_ada_0123456789',
  adaRegular: 'mb_era_ada_regular_01',
  quirin: 'mb_era_quirin_01234567',
  bo: 'mb_era_bo_0123456789',
  /** Super admin of the second workspace. */
  zoe: 'mb_era_zoe_0123456789',
}

export const quirin = { id: 'u_q', email: 'Quirin.Zabel@acme.test', full_name: 'Quirin Zabel' }

const times = { created_at: '2026-01-05T09:31:00.000Z', updated_at: '2026-01-05T09:40:00.000Z' }

function event(guid: string, title: string, emails: string[]) {
  return {
    guid,
    series: 'se_w',
    title,
    start: '2026-01-05T09:00:00Z',
    end: '2026-01-05T09:30:00Z',
    organizer_email: 'quirin.zabel@acme.test',
    attendees: emails.map((email) => ({ email, name: email.startsWith('quirin') ? 'Quirin Z.' : '' })),
  }
}

const spoken = [
  { speaker: 'Quirin Zabel', text: 'I am Quirin.', start_time: 0, end_time: 1 },
  {
    speaker: 'Ada Moreau',
    text: 'Thanks, quirin zabel!',
    start_time: 1,
    end_time: 2,
    words: [
      { text: 'Thanks,', start_time: 1, end_time: 1.2 },
      { text: 'quirin', start_time: 1.2, end_time: 1.5 },
      { text: 'zabel!', start_time: 1.5, end_time: 2 },
    ],
  },
  { speaker: 'Bo Li', text: 'Mail him at quirin.zabel@acme.test.', start_time: 2, end_time: 3 },
]

const markdown = '## Next\n\n* Send the deck (Quirin Zabel)'

/** Their own things, which nobody else has. */
const own = {
  notes: [{ ...times, id: 'n_own', created_by: 'u_q', title: 'My plans' }],
  recordings: [{ ...times, id: 'r_own', note: 'n_own', title: 'To myself', started_by: 'u_q' }],
  uploads: [
    { ...times, recording_id: 'r_own', submitted_by: 'u_q', title: 'To myself', status: 'SUCCESS' },
    { ...times, recording_id: 'r_failed', submitted_by: 'u_q', title: 'No', status: 'FAILED', failure_reason: 'No' },
  ],
  action_items: [{ ...times, id: 'ai_own', text: 'Only mine', created_by: 'u_q', assignees: ['u_q'] }],
}

const workspace = () => ({
  id: 'ws_acme',
  subdomain: 'acme',
  name: 'Acme',
  plan: 'enterprise',
  users: [
    { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true },
    { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Li' },
    { ...quirin },
  ],
  api_keys: [
    { id: 'k_ada', user: 'u_ada', name: 'ci', secret: keys.ada, super_admin: true },
    { id: 'k_ada_regular', user: 'u_ada', name: 'of Quirin Zabel', secret: keys.adaRegular },
    { id: 'k_bo', user: 'u_bo', name: 'own', secret: keys.bo },
    { id: 'k_q', user: 'u_q', name: 'own', secret: keys.quirin },
  ],
  channels: [{ id: 'ch_1', title: 'With Quirin Zabel', members: ['u_bo', 'u_q'] }],
  series: [{ id: 'se_w', title: 'Quirin Zabel weekly', shared_with: [{ user: 'u_q', by: 'u_ada' }] }],
  events: [
    event('evt_1', '1:1 Quirin / Ada', ['ada@acme.test', 'quirin.zabel@acme.test']),
    event('evt_alone', 'Focus', ['quirin.zabel@acme.test']),
  ],
  calendar_feeds: [{ id: 'cal_q', owner: 'u_q', host: 'calendar.test', events: ['evt_1'] }],
  notes: [
    ...own.notes,
    { ...times, id: 'n_alone', event: 'evt_alone', series: 'se_w', created_by: 'u_q', title: 'Focus' },
    {
      ...times,
      id: 'n_1',
      event: 'evt_1',
      series: 'se_w',
      created_by: 'u_q',
      title: '1:1 Quirin / Ada',
      agenda: `::agenda{version=1}
# About Quirin Zabel
- ask QUIRIN.ZABEL@acme.test
::action-item[Quirin Zabel sends the deck]{#ai_1 assignees="u_q u_ada"}
`,
      shared_with: [{ user: 'u_bo', by: 'u_q' }],
    },
    // Of others, who only speak of Quirin; the second is about somebody else.
    {
      ...times,
      id: 'n_2',
      created_by: 'u_ada',
      title: 'Hiring Quirin  Zabel',
      agenda: '::agenda{version=1}\nQuirin Zabel is fine, the quirin is a tree.\n',
    },
    { ...times, id: 'n_3', created_by: 'u_ada', title: 'Quirin Zabelino, not-quirin.zabel@acme.test' },
  ],
  recordings: [
    ...own.recordings,
    {
      ...times,
      id: 'r_1',
      note: 'n_1',
      title: 'Quirin Zabel talks',
      started_by: 'u_q',
      transcript: { language_code: 'en', speech_segments: spoken },
      ai_notes: {
        markdown,
        sections: [{ title: 'Next', items: [{ text: 'Send the deck', timestamp: 1, assignees: ['u_q'] }] }],
      },
      participants: [
        { name: 'Q.', email: 'quirin.zabel@acme.test' },
        { name: 'Bo', email: 'bo@acme.test' },
      ],
      consent: {
        text: 'Quirin Zabel records this.',
        told: ['quirin.zabel@acme.test', 'Bo'],
        at: '2026-01-05T09:00:00Z',
      },
      history: [
        {
          id: 'rc_1',
          at: '2026-01-05T10:00:00.000Z',
          user: 'u_q',
          change: { speakers: [{ from: 'Speaker 1', to: 'Quirin Zabel' }] },
        },
      ],
    },
    {
      ...times,
      id: 'r_2',
      note: 'n_2',
      title: 'Elsewhere',
      started_by: 'u_ada',
      transcript: { language_code: 'en', speech_segments: [spoken[1], spoken[2]] },
      history: [
        {
          id: 'rc_2',
          at: '2026-01-05T10:00:00.000Z',
          user: 'u_ada',
          change: { title: { from: 'With Quirin Zabel', to: 'Elsewhere' } },
        },
      ],
    },
  ],
  uploads: [
    ...own.uploads,
    { ...times, recording_id: 'r_1', submitted_by: 'u_q', title: 'Quirin Zabel', status: 'SUCCESS', event: 'evt_1' },
  ],
  action_items: [
    ...own.action_items,
    { ...times, id: 'ai_2', text: 'Call Quirin Zabel', created_by: 'u_ada' },
    { ...times, id: 'ai_3', text: 'With Ada', created_by: 'u_q', assignees: ['u_q', 'u_ada'] },
  ],
  decisions: [
    {
      ...times,
      id: 'dec_q',
      note: 'n_2',
      text: 'Hire somebody',
      made_by: 'u_q',
      history: [
        {
          id: 'dc_q',
          at: '2026-01-05T10:00:00.000Z',
          user: 'u_q',
          through: 'agenda',
          change: { text: { from: 'Hire Quirin Zabel', to: 'Hire somebody' } },
        },
      ],
    },
  ],
  webhook_list: [
    { ...hook('wh_q', 'u_q'), api_key: 'k_q' },
    { ...hook('wh_ada', 'u_ada'), api_key: 'k_ada', description: 'Tells Quirin Zabel' },
  ],
})

const hook = (id: string, owner: string) => ({
  ...times,
  id,
  owner,
  url: `https://hooks.minutebook.dev/${id}`,
  enabled_events: ['ai_note.generated', 'action_item.assigned'],
})

/** New objects for each call. The second workspace has the same person with the same ids. */
export function erasureWorld(): object[] {
  const { webhook_list: _, ...twin } = workspace()
  return [
    workspace(),
    {
      ...twin,
      id: 'ws_zeta',
      subdomain: 'zeta',
      name: 'Zeta',
      api_keys: [{ id: 'k_zoe', user: 'u_ada', name: 'ci', secret: keys.zoe, super_admin: true }],
    },
  ]
}

/** A small world for tests of the platform: the ids of the documented examples, all kinds of people, a second workspace. */

/** The secrets of the keys below. */
export const keys = {
  /** Super admin: the mark, the designation and the plan. */
  ada: 'mb_ada_0123456789',
  /** A regular key of the same person. */
  adaRegular: 'mb_ada_regular_0123456789',
  bo: 'mb_bo_0123456789',
  /** Marked super admin, but its owner is no designated admin. */
  boMarked: 'mb_bo_marked_0123456789',
  boInactive: 'mb_bo_inactive_0123456789',
  /** Its owner was deactivated. */
  cy: 'mb_cy_0123456789',
  /** Super admin of another workspace. */
  zoe: 'mb_zoe_0123456789',
}

const users = [
  { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true, active: true },
  { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist', admin: false, active: true },
  { id: 'u_cy', email: 'cy@acme.test', full_name: 'Cy Okafor', admin: true, active: false },
]

const apiKeys = [
  { id: 'k_ada', user: 'u_ada', name: 'ci', secret: keys.ada, super_admin: true, active: true },
  { id: 'k_ada_regular', user: 'u_ada', name: 'regular', secret: keys.adaRegular, active: true },
  { id: 'k_bo', user: 'u_bo', name: 'regular', secret: keys.bo, active: true },
  { id: 'k_bo_marked', user: 'u_bo', name: 'marked', secret: keys.boMarked, super_admin: true, active: true },
  { id: 'k_bo_inactive', user: 'u_bo', name: 'stopped', secret: keys.boInactive, active: false },
  { id: 'k_cy', user: 'u_cy', name: 'gone', secret: keys.cy, super_admin: true },
]

const event = {
  guid: 'evt1_20260105T090000Z',
  series: 'se_w',
  title: 'Weekly 5 Jan',
  start: '2026-01-05T09:00:00Z',
  end: '2026-01-05T09:30:00Z',
  call_url: 'https://meet.test/x',
  organizer_email: 'ada@acme.test',
  attendees: [
    { email: 'ada@acme.test', name: 'Ada Moreau' },
    { email: 'bo@acme.test', name: 'Bo Lindqvist' },
    { email: 'guest@elsewhere.test', name: '' },
  ],
}

const times = { created_at: '2026-01-05T09:31:00.000Z', updated_at: '2026-01-05T09:40:00.000Z' }

const recording = {
  ...times,
  id: 'r_1',
  note: 'n_1',
  title: 'Weekly 5 Jan',
  started_at: '2026-01-05T09:00:10.000Z',
  ended_at: '2026-01-05T09:29:50.000Z',
  started_by: 'u_ada',
  transcript: {
    language_code: 'en-US',
    speech_segments: [{ speaker: 'Ada Moreau', text: 'Good morning.', start_time: 0, end_time: 1.4 }],
  },
  ai_notes: {
    markdown: '## Points\n\n* Send the deck',
    sections: [{ title: 'Points', items: [{ text: 'Send the deck', timestamp: 12, assignees: ['u_ada'] }] }],
  },
  published_to: [{ channel: 'ch_eng', by: 'u_ada' }],
}

/** The workspaces, new objects for each call. */
export function acme(): object[] {
  return structuredClone([
    {
      id: 'ws_acme',
      subdomain: 'acme',
      name: 'Acme',
      plan: 'enterprise',
      email_domains: ['acme.test'],
      users,
      api_keys: apiKeys,
      channels: [
        { id: 'ch_eng', title: 'Engineering', members: ['u_ada', 'u_bo'] },
        { id: 'ch_ada', title: 'Only Ada', private: true, members: ['u_ada'] },
      ],
      series: [{ id: 'se_w', title: 'Weekly' }],
      events: [event],
      notes: [
        {
          ...times,
          id: 'n_1',
          event: event.guid,
          series: 'se_w',
          created_by: 'u_ada',
          title: 'Weekly 5 Jan',
          agenda: '::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}\n',
          published_to: [{ channel: 'ch_eng', by: 'u_ada' }],
        },
        { ...times, id: 'n_ada', created_by: 'u_ada', title: '100% of 𝒜da_s \\ plans' },
        { id: 'n_bo', created_by: 'u_bo', title: 'STRASSE', created_at: '2026-01-06T00:00:00.500Z' },
      ],
      recordings: [recording, { ...recording, id: 'r_2', title: 'Second part', ai_notes: null, published_to: [] }],
      uploads: [
        { recording_id: 'r_1', submitted_by: 'u_ada', title: 'Weekly 5 Jan', status: 'SUCCESS', ...times },
        { recording_id: 'r_9', submitted_by: 'u_ada', title: 'Old call', status: 'FAILED', failure_reason: 'No media' },
        { recording_id: 'r_bo', submitted_by: 'u_bo', title: 'New call', status: 'PENDING', channel: 'ch_eng' },
      ],
      action_items: [
        { ...times, id: 'ai_1', note: 'n_1', text: 'Send the deck', assignees: ['u_ada'], due_date: '2026-01-09' },
        {
          ...times,
          id: 'ai_2',
          text: 'Call back',
          assignees: ['u_bo', 'u_ada'],
          created_by: 'u_bo',
          ai_generated: true,
        },
      ],
    },
    {
      id: 'ws_zeta',
      subdomain: 'zeta',
      name: 'Zeta',
      plan: 'enterprise',
      users: [{ id: 'u_zoe', email: 'zoe@zeta.test', full_name: 'Zoe Zeta', admin: true }],
      api_keys: [{ id: 'k_zoe', user: 'u_zoe', name: 'ci', secret: keys.zoe, super_admin: true }],
      notes: [{ ...times, id: 'n_zoe', created_by: 'u_zoe', title: 'Zeta only' }],
    },
  ])
}

const webhook = (id: string, owner: string, more: object = {}) => ({
  ...times,
  id,
  owner,
  url: `https://hooks.acme.com/${id}`,
  enabled_events: ['ai_note.generated'],
  ...more,
})

/** The same with webhooks of Ada, Bo, the workspace and the second workspace. Loading it again resets the switches. */
export function acmeWithWebhooks(): object[] {
  const webhooks = {
    ws_acme: [
      webhook('wh_1', 'u_ada', { api_key: 'k_ada', description: 'Tells the CRM' }),
      webhook('wh_bo', 'u_bo', { api_key: 'k_bo', enabled_events: [] }),
      webhook('wh_all', 'u_ada', { api_key: 'k_ada', scope: 'workspace' }),
    ],
    ws_zeta: [webhook('wh_zoe', 'u_zoe', { api_key: 'k_zoe', scope: 'workspace' })],
  }
  const switches = { webhooks: 'enabled', workspace_webhooks: true }
  return acme().map((workspace) => {
    return { ...workspace, ...switches, webhook_list: webhooks[(workspace as { id: 'ws_acme' }).id] }
  })
}

/** A second, small workspace: it shares a guest, a weekday and some ids with Acme, and neither sees the other. */
export const globex = {
  id: 'ws_globex',
  subdomain: 'globex',
  name: 'Globex',
  plan: 'team',
  email_domains: ['globex.test'],
  retention: 'standard',
  webhooks: 'enabled',
  workspace_webhooks: false,
  users: [
    { id: 'u_ada', email: 'ada.lind@globex.test', full_name: 'Ada Lind', admin: true, active: true },
    { id: 'u_rui', email: 'rui@globex.test', full_name: 'Rui Costa', admin: false, active: true },
  ],
  channels: [{ id: 'ch_product', title: 'Product', private: false, members: ['u_ada', 'u_rui'] }],
  events: [
    {
      guid: 'moulds@globex.test_20261118T090000Z',
      title: 'Moulds and margins',
      start: '2026-11-18T09:00:00.000Z',
      end: '2026-11-18T09:30:00.000Z',
      all_day: false,
      call_url: 'https://meet.globex.test/moulds',
      organizer_email: 'ada.lind@globex.test',
      attendees: [
        { email: 'ada.lind@globex.test', name: 'Ada Lind' },
        { email: 'rui@globex.test', name: 'Rui Costa' },
        { email: 'marta@plastworks.test', name: 'Marta Oliveira' },
      ],
    },
  ],
  notes: [
    {
      id: 'n_remote_1',
      event: 'moulds@globex.test_20261118T090000Z',
      created_by: 'u_ada',
      title: 'Moulds and margins',
      created_at: '2026-11-16T08:00:00.000Z',
      updated_at: '2026-11-18T09:20:00.000Z',
      agenda:
        '::agenda{version=1}\n\n# Moulds and margins\n::talking-point[What a mould costs]{#tp_moulds}\n  ::action-item[Ask for two offers]{#ai_moulds assignees="u_rui" due=2026-11-25}',
      shared_with: [],
      published_to: [{ channel: 'ch_product', by: 'u_ada' }],
    },
  ],
  action_items: [
    {
      id: 'ai_moulds',
      note: 'n_remote_1',
      text: 'Ask for two offers',
      assignees: ['u_rui'],
      completed_by: [],
      completion_type: 'any',
      status: 'Incomplete',
      wont_do: false,
      due_date: '2026-11-25',
      ai_generated: false,
      created_by: 'u_ada',
      recording_offset: null,
      created_at: '2026-11-18T09:12:00.000Z',
      updated_at: '2026-11-18T09:12:00.000Z',
    },
  ],
}

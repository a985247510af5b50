/** People for tests of sharing: two attendees, three others, a super admin, and a person of another workspace. */

const ids = ['ann', 'ben', 'cat', 'dan', 'eve', 'root'] as const

/** The secrets of everyone's keys; `root` is the super admin's, `zoe` another workspace's. */
export const keys = { ...(Object.fromEntries(ids.map((id) => [id, `mb_doors_${id}`])) as Keys), zoe: 'mb_doors_zoe' }
type Keys = Record<(typeof ids)[number], string>

const event = { title: 'Weekly', start: '2026-01-05T09:00:00Z', end: '2026-01-05T10:00:00Z', series: 'se_w' }
const times = { created_at: '2026-01-05T09:00:00.000Z', updated_at: '2026-01-05T09:00:00.000Z' }

/** Ann and Ben attend the weekly `evt_1`, Ben alone `evt_2`; `n_ann` is Ann's own note. */
export function sharingWorld(): object[] {
  const users = ids.map((id) => ({ id: `u_${id}`, email: `${id}@doors.test`, full_name: id, admin: id === 'root' }))
  return structuredClone([
    {
      id: 'ws_doors',
      subdomain: 'doors',
      name: 'Doors',
      plan: 'enterprise',
      users,
      api_keys: ids.map((id) => ({ id: `k_${id}`, user: `u_${id}`, secret: keys[id], super_admin: id === 'root' })),
      channels: [
        { id: 'ch_open', title: 'Open', members: ['u_ann', 'u_cat'] },
        { id: 'ch_shut', title: 'Shut', private: true, members: ['u_ann', 'u_dan'] },
      ],
      series: [{ id: 'se_w', title: 'Weekly' }],
      events: [
        { ...event, guid: 'evt_1', attendees: [{ email: 'ANN@doors.test' }, { email: 'ben@doors.test' }] },
        { ...event, guid: 'evt_2', attendees: [{ email: 'ben@doors.test' }] },
      ],
      notes: [
        { ...times, id: 'n_1', title: 'Weekly 1', event: 'evt_1', created_by: 'u_ann' },
        { ...times, id: 'n_2', title: 'Weekly 2', event: 'evt_2', created_by: 'u_ben' },
        { ...times, id: 'n_ann', title: 'Mine', created_by: 'u_ann' },
      ],
      recordings: [
        { ...times, id: 'r_1', title: 'Weekly 1', note: 'n_1' },
        { ...times, id: 'r_2', title: 'Weekly 2', note: 'n_2' },
      ],
    },
    {
      id: 'ws_zeta',
      subdomain: 'zeta',
      name: 'Zeta',
      plan: 'enterprise',
      users: [{ id: 'u_zoe', email: 'zoe@zeta.test', full_name: 'Zoe', admin: true }],
      api_keys: [{ id: 'k_zoe', user: 'u_zoe', secret: keys.zoe, super_admin: true }],
      channels: [{ id: 'ch_zeta', title: 'Zeta', members: ['u_zoe'] }],
    },
  ])
}

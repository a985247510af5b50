/** Two workspaces with the same ids, where a note and a recording have all kinds of dependent data. */

export const keys = {
  /** Super admin. */
  ada: 'mb_del_ada',
  adaRegular: 'mb_del_ada_regular',
  bo: 'mb_del_bo',
  boMarked: 'mb_del_bo_marked',
  dee: 'mb_del_dee',
  eve: 'mb_del_eve',
  fay: 'mb_del_fay',
  /** Super admin of the second workspace. */
  zoe: 'mb_del_zoe',
}

/** Is in every text that will be deleted, and nowhere else. */
export const marker = 'quokka'

const times = { created_at: '2026-01-05T09:31:00.000Z', updated_at: '2026-01-05T09:40:00.000Z' }

const agenda = `::agenda{version=1}
# ${marker} heading
::talking-point[${marker} point]{#tp_1}
::action-item[${marker} item]{#ai_1 assignees="u_ada u_cy"}
`

// dee has access by a share, eve by a channel, fay by the series; ada and bo are attendees.
const doors = {
  shared_with: [{ user: 'u_dee', by: 'u_ada', can_edit: true }],
  published_to: [{ channel: 'ch_eng', by: 'u_bo' }],
}

function meeting(number: number, text: string) {
  const guid = `evt_${number}`
  return {
    event: {
      guid,
      series: 'se_w',
      title: 'Weekly',
      start: '2026-01-05T09:00:00Z',
      end: '2026-01-05T09:30:00Z',
      attendees: [{ email: 'ada@acme.test' }, { email: 'bo@acme.test' }],
    },
    note: { ...times, ...doors, id: `n_${number}`, event: guid, created_by: 'u_ada', title: `${text} note` },
  }
}

const workspace = () => {
  const [one, two] = [meeting(1, marker), meeting(2, 'Another')]
  return {
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    plan: 'enterprise',
    users: ['ada', 'bo', 'cy', 'dee', 'eve', 'fay'].map((name) => {
      return { id: `u_${name}`, email: `${name}@acme.test`, full_name: name, admin: name === 'ada' }
    }),
    channels: [{ id: 'ch_eng', title: 'Engineering', members: ['u_eve'] }],
    series: [{ id: 'se_w', title: 'Weekly', shared_with: [{ user: 'u_fay', by: 'u_ada' }] }],
    events: [one.event, two.event],
    notes: [{ ...one.note, agenda }, two.note],
    recordings: [
      {
        ...times,
        ...doors,
        id: 'r_1',
        note: 'n_1',
        title: `${marker} recap`,
        started_by: 'u_bo',
        transcript: {
          language_code: 'en',
          speech_segments: [{ speaker: `${marker} speaker`, text: `${marker} said`, start_time: 0, end_time: 1 }],
        },
        ai_notes: {
          markdown: `${marker} summary`,
          sections: [{ title: marker, items: [{ text: `${marker} point`, timestamp: 1, assignees: ['u_cy'] }] }],
        },
      },
      { ...times, id: 'r_2', note: 'n_1', title: 'Second part' },
      { ...times, ...doors, id: 'r_3', note: 'n_2', title: 'Another recap' },
    ],
    uploads: [
      {
        ...times,
        recording_id: 'r_1',
        submitted_by: 'u_bo',
        title: `${marker} upload`,
        status: 'SUCCESS',
        event: 'evt_1',
      },
      { ...times, recording_id: 'r_3', submitted_by: 'u_bo', title: 'Another upload', status: 'SUCCESS' },
      { ...times, recording_id: 'r_9', submitted_by: 'u_bo', title: 'Waits', status: 'PENDING', event: 'evt_1' },
    ],
    action_items: [
      { ...times, id: 'ai_2', note: 'n_1', text: `${marker} also`, assignees: ['u_bo'], ai_generated: true },
      { ...times, id: 'ai_3', note: 'n_2', text: 'Of another note', assignees: ['u_cy', 'u_dee'] },
      { ...times, id: 'ai_4', text: 'Of no note', created_by: 'u_bo', assignees: ['u_cy'] },
    ],
  }
}

/** New objects for each call. */
export function deleteWorld(): object[] {
  const { ada, adaRegular, boMarked, zoe, ...regular } = keys
  const people = Object.entries(regular).map(([name, secret]) => {
    return { id: `k_${name}`, user: `u_${name}`, name, secret }
  })
  return [
    {
      ...workspace(),
      api_keys: [
        { id: 'k_ada', user: 'u_ada', name: 'ci', secret: ada, super_admin: true },
        { id: 'k_ada_regular', user: 'u_ada', name: 'own', secret: adaRegular },
        { id: 'k_bo_marked', user: 'u_bo', name: 'marked', secret: boMarked, super_admin: true },
        ...people,
      ],
    },
    {
      ...workspace(),
      id: 'ws_zeta',
      subdomain: 'zeta',
      name: 'Zeta',
      notes: [...workspace().notes, { ...times, id: 'n_zoe', title: 'Only here', created_by: 'u_ada' }],
      api_keys: [{ id: 'k_zoe', user: 'u_ada', name: 'ci', secret: zoe, super_admin: true }],
    },
  ]
}

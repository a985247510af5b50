/** Who may do what with an action item: every status by every action, completion type and kind of person (24, 25). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from './support/world.ts'

type Standing = { status: string; wont_do: boolean; completed_by: string[] }

const standings: Standing[] = [
  { status: 'Incomplete', wont_do: false, completed_by: [] },
  { status: 'Incomplete', wont_do: false, completed_by: ['u_both'] },
  { status: 'Done', wont_do: false, completed_by: ['u_both'] },
  { status: 'Done', wont_do: true, completed_by: [] },
  { status: 'Archived', wont_do: true, completed_by: [] },
  { status: 'Archived', wont_do: true, completed_by: ['u_both'] },
]

const actions: Record<string, { path: string; body?: object }> = {
  complete: { path: '/complete', body: { completed: true } },
  reopen: { path: '/complete', body: { completed: false } },
  archive: { path: '/archive' },
  edit: { path: '', body: { text: 'edited', completion_type: 'any' } },
}

/** `both` is assigned and may edit; without a note only the maker edits. `as` is a super admin in someone's place. */
const people: { name: string; as?: string; inNote: Right; alone: Right }[] = [
  { name: 'assignee', inNote: 'acts', alone: 'acts' },
  { name: 'both', inNote: 'edits', alone: 'acts' },
  { name: 'editor', inNote: 'edits', alone: 'unseen' },
  { name: 'shared', inNote: 'edits', alone: 'unseen' },
  { name: 'maker', inNote: 'unseen', alone: 'edits' },
  { name: 'viewer', inNote: 'sees', alone: 'unseen' },
  { name: 'member', inNote: 'sees', alone: 'unseen' },
  { name: 'outsider', inNote: 'unseen', alone: 'unseen' },
  { name: 'root', inNote: 'sees', alone: 'sees' },
  { name: 'root', as: 'assignee', inNote: 'acts', alone: 'acts' },
  { name: 'root', as: 'editor', inNote: 'edits', alone: 'unseen' },
  { name: 'root', as: 'viewer', inNote: 'sees', alone: 'unseen' },
  { name: 'root', as: 'outsider', inNote: 'unseen', alone: 'unseen' },
]
type Right = 'edits' | 'acts' | 'sees' | 'unseen'

const names = [...new Set(people.map(({ name }) => name))]
const key = (name: string) => `mb_rights_${name}`

let world: World
before(async () => {
  world = await openWorld()
  const cases = standings.flatMap((standing, number) =>
    ['any', 'all'].flatMap((completion_type) =>
      ['n_1', null].map((note) => ({
        ...standing,
        completion_type,
        note,
        id: idOf(number, completion_type, note !== null),
        text: 'x',
        created_by: 'u_maker',
        assignees: ['u_assignee', 'u_both'],
      })),
    ),
  )
  await world.load(rightsWorld(cases))
})
after(() => world[Symbol.asyncDispose]())

const idOf = (standing: number, type: string, inNote: boolean) => `ai_${standing}_${type}_${inNote ? 'note' : 'alone'}`

function rightsWorld(action_items: object[]): object {
  return {
    id: 'ws_rights',
    subdomain: 'rights',
    name: 'Rights',
    plan: 'enterprise',
    users: names.map((name) => ({
      id: `u_${name}`,
      email: `${name}@acme.test`,
      full_name: name,
      admin: name === 'root',
    })),
    api_keys: names.map((name) => ({
      id: `k_${name}`,
      user: `u_${name}`,
      name,
      secret: key(name),
      super_admin: name === 'root',
    })),
    channels: [{ id: 'ch', title: 'Channel', members: ['u_member'] }],
    events: [
      {
        guid: 'evt',
        title: 'x',
        start: '2026-01-05T09:00:00Z',
        end: '2026-01-05T10:00:00Z',
        attendees: [{ email: 'editor@acme.test' }, { email: 'both@acme.test' }],
      },
    ],
    notes: [
      {
        id: 'n_1',
        event: 'evt',
        title: 'x',
        created_by: 'u_maker',
        shared_with: [
          { user: 'u_viewer', by: 'u_editor' },
          { user: 'u_shared', by: 'u_editor', can_edit: true },
        ],
        published_to: [{ channel: 'ch', by: 'u_editor' }],
      },
    ],
    action_items,
  }
}

/** Decision 25 on status changes once more, and differently. */
function expectedStanding(before: Standing, action: string, type: string, person: string): Standing {
  if (action === 'edit') return before
  if (action === 'reopen') return { status: 'Incomplete', wont_do: false, completed_by: [] }
  if (action === 'archive') return { ...before, status: 'Archived', wont_do: true }
  const marks = before.completed_by.includes(person) ? before.completed_by : [...before.completed_by, person]
  const everybody = marks.includes('u_assignee') && marks.includes('u_both')
  const isAssigned = person === 'u_assignee' || person === 'u_both'
  const isDone = type === 'any' || everybody || !isAssigned
  return { ...before, status: isDone ? 'Done' : before.status, completed_by: marks }
}

for (const [action, { path, body }] of Object.entries(actions)) {
  test(`only people with the right may ${action}, and the item changes accordingly`, async () => {
    for (const { name, as, ...rights } of people) {
      for (const inNote of [true, false]) {
        const right = inNote ? rights.inNote : rights.alone
        const status = { edits: 200, acts: action === 'edit' ? 403 : 200, sees: 403, unseen: 404 }[right]
        for (const type of ['any', 'all']) {
          for (const [number, standing] of standings.entries()) {
            const id = idOf(number, type, inNote)
            const what = `${as ?? name} ${action} ${id}`
            const answer = await world.request(
              action === 'edit' ? 'PATCH' : 'POST',
              `/api/v1/action_item/${id}${path}`,
              { key: key(name), body, headers: as ? { 'x-on-behalf-of': `u_${as}` } : {} },
            )
            assert.equal(answer.status, status, `${what}: ${answer.text}`)
            const { action_item: now } = (await world.get(`/api/v1/action_item/${id}`, key('root'))).body
            if (status === 200) assert.deepEqual(answer.body.action_item, now, what)
            const expected = status === 200 ? expectedStanding(standing, action, type, `u_${as ?? name}`) : standing
            assert.partialDeepStrictEqual(now, expected, what)
            if (status === 200) await restore(id, standing, type)
            else assert.equal(now.text, 'x', what)
          }
        }
      }
    }
  })
}

async function restore(
  id: string,
  { status, wont_do, completed_by }: Standing,
  completion_type: string,
): Promise<void> {
  await world.db
    .updateTable('action_items')
    .set({ status: status as 'Done', wont_do, completed_by, completion_type: completion_type as 'any', text: 'x' })
    .where('id', '=', id)
    .execute()
}

test('an item of another workspace is a 404 for every caller', async () => {
  await world.load({
    id: 'ws_other',
    subdomain: 'other',
    name: 'Other',
    plan: 'enterprise',
    users: [{ id: 'u_root', email: 'root@acme.test', full_name: 'Root', admin: true }],
    api_keys: [{ id: 'k', user: 'u_root', name: 'k', secret: 'mb_other', super_admin: true }],
  })
  for (const { path, body } of Object.values(actions)) {
    const answer = await world.request(path === '' ? 'PATCH' : 'POST', `/api/v1/action_item/ai_0_any_note${path}`, {
      key: 'mb_other',
      body,
    })
    assert.deepEqual([answer.status, answer.body.message], [404, 'Action item not found'])
  }
})

test('creating an item in a note requires the right to edit it; without a note everybody may', async () => {
  for (const { name, as, inNote } of people) {
    const headers: Record<string, string> = as ? { 'x-on-behalf-of': `u_${as}` } : {}
    const create = (note_id: string | null) =>
      world.post('/api/v1/action_item', key(name), { text: 'x', note_id }, { headers })
    const status = { edits: 201, acts: 404, sees: 403, unseen: 404 }[inNote]
    assert.equal((await create('n_1')).status, status, `${name} as ${as}`)
    assert.equal((await create(null)).status, 201, `${name} as ${as}`)
  }
})

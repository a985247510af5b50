/** Action items: who sees and finds which, in what order, and what stands in one (spec 2.9; decisions 7 on times, 23, 24). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { acme, keys } from './support/acme.ts'
import { type Asker, askersOf, written } from './support/askers.ts'
import {
  expectedItems,
  type ItemRequest,
  type ItemWorkspace,
  plainRequests,
  randomItemRequest,
  randomItemWorkspace,
  scopeRequests,
  seesItem,
} from './support/item-model.ts'
import { tries } from './support/random.ts'
import { withOtherAddresses } from './support/random-world.ts'
import { idOf, readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

const numRuns = tries({ suite: 2, deep: 50 })

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

let workspaces = 0

test('23, 24: everyone sees and finds what the simple rule says, in every order, page by page', async () => {
  // Two workspaces with the same ids side by side, written over by two others.
  const property = fc.asyncProperty(
    fc.array(randomItemWorkspace, { minLength: 4, maxLength: 4 }),
    fc.gen(),
    async (models, gen) => {
      workspaces += 1
      for (const pair of [models.slice(0, 2), models.slice(2)]) {
        const [here, there] = pair as [ItemWorkspace, ItemWorkspace]
        const named = [
          { name: `a${workspaces}`, model: here },
          { name: `b${workspaces}`, model: withOtherAddresses(there) },
        ]
        await world.load(...named.map(({ name, model }) => written(name, model)))
        for (const { name, model } of named) {
          const askers = askersOf(name, model)
          for (const asker of askers) {
            await compareSight(model, asker)
            for (const request of [
              ...scopeRequests,
              ...gen(fc.array, randomItemRequest, { minLength: 4, maxLength: 4 }),
            ]) {
              await compareList(model, asker, request, () => gen(fc.integer, { min: 1, max: 4 }))
            }
          }
          for (const request of plainRequests) {
            await compareList(model, gen(fc.constantFrom, ...askers), request, () => 50)
          }
        }
      }
    },
  )
  await fc.assert(property, { numRuns, endOnFailure: true })
})

async function compareSight(model: ItemWorkspace, { name, key, headers, viewer }: Asker): Promise<void> {
  for (const item of model.action_items) {
    const { status } = await world.get(`/api/v1/action_item/${item.id}`, key, { headers })
    assert.equal(status, seesItem(model, viewer, item) ? 200 : 404, `${name} and ${JSON.stringify(item)}`)
  }
}

async function compareList(
  model: ItemWorkspace,
  asker: Asker,
  request: ItemRequest,
  size: () => number,
): Promise<void> {
  const found = (await walk(readPost(world, 'action_items', asker.key, request, asker.headers), size)).map(idOf)
  assert.deepEqual(found, expectedItems(model, asker.viewer, request), `${asker.name} with ${JSON.stringify(request)}`)
}

test('24: an item with every field, and an item without optional fields', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    action_items: [
      {
        id: 'ai_full',
        note: 'n_1',
        text: 'Send **it**\n☎',
        created_by: 'u_bo',
        ai_generated: true,
        assignees: ['bo@acme.test', 'u_cy', 'u_ada'],
        completed_by: ['u_cy', 'u_bo'],
        completion_type: 'all',
        status: 'Done',
        wont_do: true,
        due_date: '2024-02-29',
        recording_offset: 75,
        links: [{ system: 'GitHub', key: '12', url: 'https://github.com/acme/app/issues/12', state: 'open' }],
        created_at: '2026-01-05T09:10:00.007Z',
        updated_at: '2026-01-05T11:10:00+01:00',
      },
      { id: 'ai_bare', text: '', created_at: '2026-01-05T09:10:00Z' },
    ],
  })
  const full = {
    id: 'ai_full',
    text: 'Send **it**\n☎',
    assignees: [
      { id: 'u_bo', full_name: 'Bo Lindqvist', email: 'Bo@acme.test' },
      { id: 'u_cy', full_name: 'Cy Okafor', email: 'cy@acme.test' },
      { id: 'u_ada', full_name: 'Ada Moreau', email: 'ada@acme.test' },
    ],
    completion_type: 'all',
    status: 'Done',
    due_date: '2024-02-29',
    note_id: 'n_1',
    ai_detected: true,
    ai_suggestion_accepted_by_user: true,
    completed_by: ['u_cy', 'u_bo'],
    wont_do: true,
    recording_offset: 75,
    links: [{ system: 'GitHub', key: '12', url: 'https://github.com/acme/app/issues/12', state: 'open' }],
    created_at: '2026-01-05T09:10:00.007+00:00',
    updated_at: '2026-01-05T10:10:00.000+00:00',
  }
  const bare = {
    id: 'ai_bare',
    text: '',
    assignees: [],
    completion_type: 'any',
    status: 'Incomplete',
    due_date: null,
    note_id: null,
    ai_detected: false,
    ai_suggestion_accepted_by_user: null,
    completed_by: [],
    wont_do: false,
    recording_offset: null,
    links: [],
    created_at: '2026-01-05T09:10:00.000+00:00',
    updated_at: '2026-01-10T12:00:00.000+00:00',
  }
  for (const item of [full, bare]) {
    assert.deepEqual((await world.get(`/api/v1/action_item/${item.id}`, keys.ada)).body, { action_item: item })
    const { body } = await world.post('/api/v1/action_items', keys.ada, {})
    assert.deepEqual(
      body.data.find(({ id }: { id: string }) => id === item.id),
      item,
    )
  }
  assert.equal((await world.get('/api/v1/action_item/ai_bare', keys.bo)).status, 404, 'nobody’s but a super admin’s')
})

test('23: sorted by due date, the earliest comes first and items without one come last in both orders', async () => {
  const due = ['9999-12-31', null, '2026-01-09', '0001-01-01', null, '9999-12-31', '9999-12-30']
  await world.load({
    id: 'ws_due',
    subdomain: 'due',
    name: 'Due',
    users: [{ id: 'u_0', email: 'u_0@acme.test', full_name: 'Ada' }],
    api_keys: [{ id: 'k_0', user: 'u_0', name: 'own', secret: 'mb_due_own' }],
    action_items: due.map((due_date, index) => ({ id: `ai_${index}`, text: 'x', created_by: 'u_0', due_date })),
  })
  for (const size of [1, 2, 50]) {
    const rows = await walk(readPost(world, 'action_items', 'mb_due_own', { order_by: 'due_date' }), () => size)
    assert.deepEqual(
      rows.map(({ due_date }) => due_date),
      ['0001-01-01', '2026-01-09', '9999-12-30', '9999-12-31', '9999-12-31', null, null],
      `by ${size}`,
    )
  }
})

test('18, 23: assigned to others lists items that the caller may edit; seeing the note is not enough', async () => {
  const names = ['root', 'here', 'maker', 'reads', 'edits', 'series-reads', 'series-edits', 'member', 'by-stranger']
  const at = (name: string) => ({ user: `u_${name}`, by: 'u_here' })
  const items = (assignees: string[], more = {}) => ({ ...more, assignees, text: 'x' })
  await world.load({
    id: 'ws_edit',
    subdomain: 'edit',
    name: 'Edit',
    plan: 'enterprise',
    users: [...names, 'other'].map((name) => {
      return { id: `u_${name}`, email: `${name}@acme.test`, full_name: name, admin: name === 'root' }
    }),
    api_keys: names.map((name) => {
      return { id: `k_${name}`, user: `u_${name}`, name, secret: `mb_edit_${name}`, super_admin: name === 'root' }
    }),
    channels: [{ id: 'ch', title: 'Channel', members: ['u_member'] }],
    series: [
      { id: 'se', title: 'Series', shared_with: [at('series-reads'), { ...at('series-edits'), can_edit: true }] },
    ],
    events: [
      {
        guid: 'evt',
        series: 'se',
        title: 'x',
        start: '2026-01-05T09:00:00Z',
        end: '2026-01-05T10:00:00Z',
        attendees: [{ email: 'here@acme.test' }],
      },
    ],
    notes: [
      {
        id: 'n_event',
        event: 'evt',
        created_by: 'u_maker',
        title: 'x',
        shared_with: [
          at('reads'),
          { ...at('edits'), can_edit: true },
          { user: 'u_by-stranger', by: 'u_maker', can_edit: true },
        ],
        published_to: [{ channel: 'ch', by: 'u_here' }],
      },
      { id: 'n_own', created_by: 'u_maker', title: 'x' },
    ],
    action_items: [
      items(['u_other'], { id: 'ai_event', note: 'n_event', created_by: 'u_reads' }),
      items([], { id: 'ai_nobody', note: 'n_event' }),
      items(['u_other', 'u_here', 'u_edits'], { id: 'ai_shared', note: 'n_event' }),
      items(['u_other'], { id: 'ai_own', note: 'n_own' }),
      items(['u_other'], { id: 'ai_free', created_by: 'u_reads' }),
    ],
  })
  const toOthers = async (name: string, headers = {}) => {
    const body = { filters: { scope: 'assigned_to_others' } }
    const answer = await world.post('/api/v1/action_items', `mb_edit_${name}`, body, { headers })
    return answer.body.data.map(idOf).sort()
  }
  const expected: Record<string, string[]> = {
    here: ['ai_event'],
    edits: ['ai_event'],
    'series-edits': ['ai_event', 'ai_shared'],
    maker: ['ai_own'],
    reads: ['ai_free'],
    'series-reads': [],
    member: [],
    'by-stranger': [],
    root: [],
  }
  for (const name of names) {
    assert.deepEqual(await toOthers(name), expected[name], name)
    assert.deepEqual(await toOthers('root', { 'x-on-behalf-of': `u_${name}` }), expected[name], `as ${name}`)
  }
})

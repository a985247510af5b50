/** Decision 45 for channels: a membership is one change, and a follower learns what it opens and closes, whatever happens meanwhile. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { findConcerned } from '../server/reading/changes/concerns.ts'
import { numberChanges } from '../server/reading/changes/number-changes.ts'
import { readChanges } from '../server/reading/changes/read-changes.ts'
import { openWorld, type World } from './support/world.ts'

const published_to = [{ channel: 'ch', by: 'u_ada' }]
const note = (id: string, more = {}) => ({
  id,
  created_by: 'u_ada',
  title: id,
  created_at: '2026-01-05T10:00:00Z',
  published_to,
  agenda: `::agenda{version=1}\n\n::action-item[Do ${id}]{#ai_${id}}\n`,
  ...more,
})

let world: World
before(async () => {
  world = await openWorld({ API_RATE_PER_SECOND: '0' })
})
beforeEach(async () => {
  await world.empty()
  await world.load({
    id: 'ws',
    subdomain: 'acme',
    name: 'Acme',
    users: ['ada', 'cy'].map((name) => ({ id: `u_${name}`, email: `${name}@acme.test`, full_name: name })),
    api_keys: ['ada', 'cy'].map((name) => ({ id: `k_${name}`, user: `u_${name}`, secret: name })),
    channels: ['ch', 'other'].map((id) => ({ id, title: id, members: ['u_ada'] })),
    notes: [
      note('n_1'),
      note('n_2', { published_to: ['ch', 'other'].map((channel) => ({ channel, by: 'u_ada' })) }),
      note('n_shared', { shared_with: [{ user: 'u_cy', by: 'u_ada' }] }),
      note('n_private', { published_to: [] }),
    ],
    recordings: ['n_1', 'n_shared'].map((of) => ({
      id: `r_${of}`,
      note: of,
      title: of,
      created_at: '2026-01-05T11:00:00Z',
      published_to,
    })),
  })
  cursor = ''
  await follow(50)
})
after(() => world[Symbol.asyncDispose]())

const opened = ['ai_n_1', 'ai_n_2', 'n_1', 'n_2', 'n_shared', 'r_n_1', 'r_n_shared']
const told = (ids: string[], change: string) => ids.map((id) => `${id} ${change}`)
const only = opened.filter((id) => id !== 'n_shared')

let cursor: string
/** What Cy's program is told until nothing follows, sorted; a thing that comes again counts once, as it came last. */
async function follow(size = 50, meanwhile = async () => {}): Promise<string[]> {
  const last = new Map<string, string>()
  for (let more = true; more; await meanwhile()) {
    const { status, text, body } = await world.get(
      `/api/v1/changes?page_size=${size}&cursor=${cursor}`.replace(/&cursor=$/, ''),
      'cy',
    )
    assert.equal(status, 200, text)
    assert.ok(body.data.length <= size)
    for (const { id, change } of body.data) last.set(id, change)
    cursor = body.page_info.cursor
    more = body.page_info.has_more
  }
  return [...last].map(([id, change]) => `${id} ${change}`).sort()
}

const join = (channel = 'ch') => world.post(`/api/v1/channel/${channel}/members`, 'cy', { user: 'u_cy' })
const leave = (channel = 'ch') => world.delete(`/api/v1/channel/${channel}/members/u_cy`, 'cy')
const publish = (id: string, channel = 'ch') => world.post(`/api/v1/note/${id}/publish`, 'ada', { channel_id: channel })
const unpublish = (id: string, channel = 'ch') => world.delete(`/api/v1/note/${id}/publish/${channel}`, 'ada')

for (const size of [1, 3, 50]) {
  test(`joining and leaving name all that the channel has, in pages of ${size}`, async () => {
    await join()
    assert.deepEqual(
      (await follow(size)).filter((each) => !each.startsWith('ai_n_shared')),
      told(opened, 'changed'),
    )
    await leave()
    // The shared note stays, without the recording that only the channel showed.
    assert.deepEqual(await follow(size), [...told(only, 'gone'), 'n_shared changed'].sort())
  })
}

test('what the channel loses after somebody left is gone for them, and what it gains is not named', async () => {
  await join()
  await follow()
  await leave()
  await unpublish('n_1')
  await sql`delete from action_items where id = 'ai_n_2'`.execute(world.db)
  await sql`delete from recordings where id = 'r_n_shared'`.execute(world.db)
  await publish('n_private')
  await world.post('/api/v1/note/n_2/agenda/append', 'ada', { content_native_markdown: '::action-item[New]' })
  assert.deepEqual(await follow(), [...told(only, 'gone'), 'n_shared changed'].sort())
})

test('what the channel lost before somebody left it is gone, also if they read later', async () => {
  await join()
  await follow()
  await unpublish('n_1')
  await leave()
  assert.deepEqual(await follow(1), [...told(only, 'gone'), 'n_shared changed'].sort())
})

test('what the channel loses between two pages is gone', async () => {
  await join()
  await follow()
  await leave()
  const steps = [() => unpublish('n_2'), () => unpublish('n_1'), () => publish('n_private')]
  const meanwhile = async () => void (await steps.shift()?.())
  assert.deepEqual(await follow(1, meanwhile), [...told(only, 'gone'), 'n_shared changed'].sort())
})

test('what another channel shows stays, until that is left too', async () => {
  await join()
  await join('other')
  await follow()
  await leave()
  const kept = ['ai_n_2', 'n_2']
  const first = only.filter((id) => !kept.includes(id))
  assert.deepEqual(await follow(), [...told(first, 'gone'), 'n_shared changed'].sort())
  await leave('other')
  assert.deepEqual(await follow(), told(kept, 'gone'))
})

test('somebody who left and joined again reads everything again', async () => {
  await join()
  await follow()
  await leave()
  await unpublish('n_1')
  await join()
  const again = (await follow()).filter((each) => !each.startsWith('ai_n_shared'))
  const isOfNote = (id: string) => id === 'n_1' || id === 'ai_n_1'
  assert.deepEqual(
    again,
    opened.map((id) => `${id} ${isOfNote(id) ? 'gone' : 'changed'}`),
  )
})

test('a membership of one transaction opens and closes nothing', async () => {
  const member = sql`insert into channel_members (workspace_id, channel_id, user_id) values ('ws', 'ch', 'u_cy')`
  await world.db.transaction().execute(async (tx) => {
    await member.execute(tx)
    await sql`delete from channel_members where user_id = 'u_cy'`.execute(tx)
  })
  assert.deepEqual(await follow(), [])
  await world.db.transaction().execute(async (tx) => {
    await member.execute(tx)
    await sql`delete from publications where note_id = 'n_1'`.execute(tx)
  })
  assert.deepEqual(
    (await follow()).filter((each) => each.endsWith('gone')),
    [],
  )
})

test('what a channel gains and loses in one transaction is nothing for its members', async () => {
  await join()
  await follow()
  await world.db.transaction().execute(async (tx) => {
    await sql`insert into publications (workspace_id, note_id, channel_id, by_user_id)
      select workspace_id, id, 'ch', 'u_ada' from notes where id = 'n_private'`.execute(tx)
    await sql`delete from publications where note_id = 'n_private'`.execute(tx)
  })
  assert.deepEqual(await follow(), [])
})

test('gains and losses that have no number yet count', async () => {
  await join()
  await follow()
  const { last } = await numberChanges(world.base, 'ws')
  await leave()
  await numberChanges(world.base, 'ws')
  await unpublish('n_1')
  await publish('n_private')
  const caller = { workspace: { id: 'ws' }, user: { id: 'u_cy' }, superAdmin: false } as never
  const after = { number: last, expanded: null }
  const { changes } = await readChanges(world.db, caller, { kinds: ['note'], after, size: 50 })
  assert.deepEqual(changes.map(({ id, change }) => `${id} ${change}`).sort(), [
    'n_1 gone',
    'n_2 gone',
    'n_shared changed',
  ])
})

test('who leaves a channel just after it lost something is told of both, also while waiting', async () => {
  await join()
  await follow()
  const people = ['u_cy']
  for (const isNumbered of [false, true]) {
    const { last: after } = await numberChanges(world.base, 'ws')
    await unpublish('n_1')
    let { last } = await numberChanges(world.base, 'ws')
    await leave()
    if (isNumbered) last = (await numberChanges(world.base, 'ws')).last
    for (const most of [1, 10]) {
      const { concerned } = await findConcerned(world.db, 'ws', { after, last, most }, people)
      assert.deepEqual([...concerned], people)
    }
    await publish('n_1')
    await join()
  }
})

test('a waiting follower is woken by joining, by a publication there, and by leaving', async () => {
  for (const change of [() => join(), () => publish('n_private'), () => leave()]) {
    const waiting = world.get(`/api/v1/changes?wait=30&cursor=${cursor}`, 'cy')
    await setTimeout(200)
    await change()
    const { body } = await waiting
    assert.ok(body.data.length > 0)
    cursor = body.page_info.cursor
    await follow()
  }
})

/** `minutebook import --fire-events`: webhooks receive events for new objects of an import, and none without the flag. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { acme } from './support/acme.ts'
import { statementsOf } from './support/statements.ts'
import { openWorld, type World } from './support/world.ts'

const types = ['ai_note.generated', 'ai_note.shared_to_channel', 'action_item.assigned', 'action_item.completed']
const hook = (id: string, owner: string, more: object = {}) => ({ id, owner, url: `https://${id}.test/`, ...more })
const webhook_list = [
  hook('wh_ada', 'u_ada'),
  hook('wh_bo', 'u_bo'),
  hook('ws_all', 'u_ada', { scope: 'workspace', api_key: 'k_ada', enabled_events: types }),
]

// biome-ignore lint/suspicious/noExplicitAny: the tests change fields of a world
const workspace = (): any => ({ ...acme()[0], webhook_list })

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

/** The deliveries since the last call, such as `wh_bo ai_note.generated n_1`. */
async function told(seconds = 0): Promise<string[]> {
  world.advance({ seconds })
  await world.settle()
  const rows = await world.db.deleteFrom('messages').returning(['webhook_id', 'event_type', 'body']).execute()
  return rows.map((row) => `${row.webhook_id} ${row.event_type} ${JSON.parse(String(row.body)).id}`).sort()
}

/** The deliveries for a recap or note that Ada and Bo see. */
const all = (type: string, id: string) => ['wh_ada', 'wh_bo', 'ws_all'].map((name) => `${name} ${type} ${id}`)

test('a new world: webhooks of the same file receive AI notes and publications at once, and items when windows close', async () => {
  await world.loadAndAnnounce(workspace())
  // r_1 has AI notes and r_2 has none; the note and r_1 are published.
  const shared = all('ai_note.shared_to_channel', 'n_1')
  assert.deepEqual(await told(), [...all('ai_note.generated', 'n_1'), ...shared, ...shared].sort())
  assert.deepEqual(await told(29), [])
  assert.deepEqual(await told(1), [
    'wh_ada action_item.assigned ai_1',
    'wh_ada action_item.assigned ai_2',
    'wh_bo action_item.assigned ai_2',
    'ws_all action_item.assigned ai_1',
    'ws_all action_item.assigned ai_2',
  ])
  await world.loadAndAnnounce(workspace())
  assert.deepEqual(await told(60), [], 'the same file again')
})

test('without the flag nothing is announced, during the import or later', async () => {
  await world.load(workspace())
  assert.deepEqual(await told(60), [])
  await world.loadAndAnnounce(workspace())
  assert.deepEqual(await told(60), [], 'it was there already')
})

test('for existing objects only what is new is announced', async () => {
  await world.load(workspace())
  const changed = workspace()
  changed.recordings[0].ai_notes.markdown = 'Written anew'
  changed.recordings[1].ai_notes = { markdown: 'At last' }
  changed.recordings[1].published_to = [{ channel: 'ch_eng', by: 'u_ada' }]
  changed.notes[0].published_to.push({ channel: 'ch_ada', by: 'u_ada' })
  changed.notes[2].published_to = [{ channel: 'ch_eng', by: 'u_ada' }]
  changed.action_items[0].assignees.push('u_bo')
  changed.action_items[1].status = 'Done'
  await world.loadAndAnnounce(changed)
  assert.deepEqual(
    await told(),
    [
      ...all('ai_note.generated', 'n_1'),
      ...all('ai_note.shared_to_channel', 'n_1'),
      // Only Ada is in the private channel. n_bo is published by a person who does not attend, which has no effect.
      'wh_ada ai_note.shared_to_channel n_1',
      'ws_all ai_note.shared_to_channel n_1',
    ].sort(),
  )
  assert.deepEqual(await told(30), [
    'wh_ada action_item.completed ai_2',
    'wh_bo action_item.assigned ai_1',
    'wh_bo action_item.completed ai_2',
    'ws_all action_item.assigned ai_1',
    'ws_all action_item.completed ai_2',
  ])
  await world.loadAndAnnounce(changed)
  assert.deepEqual(await told(60), [])
})

test('items that only an agenda describes are announced too', async () => {
  await world.load(workspace())
  const changed = workspace()
  changed.notes[0].agenda += '::action-item[Book a room]{assignees=u_bo}\n::action-item[Done long ago]{status=Done}\n'
  await world.loadAndAnnounce(changed)
  const ids = await world.db.selectFrom('action_items').select(['id', 'text']).where('note_id', '=', 'n_1').execute()
  const idOf = (text: string) => ids.find((item) => item.text === text)!.id
  assert.deepEqual(await told(30), [
    `wh_bo action_item.assigned ${idOf('Book a room')}`,
    `ws_all action_item.assigned ${idOf('Book a room')}`,
    `ws_all action_item.completed ${idOf('Done long ago')}`,
  ])
})

test('a change that is undone within the window is not announced', async () => {
  await world.load(workspace())
  const changed = workspace()
  changed.action_items[1].status = 'Done'
  await world.loadAndAnnounce(changed)
  world.advance({ seconds: 10 })
  changed.action_items[1].status = 'Incomplete'
  await world.load(changed)
  assert.deepEqual(await told(60), [])
})

test('a rejected file announces nothing', async () => {
  const refused = workspace()
  refused.webhook_list = [...webhook_list, hook('wh_none', 'u_nobody')]
  await assert.rejects(world.loadAndAnnounce(refused), /webhook_list\[3\]\.owner/)
  assert.deepEqual(await told(60), [])
})

test('each workspace of a file receives only its own events', async () => {
  const other = { ...workspace(), id: 'ws_twin', subdomain: 'twin', api_keys: [] }
  await world.loadAndAnnounce(workspace(), other)
  const rows = await world.db.selectFrom('messages').select('workspace_id').execute()
  const of = (id: string) => rows.filter((row) => row.workspace_id === id).length
  assert.deepEqual([of('ws_acme'), of('ws_twin')], [9, 9])
})

test('without recipients no object costs a query', async () => {
  const load = (length: number) => {
    const batch = Array.from({ length }, (_, n) => `${length}_${n}`)
    return statementsOf(world.base, () =>
      world.loadAndAnnounce({
        id: 'ws_quiet',
        subdomain: 'quiet',
        name: 'Quiet',
        users: [{ id: 'u_1', email: 'one@quiet.test', full_name: 'One' }],
        channels: [{ id: 'ch_1', title: 'All', members: ['u_1'] }],
        notes: batch.map((n) => ({
          id: `n_${n}`,
          title: n,
          created_by: 'u_1',
          published_to: [{ channel: 'ch_1', by: 'u_1' }],
          agenda: '::agenda{version=1}\n\n::action-item[Do it]{assignees=u_1}\n',
        })),
        recordings: batch.map((n) => ({ note: `n_${n}`, title: n, ai_notes: { markdown: n } })),
        action_items: batch.map((n) => ({ text: n, assignees: ['u_1'] })),
      }),
    )
  }
  await load(1)
  const [many, few] = [await load(90), await load(10)]
  // Growing tables are analyzed from time to time.
  assert(many - few < 20, `${many} statements for 90 notes, ${few} for 10`)
})

/** The window of 30 s: what collapses, what vanishes, what survives crashes and many workers (spec 6.4, decision 26). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { acme, keys } from '../../test/acme.ts'
import { takeTold, takeToldBriefly } from '../../test/told.ts'
import { openWorld, type World } from '../../test/world.ts'
import { changeItems } from './change-items.ts'
import { closeDueHolds } from './close-holds.ts'

const hook = (id: string, owner: string, more: object = {}) => ({ id, owner, url: `https://${id}.test/`, ...more })
const webhooks = [
  hook('wh_ada', 'u_ada'),
  hook('wh_bo', 'u_bo'),
  hook('ws_all', 'u_ada', {
    scope: 'workspace',
    api_key: 'k_ada',
    enabled_events: ['action_item.assigned', 'action_item.completed'],
  }),
]

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  await sql`truncate workspaces cascade`.execute(world.db)
  await sql`delete from pgboss.job`.execute(world.db)
  const [first, ...others] = acme() as [object]
  await world.load({ ...first, webhooks }, ...others)
})

async function done(path: string, body?: unknown, key = keys.ada) {
  const method = path.includes('/') ? 'POST' : 'PATCH'
  const answer = await world.request(method, `/api/v1/action_item/${path}`, { key, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.action_item
}

const complete = (id: string, completed = true, key = keys.ada) => done(`${id}/complete`, { completed }, key)

/** What is told so many seconds later. */
async function toldAfter(seconds: number): Promise<string[]> {
  world.advance({ seconds })
  await world.settle()
  return takeToldBriefly(world)
}

const completedBoth = ['wh_ada action_item.completed', 'ws_all action_item.completed']

test('told when 30 s are over and not before, though there were changes since', async () => {
  await complete('ai_1')
  assert.deepEqual(await toldAfter(20), [])
  await done('ai_1', { text: 'Send it now' })
  assert.deepEqual(await toldAfter(9.999), [])
  assert.deepEqual(await toldAfter(0.001), completedBoth)
  assert.deepEqual(await toldAfter(600), [], 'once')
})

test('rapid edits are one event with the final state', async () => {
  await complete('ai_1')
  for (const text of ['one', 'two', 'three']) {
    world.advance({ seconds: 5 })
    await done('ai_1', { text })
  }
  world.advance({ seconds: 15 })
  await world.settle()
  const told = await takeTold(world)
  assert.deepEqual(
    told.map(({ body }) => body.text),
    ['three', 'three'],
  )
})

test('the window opens with any change: what follows late in it is told at its end', async () => {
  await done('ai_1', { text: 'other' })
  world.advance({ seconds: 29 })
  await complete('ai_1')
  assert.deepEqual(await toldAfter(1), completedBoth)
})

test('what was undone is not told', async () => {
  await complete('ai_1')
  await complete('ai_1', false)
  await done('ai_2', { assignees: ['u_ada'] }, keys.bo)
  await done('ai_2', { assignees: ['u_bo', 'u_ada'] }, keys.bo)
  assert.deepEqual(await toldAfter(30), [])
})

test('archiving is not told; an archived item that is done later is, with wont_do', async () => {
  await done('ai_1/archive')
  assert.deepEqual(await toldAfter(30), [])
  await complete('ai_1')
  world.advance({ seconds: 30 })
  await world.settle()
  assert.deepEqual(
    (await takeTold(world)).map(({ body }) => [body.done, body.wont_do]),
    [
      [true, true],
      [true, true],
    ],
  )
})

test('done, and archived within the window, is nothing; done before the window is no completion', async () => {
  await complete('ai_1')
  await done('ai_1/archive')
  assert.deepEqual(await toldAfter(30), [])
  await complete('ai_1')
  await toldAfter(30)
  await complete('ai_1', false)
  await complete('ai_1')
  assert.deepEqual(await toldAfter(30), [])
})

test('one of all who must complete it: nothing yet', async () => {
  await done('ai_2', { completion_type: 'all' }, keys.bo)
  await complete('ai_2')
  assert.deepEqual(await toldAfter(30), [])
  await complete('ai_2', true, keys.bo)
  assert.deepEqual(await toldAfter(30), [
    'wh_ada action_item.completed',
    'wh_bo action_item.completed',
    'ws_all action_item.completed',
  ])
})

test('assigned: only who is new hears, of everyone who is assigned', async () => {
  await done('ai_1', { assignees: ['u_ada', 'bo@acme.test'] })
  world.advance({ seconds: 30 })
  await world.settle()
  const told = await takeTold(world)
  assert.deepEqual(
    told.map(({ webhook, type }) => [webhook, type]),
    [
      ['wh_bo', 'action_item.assigned'],
      ['ws_all', 'action_item.assigned'],
    ],
  )
  const [bo, all] = told.map(({ body }) => body)
  assert.deepEqual(bo, {
    event_type: 'action_item.assigned',
    id: 'ai_1',
    text: 'Send the deck',
    assignees: [
      { id: 'u_ada', full_name: 'Ada Moreau', email: 'ada@acme.test' },
      { id: 'u_bo', full_name: 'Bo Lindqvist', email: 'Bo@acme.test' },
    ],
    completion_type: 'any',
    status: 'Incomplete',
    due_date: '2026-01-09',
    note_id: 'n_1',
    ai_generated: false,
    created_at: '2026-01-05T09:31:00.000+00:00',
    updated_at: bo.updated_at,
  })
  assert.match(bo.updated_at, /\+00:00$/)
  assert.deepEqual(all, { ...bo, scope: 'workspace' })
})

test('saving the same assignees, fewer, or in another order is no assignment', async () => {
  for (const assignees of [['u_ada', 'u_bo'], ['u_bo', 'u_ada'], ['u_bo'], []]) {
    await done('ai_2', { assignees }, keys.bo)
    assert.deepEqual(await toldAfter(30), [])
  }
})

test('created with assignees is assigned; without any it is nothing; assigned and done in one window is both', async () => {
  await world.post('/api/v1/action_item', keys.ada, { text: 'Nobody’s' })
  assert.deepEqual(await toldAfter(30), [])
  const { body } = await world.post('/api/v1/action_item', keys.ada, { text: 'Bo’s', assignees: ['u_bo'] })
  await complete(body.action_item.id)
  assert.deepEqual(await toldAfter(30), [
    'wh_bo action_item.assigned',
    'wh_bo action_item.completed',
    'ws_all action_item.assigned',
    'ws_all action_item.completed',
  ])
})

test('an item of nobody is completed for the workspace alone', async () => {
  const { body } = await world.post('/api/v1/action_item', keys.ada, { text: 'Nobody’s' })
  await complete(body.action_item.id)
  world.advance({ seconds: 30 })
  await world.settle()
  const told = await takeTold(world)
  assert.deepEqual(
    told.map(({ webhook, body }) => [webhook, body.assignees]),
    [['ws_all', []]],
  )
})

test('the meeting, and the first channel in which an attendee published the note', async () => {
  await complete('ai_1')
  world.advance({ seconds: 30 })
  await world.settle()
  const [own, all] = (await takeTold(world)).map(({ body }) => body)
  const meeting = {
    ...{
      stream_id: 'ch_eng',
      stream_title: 'Engineering',
      event_id: 'evt1_20260105T090000Z',
      event_title: 'Weekly 5 Jan',
    },
    ...{ event_start: '2026-01-05T09:00:00.000Z', event_end: '2026-01-05T09:30:00.000Z' },
  }
  for (const body of [own, all]) assert.partialDeepStrictEqual(body, meeting)
})

test('a private channel has a title for its members and the workspace only; an unseen note has no meeting', async () => {
  await sql`update note_publications set channel_id = 'ch_ada'`.execute(world.db)
  await done('ai_1', { assignees: ['u_ada', 'u_bo'] })
  await toldAfter(30)
  const titles = async () => {
    world.advance({ seconds: 30 })
    await world.settle()
    return (await takeTold(world)).map(({ webhook, body }) => [
      webhook,
      body.stream_id,
      body.stream_title,
      body.event_id,
    ])
  }
  await complete('ai_1')
  assert.deepEqual(await titles(), [
    ['wh_ada', 'ch_ada', 'Only Ada', 'evt1_20260105T090000Z'],
    ['wh_bo', 'ch_ada', '', 'evt1_20260105T090000Z'],
    ['ws_all', 'ch_ada', 'Only Ada', 'evt1_20260105T090000Z'],
  ])
  await complete('ai_1', false)
  await toldAfter(30)
  await sql`delete from event_attendees where email_folded = 'bo@acme.test'`.execute(world.db)
  await complete('ai_1')
  assert.deepEqual((await titles())[1], ['wh_bo', null, '', ''])
  await complete('ai_1', false)
  await toldAfter(30)
  await sql`update note_publications set by_user_id = 'u_bo'`.execute(world.db)
  await complete('ai_1')
  assert.deepEqual((await titles())[2], ['ws_all', null, '', 'evt1_20260105T090000Z'])
})

test('an item that is gone before the window closes is nothing', async () => {
  await complete('ai_1')
  assert.equal((await world.delete('/api/v1/note/n_1', keys.ada)).status, 200)
  assert.deepEqual(await toldAfter(30), [])
})

test('a change that fails opens no window', async () => {
  const answer = await world.request('PATCH', '/api/v1/action_item/ai_1', {
    key: keys.ada,
    body: { text: 'x', assignees: ['nobody'] },
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(await world.db.selectFrom('action_item_holds').selectAll().execute(), [])
})

test('a window whose job was lost is found by the next look', async () => {
  await complete('ai_1')
  await sql`delete from pgboss.job`.execute(world.db)
  assert.deepEqual(await toldAfter(30), [])
  await closeDueHolds(world.db, world.base.clock(), null)
  assert.deepEqual(await takeToldBriefly(world), completedBoth)
})

test('a crash while telling leaves everything for the next run', async () => {
  await complete('ai_1')
  world.advance({ seconds: 30 })
  await sql`alter table messages rename to elsewhere`.execute(world.db)
  await assert.rejects(closeDueHolds(world.db, world.base.clock(), null), AggregateError)
  await sql`alter table elsewhere rename to messages`.execute(world.db)
  await closeDueHolds(world.db, world.base.clock(), null)
  assert.deepEqual(await takeToldBriefly(world), completedBoth)
})

test('what cannot be told in one workspace holds up no other', async () => {
  const { body } = await world.post('/api/v1/action_item', keys.zoe, { text: 'Zoe’s' })
  await complete('ai_1')
  await sql`alter table messages add constraint broken check (workspace_id <> 'ws_acme')`.execute(world.db)
  world.advance({ seconds: 30 })
  await assert.rejects(closeDueHolds(world.db, world.base.clock(), null), AggregateError)
  await sql`alter table messages drop constraint broken`.execute(world.db)
  const left = await world.db.selectFrom('action_item_holds').select('item_id').execute()
  assert(body.action_item && left.length === 1 && left[0]!.item_id === 'ai_1')
})

test('a worker whose clock is behind closes what its job was for', async () => {
  await complete('ai_1')
  const due = world.base.clock().getTime() + 30_000
  await closeDueHolds(world.db, world.base.clock(), { due_at: new Date(due).toISOString() })
  assert.deepEqual(await takeToldBriefly(world), completedBoth)
})

test('many workers at once tell of many items once each', async () => {
  for (let n = 0; n < 250; n++) await world.post('/api/v1/action_item', keys.ada, { text: `${n}`, assignees: ['u_bo'] })
  world.advance({ seconds: 30 })
  await Promise.all([1, 2, 3].map(() => closeDueHolds(world.db, world.base.clock(), null)))
  const told = (await takeTold(world)).filter(({ webhook }) => webhook === 'wh_bo')
  assert.equal(new Set(told.map(({ body }) => body.id)).size, 250)
  assert.equal(told.length, 250)
})

test('changes at the very moment a window closes: each completion is told, and once', async () => {
  const close = () => closeDueHolds(world.db, world.base.clock(), null)
  const rounds = 20
  for (let round = 0; round < rounds; round++) {
    // The window of the text closes while the item is completed; the completion belongs to it or opens another.
    await done('ai_1', { text: `${round}` })
    world.advance({ seconds: 31 })
    await Promise.all([complete('ai_1'), close(), done('ai_1', { due_date: null }), close()])
    world.advance({ seconds: 31 })
    await close()
    await complete('ai_1', false)
    world.advance({ seconds: 31 })
    await close()
  }
  const told = (await takeToldBriefly(world)).filter((each) => each.startsWith('wh_ada'))
  assert.deepEqual(told, Array(rounds).fill('wh_ada action_item.completed'))
})

test('a window does not close over a change that is under way', async () => {
  await done('ai_1', { text: 'opens the window' })
  world.advance({ seconds: 31 })
  const { jobs, clock, config, db } = world.base
  const terms = { jobs, now: clock(), holdSeconds: config.holdSeconds, workspaceId: 'ws_acme' }
  const { closing } = await db.transaction().execute(async (tx) => {
    const change = { ...terms, actorId: 'u_ada', noteId: 'n_1' }
    await changeItems(tx, change, { changed: [{ id: 'ai_1', action: 'complete' }] })
    const closing = closeDueHolds(db, clock(), null)
    await Promise.race([closing, somebodyWaits()])
    return { closing }
  })
  await closing
  assert.deepEqual(await takeToldBriefly(world), completedBoth)
})

async function somebodyWaits(): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(world.db)).rows.length === 0) await setTimeout(5)
}

test('however many change items within a second, one job looks after them', async () => {
  for (let n = 0; n < 5; n++) await world.post('/api/v1/action_item', keys.ada, { text: `${n}` })
  world.advance({ seconds: 0.25 })
  await world.post('/api/v1/action_item', keys.ada, { text: 'late' })
  world.advance({ seconds: 0.5 })
  await world.post('/api/v1/action_item', keys.ada, { text: 'later' })
  const { rows } = await sql<{ name: string }>`select name from pgboss.job where state = 'created'`.execute(world.db)
  assert.equal(rows.length, 2)
  assert.deepEqual(await toldAfter(31), [])
  assert.deepEqual(await world.db.selectFrom('action_item_holds').selectAll().execute(), [])
})

test('the window is as long as the operator says', async () => {
  await using quick = await openWorld({ ACTION_ITEM_HOLD_SECONDS: '5' })
  const [first] = acme() as [object]
  await quick.load({ ...first, webhooks })
  await quick.post('/api/v1/action_item/ai_1/complete', keys.ada, { completed: true })
  quick.advance({ seconds: 4.999 })
  await quick.settle()
  assert.deepEqual(await takeToldBriefly(quick), [])
  quick.advance({ seconds: 0.001 })
  await quick.settle()
  assert.deepEqual(await takeToldBriefly(quick), completedBoth)
})

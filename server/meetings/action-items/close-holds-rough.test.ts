/** The window of 30 s with crashes, many workers and deletion at the same time (decision 26). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keys } from '../../../test/support/acme.ts'
import { batchOf } from '../../../test/support/event-batch.ts'
import { brief, type Listening, openListening } from '../../../test/support/listening.ts'
import { somebodyWaits } from '../../../test/support/waiting.ts'
import { announce } from '../../webhooks/announce/announce.ts'
import { changeItems, lockItems } from './change-items.ts'
import { closeDueHolds } from './close-holds.ts'

let here: Listening
before(async () => {
  here = await openListening()
})
after(() => here[Symbol.asyncDispose]())
beforeEach(() => here.reset())

/** What a job does that starts now. */
const close = () => closeDueHolds(here.world.db, here.world.base.clock(), null)

const completedBoth = ['wh_ada completed', 'ws_all completed']

test('an item that is deleted before the window closes sends no event', async () => {
  await here.complete('ai_1')
  assert.equal((await here.world.delete('/api/v1/note/n_1', keys.ada)).status, 200)
  assert.deepEqual(await here.briefly(30), [])
})

test('a change that fails opens no window', async () => {
  const answer = await here.world.request('PATCH', '/api/v1/action_item/ai_1', {
    key: keys.ada,
    body: { text: 'x', assignees: ['nobody'] },
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(await here.world.db.selectFrom('action_item_holds').selectAll().execute(), [])
})

test('a window whose job was lost is closed by the next run', async () => {
  await here.complete('ai_1')
  await sql`delete from pgboss.job`.execute(here.world.db)
  assert.deepEqual(await here.briefly(30), [])
  await close()
  assert.deepEqual(brief(await here.takeSent()), completedBoth)
})

test('after a crash during the announcement the next run sends everything', async () => {
  await here.complete('ai_1')
  here.world.advance({ seconds: 30 })
  await sql`alter table messages rename to elsewhere`.execute(here.world.db)
  await assert.rejects(close(), AggregateError)
  await sql`alter table elsewhere rename to messages`.execute(here.world.db)
  await close()
  assert.deepEqual(brief(await here.takeSent()), completedBoth)
})

test('events that cannot be announced in one workspace do not delay others, even if they are many', async () => {
  for (let n = 0; n < 120; n++) await here.create({ text: `${n}`, assignees: ['u_bo'] })
  here.world.advance({ seconds: 1 })
  await here.create({ text: 'Zoe’s' }, keys.zoe)
  await sql`alter table messages add constraint broken check (workspace_id <> 'ws_acme')`.execute(here.world.db)
  here.world.advance({ seconds: 30 })
  await assert.rejects(close(), AggregateError)
  await sql`alter table messages drop constraint broken`.execute(here.world.db)
  const left = await here.world.db.selectFrom('action_item_holds').select('workspace_id').execute()
  assert.deepEqual(left, Array(120).fill({ workspace_id: 'ws_acme' }))
})

test('a worker whose clock is behind closes the windows that its job is for', async () => {
  await here.complete('ai_1')
  const due = here.world.base.clock().getTime() + 30_000
  await closeDueHolds(here.world.db, here.world.base.clock(), { due_at: new Date(due).toISOString() })
  assert.deepEqual(brief(await here.takeSent()), completedBoth)
})

test('many workers at the same time announce each of many items once', async () => {
  for (let n = 0; n < 250; n++) await here.create({ text: `${n}`, assignees: ['u_bo'] })
  here.world.advance({ seconds: 30 })
  await Promise.all([close(), close(), close()])
  const sent = (await here.takeSent()).filter(({ webhook }) => webhook === 'wh_bo')
  assert.equal(new Set(sent.map(({ body }) => body.id)).size, 250)
  assert.equal(sent.length, 250)
})

test('changes while a window closes: each completion is announced exactly once', async () => {
  const rounds = 20
  for (let round = 0; round < rounds; round++) {
    // The window that the text opened closes while the item is completed; the completion is in it or opens another.
    await here.edit('ai_1', { text: `${round}` })
    here.world.advance({ seconds: 31 })
    await Promise.all([here.complete('ai_1'), close(), here.edit('ai_1', { due_date: null }), close()])
    here.world.advance({ seconds: 31 })
    await close()
    await here.reopen('ai_1')
    here.world.advance({ seconds: 31 })
    await close()
  }
  const sent = brief(await here.takeSent()).filter((each) => each.startsWith('wh_ada'))
  assert.deepEqual(sent, Array(rounds).fill('wh_ada completed'))
})

test('a window does not close before a running change has committed', async () => {
  await here.edit('ai_1', { text: 'opens the window' })
  here.world.advance({ seconds: 31 })
  const { jobs, clock, config, db } = here.world.base
  const options = { jobs, now: clock(), holdSeconds: config.holdSeconds, workspaceId: 'ws_acme' }
  const { closing } = await db.transaction().execute(async (tx) => {
    const change = { ...options, actorId: 'u_ada', noteId: 'n_1' }
    await changeItems(tx, change, { changed: [{ id: 'ai_1', action: 'complete' }] })
    const closing = close()
    await Promise.race([closing, somebodyWaits(here.world.db)])
    return { closing }
  })
  await closing
  assert.deepEqual(brief(await here.takeSent()), completedBoth)
})

test('a message about a note that is being deleted is emptied like the others', async () => {
  const { db, clock } = here.world.base
  const { deleting } = await db.transaction().execute(async (tx) => {
    await lockItems(tx, 'ws_acme', ['ai_1'])
    const about = { noteId: 'n_1', itemId: 'ai_1' }
    const toAll = { audience: sql<boolean>`false`, workspace: () => ({}) }
    await announce(tx, clock(), batchOf({ type: 'action_item.completed', keys: ['x'], about, ...toAll }))
    const deleting = here.world.delete('/api/v1/note/n_1', keys.ada)
    await Promise.race([deleting, somebodyWaits(here.world.db)])
    return { deleting }
  })
  assert.equal((await deleting).status, 200)
  const messages = await db.selectFrom('messages').select(['status', 'body']).execute()
  assert.deepEqual(messages, [{ status: 'cancelled', body: null }])
})

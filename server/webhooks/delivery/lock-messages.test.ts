/** All writers of messages lock in one order: deletions never end in a deadlock (deliverer.test.ts has the rest). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { acmeWithWebhooks, keys } from '../../../test/support/acme.ts'
import { batchOf } from '../../../test/support/event-batch.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { announce } from '../announce/announce.ts'
import { finish } from './finish.ts'
import { healthNotifier } from './notify-health.ts'
import type { Outcome } from './outcome.ts'

const claim = '00000000-0000-0000-0000-000000000001'
const policy = { delaysSeconds: [5], failingAfterSeconds: 3_600, disableAfterSeconds: 432_000 }

let world: World
let holder: pg.Client
before(async () => {
  world = await openWorld()
  holder = new pg.Client({ connectionString: world.base.databaseUrl })
  await holder.connect()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acmeWithWebhooks())
  // The rows lie in another order than their ids.
  for (const id of ['msg_3', 'msg_2', 'msg_1']) await claimed(id)
})
after(async () => {
  await holder.end()
  await world[Symbol.asyncDispose]()
})

function claimed(id: string) {
  const row = { workspace_id: 'ws_acme', id, webhook_id: 'wh_1', event_key: id, note_id: 'n_1', claim, ...due }
  return world.db.insertInto('messages').values(row).execute()
}

const at = new Date('2026-01-10T12:00:00.000Z')
const due = {
  event_type: 'ai_note.generated' as const,
  status: 'pending' as const,
  body: Buffer.from('{}'),
  created_at: at,
  next_attempt_at: at,
}

const failed = (id: string): Outcome => ({
  message: {
    workspace_id: 'ws_acme',
    id,
    webhook_id: 'wh_1',
    url: 'https://hooks.acme.com/wh_1',
    chat: null,
    secret: Buffer.alloc(0),
    claim,
    attempts: 0,
    failures: 0,
    manual: false,
  },
  sentAt: at,
  endedAt: at,
  statusCode: 500,
  error: null,
  responseBody: null,
})

/** Attempts end during another operation: both have begun and wait, the attempts for `msg_2`, before either continues. */
async function endDuring<Result>(operation: () => Promise<Result>): Promise<Result> {
  await holder.query(`begin; select from messages where id = 'msg_2' for update`)
  const finished = finish(world.db, ['msg_1', 'msg_2', 'msg_3'].map(failed), policy, healthNotifier(world.base))
  await waiting(1)
  const done = operation()
  await waiting(2)
  await holder.query('commit')
  await finished
  return done
}

const endWhileDeleting = (path: string) => endDuring(() => world.delete(path, keys.ada))

/** The operation begins while another transaction deletes `wh_1`, and continues after its commit. */
async function whileDeleting<Result>(operation: () => Promise<Result>): Promise<Result> {
  await holder.query(`begin; delete from webhooks where id = 'wh_1'`)
  const done = operation()
  await waiting(1)
  await holder.query('commit')
  return done
}

async function waiting(count: number): Promise<void> {
  const stuck = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await stuck.execute(world.db)).rows.length < count) await setTimeout(5)
}

test('a webhook can be deleted while its attempts end', async () => {
  assert.equal((await endWhileDeleting('/api/v1/webhook/wh_1')).status, 200)
  assert.deepEqual(await world.db.selectFrom('messages').select('id').execute(), [])
})

test('a note can be deleted while attempts of its messages end', async () => {
  assert.equal((await endWhileDeleting('/api/v1/note/n_1')).status, 200)
  const messages = await world.db.selectFrom('messages').select(['body', 'status', 'attempts']).execute()
  const emptied = { body: null, status: 'cancelled', attempts: 1 }
  assert.deepEqual(messages, [emptied, emptied, emptied])
})

test('39: failed messages can be recovered while late attempts of them end', async () => {
  // The oldest has the last id.
  await sql`update messages set status = 'failed', claim = null,
    created_at = created_at - right(id, 1)::integer * interval '1 s'`.execute(world.db)
  const recover = () => world.post('/api/v1/webhook/wh_1/recover', keys.ada, { since: '2026-01-01' })
  assert.deepEqual((await endDuring(recover)).body, { recovered: 3 })
})

test('a webhook that is deleted at the same moment gets no message, every other one gets one', async () => {
  const batch = batchOf({ keys: ['new'], workspace: () => ({}) })
  const written = await whileDeleting(() => world.db.transaction().execute((tx) => announce(tx, at, batch)))
  assert.equal(written, 2)
})

test('39: a test of a webhook that is deleted at the same moment answers 404', async () => {
  const body = { event_type: 'ai_note.generated' }
  const { status } = await whileDeleting(() => world.post('/api/v1/webhook/wh_1/test', keys.ada, body))
  assert.equal(status, 404)
})

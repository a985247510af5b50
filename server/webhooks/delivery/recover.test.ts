/** Recovering more than fits into one transaction: the first batch, the rest by a worker, and changes meanwhile. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { acmeWithWebhooks, keys } from '../../../test/support/acme.ts'
import { runDueJobs } from '../../../test/support/jobs.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { backgroundJobs } from '../../app/worker.ts'
import { type RecoverRest, recoverJob, recoverRest } from './recover.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acmeWithWebhooks())
  await sql`delete from pgboss.job`.execute(world.db).catch(() => {})
})
after(() => world[Symbol.asyncDispose]())

/** Messages to `wh_1` of the hour before, a second apart. */
async function missed(count: number, status = 'failed') {
  const start = new Date(world.base.clock().getTime() - 3_600_000)
  await sql`insert into messages (workspace_id, id, webhook_id, event_type, event_key, status, body, created_at, failures)
    select 'ws_acme', name, 'wh_1', 'ai_note.generated', name, ${status}, '{}', at, 8
    from generate_series(1, ${count}::integer) number
    cross join lateral (select ${status}::text || ' ' || number, ${start}::timestamptz + number * interval '1 s') as each (name, at)
    `.execute(world.db)
}

const recover = async (body: object = { since: '2026-01-01' }) => {
  const answer = await world.post('/api/v1/webhook/wh_1/recover', keys.ada, body)
  assert.equal(answer.status, 202)
  return answer.body.recovered
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::integer as count from messages group by status order by status`.execute(world.db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** The jobs for a worker, the latest first. */
async function jobs(): Promise<RecoverRest[]> {
  const { rows } = await sql<{ data: RecoverRest }>`
    select data from pgboss.job where name = ${recoverJob} order by created_on desc`.execute(world.db)
  return rows.map(({ data }) => data)
}

/** Runs these jobs as a worker does. */
const rest = () => runDueJobs(world.db, backgroundJobs(world.base), world.base.clock)

test('one batch is queued before the response, without a job', async () => {
  await missed(999)
  assert.equal(await recover(), 999)
  assert.deepEqual([await counts(), (await jobs()).length], [{ pending: 999 }, 0])
})

test('a worker queues the messages after the first batch; the response counts all messages', async () => {
  for (const status of ['failed', 'held', 'skipped']) await missed(900, status)
  assert.equal(await recover(), 2_700)
  assert.deepEqual(await counts(), { held: 800, pending: 1_000, skipped: 900 })
  await rest()
  assert.deepEqual(await counts(), { pending: 2_700 })
  const { rows } = await sql`select distinct failures, next_attempt_at from messages`.execute(world.db)
  assert.deepEqual(rows, [{ failures: 0, next_attempt_at: world.base.clock() }])
})

test('only messages of the given time are recovered, and none newer than the request', async () => {
  await missed(2_500)
  const until = new Date(world.base.clock().getTime() - 1_600_000).toISOString()
  assert.equal(await recover({ since: '2026-01-01', until }), 2_000)
  await rest()
  assert.deepEqual(await counts(), { failed: 500, pending: 2_000 })
  assert.equal(await recover({ since: '2026-01-01', until: '2027-01-01' }), 500)
  await sql`update messages set status = 'failed'`.execute(world.db)
  assert.equal(await recover(), 2_500)
  const later = { id: 'later', event_key: 'later', created_at: new Date(world.base.clock().getTime() + 1) }
  const [row] = await world.db.selectFrom('messages').selectAll().limit(1).execute()
  await world.db
    .insertInto('messages')
    .values({ ...row!, ...later, status: 'skipped' })
    .execute()
  await rest()
  assert.deepEqual(await counts(), { pending: 2_500, skipped: 1 })
})

test('each message is recovered once: one that fails again in the meantime does not change', async () => {
  await missed(2_500)
  await recover()
  await sql`update messages set status = 'failed', failures = 1 where status = 'pending'`.execute(world.db)
  await rest()
  assert.deepEqual(await counts(), { failed: 1_000, pending: 1_500 })
})

test('the batches of a worker that dies stay; the next worker continues', async () => {
  await missed(3_500)
  await recover()
  let batches = 0
  const dying = new Proxy(world.db, {
    get(db, name) {
      if (name === 'transaction' && batches++ === 1) throw new Error('died')
      const value = Reflect.get(db, name)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
  const [job] = await jobs()
  await assert.rejects(recoverRest(dying, world.base.clock(), job!), /died/)
  assert.deepEqual(await counts(), { failed: 1_500, pending: 2_000 })
  await rest()
  assert.deepEqual(await counts(), { pending: 3_500 })
})

test('a deleted webhook has nothing to recover; a paused one gets its messages after it is active again', async () => {
  await missed(2_500)
  await recover()
  await world.patch('/api/v1/webhook/wh_1', keys.ada, { status: 'inactive' })
  await rest()
  assert.deepEqual(await counts(), { pending: 2_500 })
  await sql`update messages set status = 'failed'`.execute(world.db)
  assert.equal((await world.delete('/api/v1/webhook/wh_1', keys.ada)).status, 200)
  await rest()
  assert.deepEqual(await counts(), {})
})

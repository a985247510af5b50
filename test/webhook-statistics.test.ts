/** Statistics of a webhook: its messages by result, and how long its attempts took (decision 47). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keys } from './support/acme.ts'
import { openWebhookWorld, type WebhookWorld } from './support/webhook-world.ts'

let hooks: WebhookWorld
before(async () => {
  hooks = await openWebhookWorld()
  await hooks.reset()
})
after(() => hooks[Symbol.asyncDispose]())

const hourMs = 3_600_000
const read = (query = '', key: string = keys.ada) => hooks.world.get(`/api/v1/webhook/wh_1/statistics${query}`, key)
const hourOf = (time: Date) => new Date(Math.floor(time.getTime() / hourMs) * hourMs)

type Status = 'delivered' | 'failed' | 'skipped' | 'pending' | 'held'

/** A message that was raised so many hours before the current one began, and an attempt at it. */
async function add(id: string, hoursAgo: number, status: Status, duration_ms?: number) {
  const { db } = hooks.world
  const at = new Date(hourOf(hooks.world.base.clock()).getTime() - hoursAgo * hourMs)
  const message = { workspace_id: 'ws_acme', id, webhook_id: 'wh_1', event_key: id, body: null }
  const state = {
    event_type: 'ai_note.generated' as const,
    status,
    created_at: at,
    next_attempt_at: status === 'pending' ? at : null,
  }
  await db
    .insertInto('messages')
    .values({ ...message, ...state })
    .execute()
  if (duration_ms === undefined) return
  const attempt = { workspace_id: 'ws_acme', message_id: id, number: 1, sent_at: at, duration_ms, status_code: 200 }
  await db
    .insertInto('attempts')
    .values({ ...attempt, error: null, response_body: null, manual: false })
    .execute()
}

test('by hour, empty hours too; by day above 72 hours', async () => {
  await add('m_1', 0, 'delivered', 100)
  await add('m_2', 0, 'delivered', 300)
  await add('m_3', 0, 'failed', 900)
  await add('m_4', 23, 'skipped')
  await add('m_5', 24, 'failed', 5)
  await add('m_6', 0, 'pending', 200)
  await add('m_7', 0, 'held')
  const now = hourOf(hooks.world.base.clock())
  const answer = await read()
  assert.equal(answer.status, 200, answer.text)
  const { buckets } = answer.body.statistics
  assert.equal(buckets.length, 24)
  const nothing = { delivered: 0, failed: 0, skipped: 0, pending: 0, p50_ms: null, p99_ms: null }
  assert.deepEqual(buckets.at(-1), {
    start: now.toISOString(),
    delivered: 2,
    failed: 1,
    skipped: 0,
    pending: 2,
    p50_ms: 200,
    p99_ms: 900,
  })
  assert.deepEqual(buckets[0], { ...nothing, start: new Date(now.getTime() - 23 * hourMs).toISOString(), skipped: 1 })
  assert.deepEqual({ ...buckets[1], start: '' }, { ...nothing, start: '' })
  for (const [hours, count] of [
    [1, 1],
    [72, 72],
    [73, 4],
    [720, 30],
  ] as const) {
    const { buckets } = (await read(`?hours=${hours}`)).body.statistics
    assert.equal(buckets.length, count)
    assert.equal(new Set(buckets.map(({ start }: { start: string }) => start)).size, count)
  }
  const days = (await read('?hours=720')).body.statistics.buckets
  const total = (name: string) => days.reduce((sum: number, day: Record<string, number>) => sum + day[name]!, 0)
  assert.deepEqual([total('delivered'), total('failed'), total('skipped'), total('pending')], [2, 2, 1, 2])
  assert.match(days[0].start, /T00:00:00.000Z$/)
})

test('statistics cover 1 to 720 hours, for those who may get the webhook', async () => {
  for (const hours of [0, 721, 'x']) assert.equal((await read(`?hours=${hours}`)).status, 400)
  assert.equal((await read('', keys.zoe)).status, 404)
  assert.equal((await read('', keys.bo)).status, 404)
})

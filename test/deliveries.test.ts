/**
 * What was told to a webhook and how to tell it again, through the API and to a real receiver (decision 39 on the
 * delivery log).
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import Ajv from 'ajv/dist/2020.js'
import { sql } from 'kysely'
import { eventCatalog } from '../server/app/rooms.ts'
import { keys } from './support/acme.ts'
import { isSigned } from './support/is-signed.ts'
import { checkPayloads } from './support/payloads.ts'
import { echo } from './support/receiver.ts'
import { openWebhookWorld, refusal, type WebhookWorld } from './support/webhook-world.ts'

let hooks: WebhookWorld
let id: string
let secret: string
before(async () => {
  hooks = await openWebhookWorld()
})
beforeEach(async () => {
  await hooks.reset()
  hooks.receiver.answering = echo
  const { webhook } = (await hooks.create(keys.bo)).body
  id = webhook.id
  secret = webhook.secret
  hooks.receiver.received.length = 0
  hooks.receiver.answering = (_received, response) => response.end('thanks')
})
after(() => hooks[Symbol.asyncDispose]())

const path = (more: string) => `/api/v1/webhook/${id}${more}`
const sendTest = async (key = keys.bo, event_type = 'action_item.assigned') =>
  hooks.world.post(path('/test'), key, { event_type })
const deliveries = async (filters: object = {}, key = keys.bo) => {
  const query = `?filters=${encodeURIComponent(JSON.stringify(filters))}`
  return (await hooks.world.get(path(`/deliveries${query}`), key)).body.deliveries.data
}
const delivery = async (hookId: string) => (await hooks.world.get(path(`/delivery/${hookId}`), keys.bo)).body.delivery
const failing = (status: number) => {
  hooks.receiver.answering = (_received, response) => response.writeHead(status).end('no')
}

test('a test event is an example of its type, marked, sent whatever the subscription, and logged', async () => {
  const answer = await sendTest()
  assert.equal(answer.status, 202)
  assert.deepEqual([answer.body.delivery.status, answer.body.delivery.attempts], ['pending', 0])
  await hooks.world.settle()
  const [received] = hooks.receiver.received
  const { test: marked, event_type } = JSON.parse(received!.body)
  assert.deepEqual([marked, event_type], [true, 'action_item.assigned'])
  const logged = await delivery(answer.body.delivery.id)
  assert.equal(logged.id, received!.headers['hook-id'])
  assert.deepEqual(logged.payload, JSON.parse(received!.body))
  assert.deepEqual([logged.status, logged.attempts, logged.last_status_code, logged.test], ['delivered', 1, 200, true])
  assert.equal(logged.next_attempt_at, null)
  const [attempt] = logged.attempt_log
  assert.deepEqual(
    [attempt.number, attempt.status_code, attempt.error, attempt.response_body, attempt.manual],
    [1, 200, null, 'thanks', false],
  )
})

test('a test event of each type and scope matches its published schema', async () => {
  const everything = { scope: 'workspace', enabled_events: ['ai_note.generated'] }
  hooks.receiver.answering = echo
  const ofWorkspace = (await hooks.create(keys.ada, everything)).body.webhook.id
  for (const [event_type, { user }] of Object.entries(eventCatalog)) {
    const toUser = await sendTest(keys.bo, event_type)
    assert.equal(toUser.status, user ? 202 : 400)
    if (!user) assert.equal(toUser.body.message, `Only a workspace webhook receives ${event_type}`)
    assert.equal((await hooks.world.post(`/api/v1/webhook/${ofWorkspace}/test`, keys.ada, { event_type })).status, 202)
  }
  assert.equal(await checkPayloads(hooks.world.db), 27)
})

test('the list is newest first, in pages, filtered by status, type and time', async () => {
  const first = (await sendTest()).body.delivery.id
  await hooks.world.settle()
  failing(500)
  hooks.world.advance({ seconds: 1 })
  const second = (await sendTest(keys.bo, 'ai_note.generated')).body.delivery.id
  await hooks.world.settle()
  const ids = async (filters: object) => (await deliveries(filters)).map((each: { id: string }) => each.id)
  assert.deepEqual(await ids({}), [second, first])
  assert.deepEqual(await ids({ status: 'delivered' }), [first])
  assert.deepEqual(await ids({ status: 'failed' }), [])
  assert.deepEqual(await ids({ event_type: 'ai_note.generated' }), [second])
  const [{ created_at }] = await deliveries()
  assert.deepEqual(await ids({ created_at_start: created_at }), [second])
  const page = (await hooks.world.get(path('/deliveries?page_size=1'), keys.bo)).body.deliveries
  const next = await hooks.world.get(path(`/deliveries?page_size=1&cursor=${page.page_info.cursor}`), keys.bo)
  assert.deepEqual([page.data[0].id, next.body.deliveries.data[0].id], [second, first])
  assert.equal(next.body.deliveries.page_info.cursor, null)
})

test('a resend is a marked attempt of its own; it replaces the next one and the count continues', async () => {
  failing(500)
  const hookId = (await sendTest()).body.delivery.id
  await hooks.world.settle()
  hooks.world.advance({ seconds: 5 })
  await hooks.world.settle()
  assert.equal(hooks.receiver.received.length, 2)
  assert.equal((await hooks.world.post(path(`/delivery/${hookId}/resend`), keys.bo)).status, 202)
  await hooks.world.settle()
  const after = await delivery(hookId)
  assert.deepEqual(
    after.attempt_log.map(({ manual }: { manual: boolean }) => manual),
    [false, false, true],
  )
  const waits = (Date.parse(after.next_attempt_at) - hooks.world.base.clock().getTime()) / 1_000
  assert.equal(waits, 1_800)
  assert.equal(new Set(hooks.receiver.received.map(({ headers }) => headers['hook-id'])).size, 1)
  assert.equal(new Set(hooks.receiver.received.map(({ body }) => body)).size, 1)
})

test('a delivery shows its newest 100 attempts, with their numbers', async () => {
  const { db, base } = hooks.world
  const hookId = (await sendTest()).body.delivery.id
  await sql`insert into attempts (workspace_id, message_id, number, sent_at, duration_ms, status_code, response_body, manual)
    select 'ws_acme', ${hookId}, number, ${base.clock()}::timestamptz + make_interval(secs => number), 1, 200, number, true
    from generate_series(1, 102) number`.execute(db)
  const { attempt_log } = await delivery(hookId)
  assert.deepEqual(
    attempt_log.map(({ number }: { number: number }) => number),
    Array.from({ length: 100 }, (_, index) => index + 3),
  )
  assert.equal(attempt_log[0].response_body, '3')
})

test('recover sends what failed, was skipped or is held in that time, with a new schedule, and nothing else', async () => {
  const ids: Record<string, string> = {}
  for (const status of ['failed', 'skipped', 'held', 'delivered', 'cancelled'] as const) {
    ids[status] = (await sendTest()).body.delivery.id
    await hooks.world.db
      .updateTable('messages')
      .set({ status, failures: 8, next_attempt_at: null, ...(status === 'cancelled' && { body: null }) })
      .where('id', '=', ids[status]!)
      .execute()
  }
  const recover = (body: object) => hooks.world.post(path('/recover'), keys.bo, body)
  assert.deepEqual((await recover({ since: '2026-01-11' })).body, { recovered: 0 })
  assert.deepEqual((await recover({ since: '2026-01-01', until: '2026-01-09' })).body, { recovered: 0 })
  const answer = await recover({ since: '2026-01-10', until: '2026-01-10' })
  assert.deepEqual([answer.status, answer.body], [202, { recovered: 3 }])
  failing(500)
  await hooks.world.settle()
  const sent = hooks.receiver.received.map(({ headers }) => headers['hook-id']).sort()
  assert.deepEqual(sent, [ids.failed, ids.held, ids.skipped].sort())
  const waits = Date.parse((await delivery(ids.failed!)).next_attempt_at) - hooks.world.base.clock().getTime()
  assert.equal(waits, 5_000)
})

test('after rotation both secrets sign during the overlap, then only the new one', async () => {
  const rotated = await hooks.world.post(path('/rotate_secret'), keys.bo, { overlap_seconds: 60 })
  assert.equal(rotated.status, 200)
  const fresh = rotated.body.webhook.secret
  assert.notEqual(fresh, secret)
  assert.equal((await hooks.get(id, keys.bo)).secret, undefined)
  const signatures = async () => {
    hooks.receiver.received.length = 0
    await sendTest()
    await hooks.world.settle()
    return hooks.receiver.received[0]!
  }
  const during = await signatures()
  assert.deepEqual([isSigned(secret, during), isSigned(fresh, during)], [true, true])
  hooks.world.advance({ seconds: 60 })
  const later = await signatures()
  assert.deepEqual([isSigned(secret, later), isSigned(fresh, later)], [false, true])
})

test('each secret signs for the time of its own rotation, the newest first; too many at a time are refused', async () => {
  const secrets = [secret]
  const start = hooks.world.base.clock().getTime()
  const rotate = (overlap_seconds: number) => hooks.world.post(path('/rotate_secret'), keys.bo, { overlap_seconds })
  for (const overlap of [600, 60, 300, 400, 500]) {
    secrets.unshift((await rotate(overlap)).body.webhook.secret)
    hooks.world.advance({ seconds: 1 })
  }
  const signing = async () => {
    hooks.receiver.received.length = 0
    await sendTest()
    await hooks.world.settle()
    const [received] = hooks.receiver.received
    const { 'hook-signature': header, ...headers } = received!.headers
    const signatures = String(header).split(' ')
    return signatures.map((signature) =>
      secrets.findIndex((each) =>
        isSigned(each, { ...received!, headers: { ...headers, 'hook-signature': signature } }),
      ),
    )
  }
  assert.deepEqual(await signing(), [0, 1, 2, 3, 4, 5], 'five earlier ones')
  const first = new Date(start + 61_000).toISOString()
  const sentence = `5 earlier secrets of this webhook are still valid; rotate it again after ${first}, or with overlap_seconds 0`
  assert.deepEqual(refusal(await rotate(1)), [400, sentence])
  assert.deepEqual(await signing(), [0, 1, 2, 3, 4, 5], 'nothing changed')
  secrets[0] = (await rotate(0)).body.webhook.secret
  assert.deepEqual(await signing(), [0, 1, 2, 3, 4, 5], 'the one that was replaced signs no more')
  hooks.world.advance({ seconds: 56 })
  assert.deepEqual(await signing(), [0, 1, 2, 3, 5], 'the second is over after its 60 s')
  secrets.unshift((await rotate(60)).body.webhook.secret)
  assert.deepEqual(await signing(), [0, 1, 2, 3, 4, 6], 'there is a place again')
})

test('resend, recover and test are 400 while the webhook is not active; the log can still be read', async () => {
  const hookId = (await sendTest()).body.delivery.id
  await hooks.patch(id, { status: 'inactive' }, keys.bo)
  const refused = [
    await hooks.world.post(path(`/delivery/${hookId}/resend`), keys.bo),
    await hooks.world.post(path('/recover'), keys.bo, { since: '2026-01-01' }),
    await sendTest(),
  ]
  for (const answer of refused) assert.deepEqual(refusal(answer), [400, 'The webhook is not active'])
  assert.equal((await deliveries()).length, 1)
})

test('waiting deliveries are shown as held while the webhook may not send: in the list, alone and filtered', async () => {
  failing(500)
  const first = (await sendTest()).body.delivery.id
  await hooks.world.settle()
  hooks.world.advance({ seconds: 1 })
  const second = (await sendTest()).body.delivery.id
  await hooks.world.settle()
  const told = async () => {
    const ids = async (status: string) => (await deliveries({ status })).map((each: { id: string }) => each.id)
    const all = (await deliveries()).map(({ status }: { status: string }) => status)
    return { all, one: (await delivery(first)).status, pending: await ids('pending'), held: await ids('held') }
  }
  const waiting = { all: ['pending', 'pending'], one: 'pending', pending: [second, first], held: [] }
  const held = { all: ['held', 'held'], one: 'held', pending: [], held: [second, first] }
  assert.deepEqual(await told(), waiting)
  await hooks.patch(id, { status: 'inactive' }, keys.bo)
  assert.deepEqual(await told(), held)
  // The first one falls due, and only then is it kept so.
  hooks.world.advance({ seconds: 4 })
  await hooks.world.settle()
  assert.deepEqual(await told(), held)
  const filters = encodeURIComponent(JSON.stringify({ status: 'held' }))
  const page = (await hooks.world.get(path(`/deliveries?page_size=1&filters=${filters}`), keys.bo)).body.deliveries
  const more = `&cursor=${page.page_info.cursor}`
  const next = await hooks.world.get(path(`/deliveries?page_size=1&filters=${filters}${more}`), keys.bo)
  assert.deepEqual([page.data[0].id, next.body.deliveries.data[0].id], [second, first])
  await hooks.patch(id, { status: 'active' }, keys.bo)
  failing(200)
  await hooks.world.settle()
  assert.deepEqual(
    (await deliveries()).map(({ status }: { status: string }) => status),
    ['pending', 'delivered'],
  )
})

test('4.13, 39: a super admin reads everybody’s log and repairs only what they may change; others see nothing', async () => {
  const hookId = (await sendTest()).body.delivery.id
  const asked = async (key: string) =>
    Promise.all(
      [
        hooks.world.get(path('/deliveries'), key),
        hooks.world.get(path(`/delivery/${hookId}`), key),
        hooks.world.post(path(`/delivery/${hookId}/resend`), key),
        hooks.world.post(path('/recover'), key, { since: '2026-01-01' }),
        sendTest(key),
        hooks.world.post(path('/rotate_secret'), key),
      ].map(async (answer) => (await answer).status),
    )
  assert.deepEqual(await asked(keys.bo), [200, 200, 202, 202, 202, 200])
  assert.deepEqual(await asked(keys.ada), [200, 200, 403, 403, 403, 403])
  assert.deepEqual(await asked(keys.adaRegular), [404, 404, 404, 404, 404, 404])
  assert.deepEqual(await asked(keys.zoe), [404, 404, 404, 404, 404, 404])
})

test('an unknown delivery, or one of another webhook, is a 404; one with a deleted payload cannot be resent', async () => {
  assert.equal((await hooks.world.get(path('/delivery/msg_none'), keys.bo)).status, 404)
  const hookId = (await sendTest()).body.delivery.id
  const elsewhere = `/api/v1/webhook/wh_bo/delivery/${hookId}`
  assert.equal((await hooks.world.get(elsewhere, keys.bo)).status, 404)
  await hooks.world.db
    .updateTable('messages')
    .set({ body: null, status: 'cancelled' })
    .where('id', '=', hookId)
    .execute()
  assert.equal((await delivery(hookId)).payload, null)
  assert.equal((await hooks.world.post(path(`/delivery/${hookId}/resend`), keys.bo)).status, 400)
})

test('every payload is published as JSON Schema with an example that fits it', async () => {
  const { body } = await hooks.world.get('/api/v1/event_types', keys.bo)
  const ajv = new Ajv.default({ strict: false })
  assert.deepEqual(body.event_types.map(({ event_type }: { event_type: string }) => event_type).sort(), [
    'action_item.assigned',
    'action_item.completed',
    'ai_note.generated',
    'ai_note.shared_to_channel',
    'decision.made',
    'decision.superseded',
    'note.changed',
    'note.shared',
    'recording.changed',
    'recording.deleted',
    'recording.ready',
    'upload.failed',
    'webhook.failed',
    'webhook.failing',
    'webhook.recovered',
  ])
  for (const { event_type, user, workspace } of body.event_types) {
    assert.equal(user === undefined, event_type.startsWith('webhook.'), event_type)
    for (const { schema, example } of (user ? [user, workspace] : [workspace]) as {
      schema: object
      example: { event_type: string }
    }[]) {
      assert(ajv.validate(schema, example), `${event_type}: ${ajv.errorsText()}`)
      assert.equal(example.event_type, event_type)
    }
    assert(!user || !ajv.validate(user.schema, workspace.example), 'the two differ')
  }
})

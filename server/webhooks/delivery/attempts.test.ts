/** Attempts end to end: what is sent, what counts as success, when it is tried again and when it is given up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { useDelivery } from '../../../test/support/delivery.ts'
import { emptyMessages } from './empty-messages.ts'

const on = useDelivery()
const { deliverer, enqueue, deliverAll, messages, attempts, webhook } = on

test('a 2xx response delivers a message; the request has the bytes, the headers of each prefix and a signature', async () => {
  on.answers = [299]
  await enqueue()
  await deliverAll()
  const [message] = await messages()
  assert.deepEqual([message!.status, message!.attempts, message!.last_status_code], ['delivered', 1, 299])
  assert.equal(message!.next_attempt_at, null)
  const [request] = on.receiver.received
  assert.equal(request!.body, String(message!.body))
  assert.equal(request!.headers['content-type'], 'application/json')
  for (const name of ['id', 'timestamp', 'signature']) {
    assert.equal(request!.headers[`hook-${name}`], request!.headers[`svix-${name}`])
  }
  assert.equal(request!.headers['hook-id'], message!.id)
  assert.equal(request!.headers['hook-timestamp'], String(Math.floor(on.world.base.clock().getTime() / 1_000)))
  const [logged] = await attempts()
  assert.deepEqual(
    [logged!.number, logged!.status_code, logged!.error, logged!.response_body, logged!.manual],
    [1, 299, null, 'thanks', false],
  )
})

test('3.5: attempts are at exactly 0, 5, 305, 2105, 9305, 27305, 63305 and 99305 s, then the message fails', async () => {
  on.answers = [300, 304, 404, 410, 500, 503, 302, 199 + 301]
  await enqueue()
  assert.deepEqual(await deliverAll(), [0, 5, 305, 2_105, 9_305, 27_305, 63_305, 99_305])
  const [message] = await messages()
  assert.deepEqual([message!.status, message!.attempts, message!.failures], ['failed', 8, 8])
  assert.equal((await attempts()).length, 8)
  assert.equal(new Set(on.receiver.received.map(({ headers }) => headers['hook-id'])).size, 1)
  assert.equal(new Set(on.receiver.received.map(({ headers }) => headers['hook-signature'])).size, 8)
  assert.equal((await webhook()).status, 'active')
})

test('3.5: success on the 4th attempt arrives 35 min 5 s after the first, and ends the failing', async () => {
  on.answers = [500, 302, 410, 200]
  await enqueue()
  assert.deepEqual(await deliverAll(), [0, 5, 305, 2_105])
  assert.equal((await messages())[0]!.status, 'delivered')
  assert.equal((await webhook()).failing_since, null)
})

test('a missing response is a failure with a reason', async () => {
  on.answers = [(_received, response) => void response.destroy()]
  await enqueue()
  await deliverer().deliverDue()
  const [logged] = await attempts()
  assert.deepEqual([logged!.status_code, logged!.response_body], [null, null])
  assert.match(logged!.error!, /connection/)
})

test('of an endless response 64 KiB are read and 16 KiB stored, and it counts by its status', async () => {
  on.answers = [
    (_received, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(8_192)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
  ]
  await enqueue()
  await deliverer().deliverDue()
  assert.equal((await messages())[0]!.status, 'delivered')
  assert.equal((await attempts())[0]!.response_body!.length, 16_384)
})

test('a response that PostgreSQL cannot store is stored with replacement characters', async () => {
  on.answers = [(_received, response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0x62]))]
  await enqueue()
  await deliverer().deliverDue()
  assert.equal((await attempts())[0]!.response_body, 'a\ufffd\ufffdb')
})

test('6.4: after 5 days of failures, and not before, the webhook is failed and its other messages are held', async () => {
  on.answers = [500]
  const first = on.world.base.clock().getTime()
  await enqueue()
  await deliverer().deliverDue()
  const { updated_at } = await webhook()
  for (const [seconds, status, changed] of [
    [431_999, 'active', updated_at],
    [432_000, 'failed', new Date(first + 432_000_000)],
  ] as const) {
    on.world.advance({ seconds: (first - on.world.base.clock().getTime()) / 1_000 + seconds })
    await sql`update messages set status = 'failed'`.execute(on.world.db)
    await enqueue()
    await deliverer().deliverDue()
    assert.deepEqual([(await webhook()).status, (await webhook()).updated_at], [status, changed])
  }
  on.world.advance({ seconds: 5 })
  await deliverer().deliverDue()
  assert.equal((await messages()).at(-1)!.status, 'held')
  assert.equal((await webhook('wh_2')).status, 'active')
})

test('one success restarts the five days; two webhooks of one URL count separately', async () => {
  on.answers = [500]
  await enqueue(1, 'wh_1')
  await enqueue(1, 'wh_2')
  await deliverer().deliverDue()
  on.world.advance({ days: 3 })
  await sql`update messages set status = 'failed'`.execute(on.world.db)
  on.answers = [200]
  await enqueue(1, 'wh_1')
  await deliverer().deliverDue()
  on.answers = [500]
  on.world.advance({ days: 3 })
  await enqueue(1, 'wh_1')
  await enqueue(1, 'wh_2')
  await deliverer().deliverDue()
  assert.deepEqual([(await webhook('wh_1')).status, (await webhook('wh_2')).status], ['active', 'failed'])
})

test('a failure at an address that changed in the meantime does not count for the new one', async () => {
  on.answers = [
    async (_received, response) => {
      await sql`update webhooks set url = url || 'new', failing_since = null`.execute(on.world.db)
      response.writeHead(500).end()
    },
  ]
  await enqueue()
  await deliverer().deliverDue()
  assert.equal((await webhook()).failing_since, null)
})

test('waiting messages are held while the webhook is not active, and sent at their time after that', async () => {
  on.answers = [500, 200]
  await enqueue()
  await deliverer().deliverDue()
  await sql`update webhooks set status = 'inactive'`.execute(on.world.db)
  on.world.advance({ seconds: 5 })
  await deliverer().deliverDue()
  assert.deepEqual(
    (await messages()).map(({ status, attempts }) => [status, attempts]),
    [['held', 1]],
  )
  await sql`update webhooks set status = 'active'`.execute(on.world.db)
  await deliverer().deliverDue()
  assert.deepEqual(
    (await messages()).map(({ status, attempts }) => [status, attempts]),
    [['delivered', 2]],
  )
})

test('responses of receivers are deleted together with payloads', async () => {
  await enqueue()
  await deliverer().deliverDue()
  await on.world.db.transaction().execute((tx) => emptyMessages(tx, 'ws_acme', 'note_id', ['n_1']))
  assert.deepEqual([(await messages())[0]!.body, (await attempts())[0]!.response_body], [null, null])
  assert.equal((await messages())[0]!.status, 'delivered')
})

test('a message that is emptied during an attempt keeps no response that could quote it', async () => {
  on.answers = [
    async (_received, response) => {
      await sql`update messages set status = 'cancelled', body = null`.execute(on.world.db)
      response.end('you said …')
    },
  ]
  await enqueue()
  await deliverer().deliverDue()
  assert.equal((await messages())[0]!.status, 'cancelled')
  assert.equal((await attempts())[0]!.response_body, null)
})

test('a webhook deleted during an attempt is deleted with its message and its log', async () => {
  on.answers = [
    async (_received, response) => {
      await sql`delete from webhooks where id = 'wh_1'`.execute(on.world.db)
      response.end()
    },
  ]
  await enqueue()
  await deliverer().deliverDue()
  assert.deepEqual([await messages(), await attempts()], [[], []])
})

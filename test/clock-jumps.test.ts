/** A clock that is an hour wrong for a while, as one of a virtual machine that slept: nothing is lost, told twice or held up for good. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { acme, keys } from './support/acme.ts'
import { useDelivery } from './support/delivery.ts'
import { openWorld } from './support/world.ts'

const on = useDelivery()
const jump = (hours: number) => on.world.advance({ hours })

test('a full burst before the clock is set back delays nothing after it', async () => {
  jump(1)
  await on.enqueue(10)
  await on.deliverer().deliverDue()
  assert.equal(on.receiver.received.length, 10)
  jump(-1)
  await on.enqueue(10)
  await on.deliverer().deliverDue()
  assert.equal(on.receiver.received.length, 20)
})

test('an attempt that failed before the clock is set back is tried again at its time', async () => {
  on.answers = [500, 200]
  jump(1)
  await on.enqueue(1)
  await on.deliverer().deliverDue()
  jump(-1)
  await on.deliverAll()
  const [message] = await on.messages()
  assert.deepEqual([message?.status, message?.attempts], ['delivered', 2])
  const ids = on.receiver.received.map(({ headers }) => headers['hook-id'])
  assert.equal(new Set(ids).size, 1)
})

test('a clock that is set forward makes attempts early, and each is one of the eight', async () => {
  on.answers = [500]
  await on.enqueue(1)
  const deliverer = on.deliverer()
  await deliverer.deliverDue()
  jump(1)
  await deliverer.deliverDue()
  jump(-1)
  await on.deliverAll(deliverer)
  const [message] = await on.messages()
  assert.deepEqual([message?.status, message?.attempts, on.receiver.received.length], ['failed', 8, 8])
})

for (const hours of [1, -1]) {
  test(`a clock that is set by ${hours} h during a claim holds up no messages for that long`, async () => {
    let isFirst = true
    const jumping: KyselyPlugin = {
      transformQuery({ node }) {
        // The last statement of a claim, after its slots were reserved.
        if (isFirst && JSON.stringify(node).includes('with lanes as')) {
          isFirst = false
          jump(hours)
        }
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await on.enqueue(1)
    const deliverer = on.deliverer({}, undefined, on.world.db.withPlugin(jumping))
    await deliverer.deliverDue()
    await deliverer.deliverDue()
    const [message] = await on.messages()
    assert.deepEqual([message?.status, message?.attempts], ['delivered', 1])
  })
}

test('the window of an item that opened before the clock is set back closes, and sends one event', async () => {
  const item = { text: 'Send the deck', assignees: ['u_bo'] }
  jump(1)
  const { body } = await on.world.post('/api/v1/action_item', keys.ada, item)
  jump(-1)
  await on.world.post(`/api/v1/action_item/${body.action_item.id}/complete`, keys.bo, { completed: true })
  on.world.advance({ hours: 1, seconds: 31 })
  await on.world.settle()
  const told = (await on.messages()).map(({ event_type, webhook_id }) => `${event_type} ${webhook_id}`)
  assert.deepEqual(told.sort(), ['action_item.assigned wh_2', 'action_item.completed wh_2'])
})

test('a key that had used its rate when the clock is set back may continue', async () => {
  await using world = await openWorld({ API_RATE_PER_SECOND: '2' })
  await world.load(...acme())
  world.advance({ hours: 1 })
  const statuses = async () => {
    const answers = await Promise.all([1, 2, 3].map(() => world.get('/api/v1/me', keys.bo)))
    return answers.map(({ status }) => status).sort()
  }
  assert.deepEqual(await statuses(), [200, 200, 429])
  world.advance({ hours: -1 })
  assert.deepEqual(await statuses(), [200, 200, 429])
})

test('uploads that were sent before the clock is set back succeed and fail as usual', async () => {
  const { world } = on
  const speech = { speaker: 'Bo', text: 'I will send the deck by Friday.', start_time: 0, end_time: 4 }
  const transcript = { language_code: 'en', speech_segments: [speech] }
  const submit = async (given: object) =>
    (await world.post('/api/v1/recordings/upload', keys.bo, { title: 'Weekly', ...given })).body.recording_id
  jump(1)
  const [heard, lost] = [await submit({ transcript }), await submit({ transcript })]
  jump(-1)
  await world.db
    .updateTable('upload_sources')
    .set({ transcript: null, duration_seconds: null, failures: 99 })
    .where('recording_id', '=', lost)
    .execute()
  await world.settle()
  const uploads = await Promise.all(
    [heard, lost].map(async (id) => (await world.get(`/api/v1/recordings/upload/${id}`, keys.bo)).body.upload),
  )
  assert.deepEqual(
    uploads.map(({ status }) => status),
    ['SUCCESS', 'FAILED'],
  )
  for (const { created_at, updated_at } of uploads) assert.equal(updated_at, created_at)
})

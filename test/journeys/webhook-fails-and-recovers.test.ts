/** A program that listens to Bo's action items is down for days: Minutebook tries, gives up, and sends what was missed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keys } from '../support/acme.ts'
import { isSigned } from '../support/is-signed.ts'
import { type Answering, echo } from '../support/receiver.ts'
import { openWebhookWorld, type WebhookWorld } from '../support/webhook-world.ts'

let hooks: WebhookWorld
before(async () => {
  hooks = await openWebhookWorld()
  await hooks.reset()
})
after(() => hooks[Symbol.asyncDispose]())

const down: Answering = (_received, response) => response.writeHead(503).end('maintenance')

/** The clock goes on, and the workers do what is due. */
async function later(time: Parameters<typeof hooks.world.advance>[0]) {
  hooks.world.advance(time)
  await hooks.world.settle()
}

const received = () => hooks.receiver.received.filter(({ body }) => !body.includes('url_verification'))
const completed = () => received().filter(({ body }) => JSON.parse(body).event_type === 'action_item.completed')
const completeItem = async (completed: boolean) => {
  await hooks.world.post('/api/v1/action_item/ai_2/complete', keys.bo, { completed })
  await later({ seconds: 30 })
}

let hook: { id: string; secret: string }
const path = (more: string) => `/api/v1/webhook/${hook.id}${more}`
const deliveries = async () => (await hooks.world.get(path('/deliveries'), keys.bo)).body.deliveries.data
const status = async () => (await hooks.get(hook.id, keys.bo)).status

test('Bo registers his program, which answers the verification, and receives a completed item', async () => {
  hooks.receiver.answering = echo
  hook = (await hooks.create(keys.bo)).body.webhook
  await completeItem(true)
  const [told] = completed()
  assert(isSigned(hook.secret, told!))
  assert.equal((await deliveries())[0].status, 'delivered')
})

test('the program goes down: an event is tried 8 times in 27 hours, then it is failed', async () => {
  await completeItem(false)
  hooks.receiver.answering = down
  hooks.receiver.received.length = 0
  await completeItem(true)
  for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]) await later({ seconds })
  assert.equal(completed().length, 8)
  assert.equal(new Set(completed().map(({ headers }) => headers['hook-id'])).size, 1)
  const [failed] = await deliveries()
  assert.deepEqual([failed.status, failed.attempts, failed.last_status_code], ['failed', 8, 503])
})

test('after five days without a success the webhook is disabled, and nothing more is sent', async () => {
  await later({ days: 4 })
  await completeItem(false)
  await completeItem(true)
  assert.equal(await status(), 'failed')
  hooks.receiver.received.length = 0
  await completeItem(false)
  await completeItem(true)
  assert.deepEqual(received(), [])
})

test('the program is back: Bo activates the webhook and resends the missed events, once each', async () => {
  hooks.receiver.answering = echo
  assert.equal((await hooks.patch(hook.id, { status: 'active' }, keys.bo)).status, 200)
  const before = new Set((await deliveries()).filter(isMissed).map(({ id }: { id: string }) => id))
  const answer = await hooks.world.post(path('/recover'), keys.bo, { since: '2026-01-10' })
  assert.deepEqual([answer.status, answer.body], [202, { recovered: before.size }])
  await hooks.world.settle()
  assert.deepEqual(new Set(received().map(({ headers }) => headers['hook-id'])), before)
  assert.equal(received().length, before.size)
  assert.deepEqual((await deliveries()).filter(isMissed), [])
})

const isMissed = ({ status }: { status: string }) => status !== 'delivered'

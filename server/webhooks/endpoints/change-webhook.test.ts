/** A webhook is changed while its new URL is verified, which may take ten seconds (spec 4.11, decision 32). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keys } from '../../../test/support/acme.ts'
import { echo } from '../../../test/support/receiver.ts'
import { somebodyWaits } from '../../../test/support/waiting.ts'
import { openWebhookWorld, refusal, type WebhookWorld } from '../../../test/support/webhook-world.ts'

let hooks: WebhookWorld
before(async () => {
  hooks = await openWebhookWorld()
})
beforeEach(() => hooks.reset())
after(() => hooks[Symbol.asyncDispose]())

/** Requests a change; the endpoint runs `meanwhile` before it sends the challenge back. */
async function changeDuring(meanwhile: () => Promise<unknown>, body: object, id = 'wh_1') {
  hooks.receiver.answering = async (received, response) => {
    hooks.receiver.answering = echo
    await meanwhile()
    echo(received, response)
  }
  return hooks.patch(id, { url: hooks.receiver.url('/new'), ...body })
}

const set = (values: object, id = 'wh_1') =>
  hooks.world.db.updateTable('webhooks').set(values).where('id', '=', id).execute()

test('a requested value is set at the end, with any earlier value', async () => {
  for (const between of ['inactive', 'failed'] as const) {
    await set({ status: 'active', url: 'https://hooks.acme.com/wh_1', failing_since: null })
    const { status, body } = await changeDuring(() => set({ status: between }), { status: 'active' })
    assert.deepEqual([status, body.webhook.status, body.webhook.url], [200, 'active', hooks.receiver.url('/new')])
  }
})

test('values that are not requested stay as other requests changed them', async () => {
  const other = { description: 'Other', enabled_events: ['action_item.assigned'], status: 'inactive' }
  const { body } = await changeDuring(() => hooks.patch('wh_1', other), {})
  assert.partialDeepStrictEqual(body.webhook, { ...other, url: hooks.receiver.url('/new') })
  assert.deepEqual(await hooks.get('wh_1'), body.webhook)
})

test('a webhook that failed in the meantime stays failed, and failures of the old URL do not count for the new one', async () => {
  const failed = { status: 'failed', failing_since: new Date('2026-01-01') }
  assert.equal((await changeDuring(() => set(failed), {})).body.webhook.status, 'failed')
  assert.equal((await hooks.stored('wh_1')).failing_since, null)
})

test('of two URLs the last verified one counts', async () => {
  const other = { url: hooks.receiver.url('/other') }
  assert.equal((await changeDuring(() => hooks.patch('wh_1', other), {})).body.webhook.url, hooks.receiver.url('/new'))
  assert.deepEqual(
    hooks.receiver.received.map(({ path }) => path),
    ['/new', '/other'],
  )
})

test('32: a workspace webhook is not changed if its key was deleted in the meantime', async () => {
  const before = await hooks.get('wh_all')
  const answer = await changeDuring(() => hooks.world.delete('/api/v1/api_key/k_ada', keys.ada), {}, 'wh_all')
  assert.deepEqual(refusal(answer), [
    400,
    'The API key that created this workspace webhook was deleted; delete the webhook and create a new one',
  ])
  assert.equal((await hooks.stored('wh_all')).url, before.url)
})

test('a request for the old URL is verified while the webhook gets another one', async () => {
  const url = hooks.receiver.url('/before')
  await set({ url })
  const { answer } = await hooks.world.db.transaction().execute(async (tx) => {
    await tx.updateTable('webhooks').set({ url: 'https://hooks.acme.com/after' }).where('id', '=', 'wh_1').execute()
    const answer = hooks.patch('wh_1', { url })
    await Promise.race([answer, somebodyWaits(hooks.world.db)])
    return { answer }
  })
  assert.equal((await answer).body.webhook.url, url)
  assert.deepEqual(
    hooks.receiver.received.map(({ path }) => path),
    ['/before'],
  )
})

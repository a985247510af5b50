/** Actions with workspace webhooks in the audit log; those with user webhooks are not. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keys } from '../../../test/support/acme.ts'
import { openWebhookWorld, type WebhookWorld } from '../../../test/support/webhook-world.ts'

let hooks: WebhookWorld
before(async () => {
  hooks = await openWebhookWorld()
})
beforeEach(() => hooks.reset())
after(() => hooks[Symbol.asyncDispose]())

async function live(key: string, wanted: object): Promise<string> {
  const { id } = (await hooks.create(key, wanted)).body.webhook
  const next = () => hooks.world.advance({ seconds: 1 })
  next()
  await hooks.patch(id, { status: 'inactive', description: '' }, key)
  await hooks.patch(id, {}, key)
  next()
  assert.equal((await hooks.world.post(`/api/v1/webhook/${id}/rotate_secret`, key)).status, 200)
  next()
  assert.equal((await hooks.world.delete(`/api/v1/webhook/${id}`, key)).status, 200)
  return id
}

const audited = async () =>
  (await hooks.world.get('/api/v1/audit_log', keys.ada)).body.data.map(
    ({ action, status, user_id, details }: Record<string, unknown>) => [action, status, user_id, details],
  )

test('each action with a workspace webhook is a row of the log, and no row has a secret', async () => {
  const events = { enabled_events: ['ai_note.generated'] }
  const webhook_id = await live(keys.ada, { scope: 'workspace', ...events })
  const url = hooks.receiver.url('/hook')
  assert.deepEqual(await audited(), [
    ['webhook.delete', 200, 'u_ada', { webhook_id, url }],
    ['webhook.rotate_secret', 200, 'u_ada', { webhook_id, overlap_seconds: 86_400 }],
    ['webhook.change', 200, 'u_ada', { webhook_id, before: { status: 'active' }, after: { status: 'inactive' } }],
    ['webhook.create', 200, 'u_ada', { webhook_id, url, status: 'active', ...events }],
  ])
})

test('an action that fails and an action with a user webhook make no row, and a refused one is said to be refused', async () => {
  const before = await audited()
  await live(keys.bo, {})
  await live(keys.ada, {})
  assert.equal((await hooks.create(keys.bo, { scope: 'workspace' })).status, 403)
  assert.equal((await hooks.patch('wh_all', { url: 'https://10.0.0.1/' })).status, 400)
  assert.equal((await hooks.world.delete('/api/v1/webhook/wh_all', keys.bo)).status, 404)
  const reason = 'Creating a workspace webhook requires super admin privileges'
  assert.deepEqual(await audited(), [['operation.refuse', 403, 'u_bo', { reason }], ...before])
})

/**
 * Every refusal of webhooks in its words, and the order that they come in (spec 7; decisions 3, 30 on event types to 32
 * on changing webhooks).
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acmeWithWebhooks, keys } from './support/acme.ts'
import { operationsOf } from './support/contract.ts'
import { failureBody } from './support/failure-body.ts'
import { openWebhookWorld, refusal, result, type WebhookWorld } from './support/webhook-world.ts'
import { openWorld } from './support/world.ts'

let hooks: WebhookWorld
before(async () => {
  hooks = await openWebhookWorld()
})
beforeEach(() => hooks.reset())
after(() => hooks[Symbol.asyncDispose]())

const deletedKey =
  'The API key that created this workspace webhook was deleted; delete the webhook and create a new one'

async function switched(set: object, action: () => Promise<void>) {
  const put = (values: object) =>
    hooks.world.db.updateTable('workspaces').set(values).where('id', '=', 'ws_acme').execute()
  await put(set)
  try {
    await action()
  } finally {
    await put({ webhooks: 'enabled', workspace_webhooks: true })
  }
}
test('7.2, 30: unknown event types are named, and the valid ones', async () => {
  const valid =
    'action_item.assigned, action_item.completed, ai_note.generated, ai_note.shared_to_channel, recording.ready, recording.changed, recording.deleted, upload.failed, note.changed, note.shared, decision.made, decision.superseded'
  const wrong = { enabled_events: ['ai_note.generated', 'b', 'AI_NOTE.GENERATED', 'b', ''] }
  const expected = [
    400,
    failureBody(`Invalid event types: b, AI_NOTE.GENERATED, . Valid event types: ${valid}`),
  ] as const
  assert.deepEqual(result(await hooks.create(keys.bo, wrong)), expected)
  const workspaceMay = `${expected[1].message}, webhook.failing, webhook.failed, webhook.recovered`
  const ofWorkspace = await hooks.create(keys.ada, { ...wrong, scope: 'workspace' })
  assert.deepEqual(result(ofWorkspace), [400, failureBody(workspaceMay)])
  assert.deepEqual(result(await hooks.patch('wh_1', wrong)), expected)
  assert.deepEqual(hooks.receiver.received, [])
})

test('the error quotes unknown event types only up to a limit', async () => {
  const message = async (enabled_events: string[]) => (await hooks.create(keys.bo, { enabled_events })).body.message
  const names = Array.from({ length: 21 }, (_, index) => `x${index}`)
  assert.match(await message(['é'.repeat(100)]), /types: é{100}\. Valid/)
  assert.match(await message(['é'.repeat(1_024)]), /types: é{99}…\. Valid/)
  assert.match(await message(names.slice(0, 20)), /, x18, x19\. Valid/)
  assert.match(await message(names), /, x18, x19 and 1 more\. Valid/)
})

test('a list of event types has at most 100 entries', async () => {
  for (const [length, status] of [
    [99, 200],
    [100, 200],
    [101, 400],
  ] as const) {
    const enabled_events = Array(length).fill('ai_note.generated')
    const answers = [await hooks.create(keys.bo, { enabled_events }), await hooks.patch('wh_1', { enabled_events })]
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status, status],
    )
    const told = status === 400 ? /^body\.enabled_events must have at most 100 entries/ : /^undefined$/
    for (const answer of answers) assert.match(String(answer.body.message), told)
  }
})

test('a description has at most 1,000 characters', async () => {
  for (const [length, status] of [
    [999, 200],
    [1_000, 200],
    [1_001, 400],
    [20_000, 400],
  ] as const) {
    const description = 'é'.repeat(length)
    const answers = [await hooks.create(keys.bo, { description }), await hooks.patch('wh_1', { description })]
    for (const answer of answers) {
      assert.equal(answer.status, status)
      if (status === 400) {
        assert.deepEqual(answer.body.errors, [
          { location: 'body.description', message: 'must have at most 1000 characters' },
        ])
      }
    }
  }
})

test('7.3: a workspace webhook without events', async () => {
  const expected = [400, failureBody('A workspace webhook must subscribe to at least one event')]
  assert.deepEqual(result(await hooks.create(keys.ada, { scope: 'workspace' })), expected)
  assert.deepEqual(result(await hooks.patch('wh_all', { enabled_events: [] })), expected)
  assert.equal(
    (await hooks.patch('wh_1', { enabled_events: [] })).status,
    200,
    'for a user webhook it means every type',
  )
})

test('7.1: bodies of the wrong shape are 400, place by place', async () => {
  const shapes: [body: unknown, location: string][] = [
    [undefined, 'body'],
    [{ enabled_events: [] }, 'body.url'],
    [{ url: null, enabled_events: [] }, 'body.url'],
    [{ url: 1, enabled_events: [] }, 'body.url'],
    [{ url: 'https://a.com/' }, 'body.enabled_events'],
    [{ url: 'https://a.com/', enabled_events: null }, 'body.enabled_events'],
    [{ url: 'https://a.com/', enabled_events: 'ai_note.generated' }, 'body.enabled_events'],
    [{ url: 'https://a.com/', enabled_events: [1] }, 'body.enabled_events[0]'],
    [{ url: 'https://a.com/', enabled_events: [], description: 1 }, 'body.description'],
    [{ url: 'https://a.com/', enabled_events: [], status: 'failed' }, 'body.status'],
    [{ url: 'https://a.com/', enabled_events: [], status: 'ACTIVE' }, 'body.status'],
    [{ url: 'https://a.com/', enabled_events: [], scope: 'everyone' }, 'body.scope'],
  ]
  for (const [body, location] of shapes) {
    const answer = await hooks.world.post('/api/v1/webhook', keys.ada, body)
    assert.deepEqual([answer.status, answer.body.errors.map(idOfFault)], [400, [location]], JSON.stringify(body))
  }
  for (const [body, location] of [
    [{ status: 'failed' }, 'body.status'],
    [{ url: 1 }, 'body.url'],
    [{ enabled_events: {} }, 'body.enabled_events'],
    [{ scope: 'user' }, 'body.scope'],
    [{ scope: null, description: 'x' }, 'body.scope'],
  ] as const) {
    const answer = await hooks.patch('wh_1', body)
    assert.deepEqual([answer.status, answer.body.errors.map(idOfFault)], [400, [location]], JSON.stringify(body))
  }
  assert.equal((await hooks.get('wh_1')).description, 'Tells the CRM')
})

test('3.3, 32: without the key that made it a workspace webhook can only be deleted', async () => {
  await hooks.world.db.updateTable('webhooks').set({ api_key_id: 'k_gone' }).where('id', '=', 'wh_all').execute()
  for (const body of [{}, { status: 'inactive' }, { enabled_events: [] }, { url: 'http://a.com/' }]) {
    assert.deepEqual(result(await hooks.patch('wh_all', body)), [400, failureBody(deletedKey)])
  }
  assert.deepEqual(refusal(await hooks.patch('wh_all', { status: 'failed' })), [
    400,
    'body.status must be one of active, inactive',
  ])
  assert.equal((await hooks.world.get('/api/v1/webhook/wh_all', keys.ada)).status, 200)
  assert.equal((await hooks.world.delete('/api/v1/webhook/wh_all', keys.ada)).status, 200)
})

test('3.3: a deactivated key does not keep others from changing its webhook', async () => {
  await hooks.world.db.updateTable('webhooks').set({ api_key_id: 'k_bo_inactive' }).where('id', '=', 'wh_all').execute()
  assert.equal((await hooks.patch('wh_all', { status: 'inactive' })).status, 200)
})

const operations: [method: string, path: string, body?: unknown][] = [
  ['POST', 'webhook', { url: 'http://a.com/', enabled_events: ['x'], scope: 'workspace' }],
  ['POST', 'webhook', '{ not JSON'],
  ['GET', 'webhooks?page_size=none&cursor=x&filters={'],
  ['GET', 'webhook/wh_none'],
  ['PATCH', 'webhook/wh_bo', { scope: 'user', status: 'failed' }],
  ['DELETE', 'webhook/wh_none'],
  ['DELETE', 'webhook/wh_bo'],
]
for (const [webhooks, status, message] of [
  ['not_enabled', 503, 'Webhooks are not enabled for this workspace'],
  ['switched_off', 502, 'Webhooks are switched off for this workspace'],
] as const) {
  test(`7.1, 31: ${webhooks} is ${status} on every operation, before its shape and the rights are checked`, () =>
    switched({ webhooks }, async () => {
      for (const [method, path, body] of operations) {
        const answer = await hooks.world.request(method, `/api/v1/${path}`, { key: keys.ada, body })
        assert.deepEqual(result(answer), [status, failureBody(message)], `${method} ${path}`)
      }
      for (const [name, { tags }] of operationsOf(hooks.world.api.document())) {
        const [method, path] = name.split(' ') as [string, string]
        if (!tags.includes('Webhooks')) continue
        const answer = await hooks.world.request(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x'), {
          key: keys.bo,
        })
        assert.deepEqual(result(answer), [status, failureBody(message)], name)
      }
      for (const key of [keys.bo, keys.zoe]) {
        const answer = await hooks.world.delete('/api/v1/webhook/wh_all', key)
        assert.deepEqual(
          result(answer),
          key === keys.bo ? [status, failureBody(message)] : [404, failureBody('Webhook not found')],
        )
      }
      const noKey = await hooks.world.get('/api/v1/webhooks')
      assert.equal(noKey.status, 401, 'who asks comes first')
      const noRight = await hooks.world.get('/api/v1/webhooks', keys.bo, { headers: { 'x-on-behalf-of': 'u_ada' } })
      assert.equal(noRight.status, 403, 'and in whose name')
      const workspaceWebhook = await hooks.world.delete('/api/v1/webhook/wh_all', keys.ada)
      assert.equal(workspaceWebhook.status, webhooks === 'switched_off' ? 200 : 503)
    }))
}

test('3, 31: the refusals of a workspace webhook have a fixed order', () =>
  switched({ workspace_webhooks: false }, async () => {
    const all = { scope: 'workspace', url: 'https://10.0.0.1/' }
    const noPrivileges = [403, 'Creating a workspace webhook requires super admin privileges']
    assert.deepEqual(refusal(await hooks.create(keys.bo, { ...all, enabled_events: ['x'] })), noPrivileges)
    assert.deepEqual(refusal(await hooks.create(keys.ada, { ...all, enabled_events: 1 })), [
      400,
      'body.enabled_events must be an array',
    ])
    assert.deepEqual(refusal(await hooks.create(keys.ada, all)), [
      400,
      'A workspace webhook must subscribe to at least one event',
    ])
    const notEnabled = [503, 'Workspace webhooks are not enabled for this workspace']
    const events = { enabled_events: ['ai_note.generated'] }
    assert.deepEqual(refusal(await hooks.create(keys.ada, { ...all, ...events })), notEnabled)
    assert.deepEqual(refusal(await hooks.patch('wh_all', { url: all.url })), notEnabled)
    assert.deepEqual(refusal(await hooks.patch('wh_all', { enabled_events: [] })), [
      400,
      'A workspace webhook must subscribe to at least one event',
    ])
    assert.deepEqual(refusal(await hooks.patch('wh_all', {}, keys.bo)), [404, 'Webhook not found'])

    assert.equal((await hooks.create(keys.ada)).status, 200, 'user webhooks go on')
    assert.equal((await hooks.patch('wh_1', { description: 'x' })).status, 200)
    assert.equal((await hooks.get('wh_all')).id, 'wh_all')
    const rotated = await hooks.world.post('/api/v1/webhook/wh_all/rotate_secret', keys.ada, {})
    assert.equal(rotated.status, 200, 'a secret that leaked can be changed')
    assert.equal((await hooks.world.delete('/api/v1/webhook/wh_all', keys.ada)).status, 200)
  }))

test('an intended refusal is not logged as an error, and no secret is in a log', async () => {
  await using loud = await openWorld({ ...hooks.settings, LOG_LEVEL: 'trace' })
  await loud.load(...acmeWithWebhooks())
  const body = { url: hooks.receiver.url('/token-in-path'), enabled_events: [] }
  const { secret } = (await loud.post('/api/v1/webhook', keys.bo, body)).body.webhook
  await loud.db.updateTable('workspaces').set({ webhooks: 'switched_off' }).execute()
  assert.equal((await loud.get('/api/v1/webhooks', keys.bo)).status, 502)
  const log = loud.logged.join('')
  for (const hidden of [secret, secret.slice(6), 'token-in-path', '"level":50']) assert(!log.includes(hidden), hidden)
})

const idOfFault = ({ location }: { location: string }) => location

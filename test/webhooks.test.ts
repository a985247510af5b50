/** Webhooks through the API: what is created, listed, changed and deleted, and the order of the refusals (spec 4.8 to 4.12, 7). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openSigningSecret } from '../server/webhooks/signing-secret.ts'
import { acmeWithWebhooks, keys } from './acme.ts'
import { type Outside, openOutside } from './outside.ts'
import { idOf } from './walk.ts'
import { type Answer, openWorld, type World } from './world.ts'

let outside: Outside
let world: World
before(async () => {
  outside = await openOutside()
  world = await openWorld(outside.settings)
})
beforeEach(async () => {
  await world.db.deleteFrom('webhooks').execute()
  await world.load(...acmeWithWebhooks())
  outside.receiver.received.length = 0
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

const now = '2026-01-10T12:00:00.000Z'
const deletedKey =
  'The API key that created this workspace webhook was deleted; delete the webhook and create a new one'
const result = ({ status, body }: Answer) => [status, body]
const refusal = ({ status, body }: Answer) => [status, body.message]
const create = (key: string, more: object = {}) =>
  world.post('/api/v1/webhook', key, { url: outside.receiver.url('/hook'), enabled_events: [], ...more })
const patch = (id: string, body: object, key = keys.ada) => world.patch(`/api/v1/webhook/${id}`, key, body)
const get = async (id: string, key = keys.ada) => (await world.get(`/api/v1/webhook/${id}`, key)).body.webhook
const stored = (id: string) =>
  world.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function switched(set: object, deed: () => Promise<void>) {
  const put = (values: object) => world.db.updateTable('workspaces').set(values).where('id', '=', 'ws_acme').execute()
  await put(set)
  try {
    await deed()
  } finally {
    await put({ webhooks: 'enabled', workspace_webhooks: true })
  }
}

test('2.8, 4.8: a new webhook is answered with its secret, and never again', async () => {
  const answer = await create(keys.bo)
  const { id, secret, ...rest } = answer.body.webhook
  assert.deepEqual(rest, {
    ...{ url: outside.receiver.url('/hook'), description: '', status: 'active', enabled_events: [], scope: 'user' },
    ...{ created_at: now, updated_at: now },
  })
  assert.match(id, /^wh_/)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(openSigningSecret(Buffer.alloc(32), await stored(id)), secret, 'it is kept, sealed for this webhook')
  assert.deepEqual(await get(id, keys.bo), { id, ...rest })
  assert.deepEqual((await world.get('/api/v1/webhooks', keys.bo)).body.webhooks.data[0], { id, ...rest })
  const changed = await patch(id, { description: 'x' }, keys.bo)
  assert.deepEqual(changed.body.webhook, { id, ...rest, description: 'x' })
})

test('4.8: everything that may be said at creation is kept; null is as good as nothing; doubles are dropped', async () => {
  const wanted = {
    ...{ description: 'für “alle” 🎉', status: 'inactive', scope: 'workspace' },
    enabled_events: ['action_item.completed', 'ai_note.generated', 'action_item.completed'],
  }
  const { webhook } = (await create(keys.ada, wanted)).body
  const events = ['action_item.completed', 'ai_note.generated']
  assert.deepEqual({ ...wanted, enabled_events: events }, pick(webhook, Object.keys(wanted)))
  assert.equal(outside.receiver.received.length, 1, 'it is verified whatever its status')
  const nothing = { description: null, status: null, scope: null }
  assert.deepEqual(pick((await create(keys.ada, nothing)).body.webhook, Object.keys(nothing)), {
    ...{ description: '', status: 'active', scope: 'user' },
  })
  const unknown = await create(keys.ada, {
    colour: 'red',
    secret: 'whsec_AAAA',
    id: 'wh_mine',
    created_at: '2020-01-01',
  })
  assert.notEqual(unknown.body.webhook.id, 'wh_mine')
  assert.equal(unknown.body.webhook.created_at, now)
})

test('4.8: the URL is kept as it was parsed', async () => {
  const url = `HTTPS://Hooks.ACME.com:${outside.receiver.port}/a/../b?c#d`
  assert.equal((await create(keys.bo, { url })).body.webhook.url, outside.receiver.url('/b?c#d'))
})

test('7.2, 30: unknown event types are named, and the valid ones', async () => {
  const valid = 'action_item.assigned, action_item.completed, ai_note.generated, ai_note.shared_to_channel'
  const wrong = { enabled_events: ['ai_note.generated', 'b', 'AI_NOTE.GENERATED', 'b', ''] }
  const expected = [400, { message: `Invalid event types: b, AI_NOTE.GENERATED, . Valid event types: ${valid}` }]
  assert.deepEqual(result(await create(keys.bo, wrong)), expected)
  assert.deepEqual(result(await create(keys.ada, { ...wrong, scope: 'workspace' })), expected)
  assert.deepEqual(result(await patch('wh_1', wrong)), expected)
  assert.deepEqual(outside.receiver.received, [])
})

test('7.3: a workspace webhook without events', async () => {
  const expected = [400, { message: 'A workspace webhook must subscribe to at least one event' }]
  assert.deepEqual(result(await create(keys.ada, { scope: 'workspace' })), expected)
  assert.deepEqual(result(await patch('wh_all', { enabled_events: [] })), expected)
  assert.equal((await patch('wh_1', { enabled_events: [] })).status, 200, 'for a user webhook it means every type')
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
    const answer = await world.post('/api/v1/webhook', keys.ada, body)
    assert.deepEqual([answer.status, answer.body.errors.map(idOfFault)], [400, [location]], JSON.stringify(body))
  }
  for (const [body, location] of [
    [{ status: 'failed' }, 'body.status'],
    [{ url: 1 }, 'body.url'],
    [{ enabled_events: {} }, 'body.enabled_events'],
    [{ scope: 'user' }, 'body.scope'],
    [{ scope: null, description: 'x' }, 'body.scope'],
  ] as const) {
    const answer = await patch('wh_1', body)
    assert.deepEqual([answer.status, answer.body.errors.map(idOfFault)], [400, [location]], JSON.stringify(body))
  }
  assert.equal((await get('wh_1')).description, 'Tells the CRM')
})

test('4.9: newest first, in pages, narrowed by status and times', async () => {
  for (const [index, status] of ['active', 'inactive', 'failed', 'active'].entries()) {
    const time = new Date(`2026-02-0${index + 1}T09:00:00.500Z`)
    const values = {
      ...(await stored('wh_bo')),
      id: `wh_b${index}`,
      status: status as 'active',
      created_at: time,
      updated_at: time,
    }
    await world.db.insertInto('webhooks').values(values).execute()
  }
  const list = async (query: string, key = keys.bo) => {
    const { status, body } = await world.get(`/api/v1/webhooks?${query}`, key)
    assert.equal(status, 200)
    return {
      ids: body.webhooks.data.map(idOf),
      cursor: body.webhooks.page_info.cursor,
      size: body.webhooks.page_info.page_size,
    }
  }
  const filtered = async (filters: object, key?: string) =>
    (await list(`filters=${encodeURIComponent(JSON.stringify(filters))}`, key)).ids
  assert.deepEqual(await list(''), { ids: ['wh_b3', 'wh_b2', 'wh_b1', 'wh_b0', 'wh_bo'], cursor: null, size: 20 })
  const pages: string[][] = []
  for (let cursor = ''; ; ) {
    const page = await list(`page_size=2${cursor && `&cursor=${cursor}`}`)
    pages.push(page.ids)
    if (!page.cursor) break
    cursor = page.cursor
  }
  assert.deepEqual(pages, [['wh_b3', 'wh_b2'], ['wh_b1', 'wh_b0'], ['wh_bo']])
  assert.deepEqual(await filtered({ status: 'failed' }), ['wh_b2'])
  assert.deepEqual(await filtered({ status: 'active', created_at_start: '2026-02-01' }), ['wh_b3', 'wh_b0'])
  assert.deepEqual(await filtered({ created_at_end: '2026-02-02T09:00:00Z' }), ['wh_b1', 'wh_b0', 'wh_bo'])
  assert.deepEqual(await filtered({ updated_at_start: '2026-02-02T10:00:00.500+01:00' }), ['wh_b3', 'wh_b2', 'wh_b1'])
  assert.deepEqual(await filtered({ updated_at_end: '2026-01-31' }), ['wh_bo'])
  assert.deepEqual(
    await filtered({ status: null, scope: 'workspace' }, keys.ada).then((ids) => ids.length),
    7,
    'no scope filter',
  )
  assert.deepEqual((await list('', keys.zoe)).ids, ['wh_zoe'])
  for (const [query, message] of [
    ['page_size=0', 'query.page_size must be at least 1'],
    ['page_size=51', 'query.page_size must be at most 50'],
    ['cursor=none', 'Invalid cursor'],
    ['filters={"status":"off"}', 'query.filters.status must be one of active, inactive, failed'],
  ]) {
    assert.deepEqual(refusal(await world.get(`/api/v1/webhooks?${query}`, keys.bo)), [400, message])
  }
})

test('4.11, 32: only what is given changes, and the time only if something did', async () => {
  const before = await get('wh_1')
  world.advance({ minutes: 1 })
  for (const same of [
    {},
    { description: null, url: null },
    { url: before.url },
    { status: 'active' },
    { colour: 'red' },
  ]) {
    assert.deepEqual(result(await patch('wh_1', same)), [200, { webhook: before }], JSON.stringify(same))
  }
  assert.deepEqual(outside.receiver.received, [], 'nothing was verified')
  const sealed = (await stored('wh_1')).secret
  const changed = {
    ...before,
    description: '',
    enabled_events: ['action_item.assigned'],
    updated_at: '2026-01-10T12:01:00.000Z',
  }
  const wanted = { description: '', enabled_events: ['action_item.assigned', 'action_item.assigned'] }
  assert.deepEqual(result(await patch('wh_1', wanted)), [200, { webhook: changed }])
  assert.deepEqual((await stored('wh_1')).secret, sealed)
})

test('3.2: active, inactive and failed, as the API may change them, without a verification', async () => {
  for (const [from, to] of [
    ['active', 'inactive'],
    ['inactive', 'active'],
    ['failed', 'active'],
    ['failed', 'inactive'],
  ] as const) {
    await world.db.updateTable('webhooks').set({ status: from }).where('id', '=', 'wh_1').execute()
    const answer = await patch('wh_1', { status: to })
    assert.deepEqual([answer.status, answer.body.webhook.status], [200, to], `${from} to ${to}`)
    assert.equal((await patch('wh_1', { status: 'failed' })).status, 400)
  }
  assert.deepEqual(outside.receiver.received, [])
})

test('36: reactivation and a new URL forgive what failed before; nothing else does', async () => {
  const since = new Date('2026-01-09T00:00:00.000Z')
  for (const [body, failing] of [
    [{ description: 'x' }, since],
    [{ status: 'inactive' }, since],
    [{ status: 'active' }, null],
    [{ url: outside.receiver.url('/new') }, null],
  ] as const) {
    await world.db.updateTable('webhooks').set({ failing_since: since }).where('id', '=', 'wh_1').execute()
    assert.equal((await patch('wh_1', body)).status, 200)
    assert.deepEqual((await stored('wh_1')).failing_since, failing, JSON.stringify(body))
  }
})

test('4.11: a new URL is verified first; a failed check leaves everything as it was', async () => {
  const before = await get('wh_1')
  outside.receiver.answering = (_received, response) => response.end('no')
  const failed = await patch('wh_1', { url: outside.receiver.url('/new'), description: 'new', status: 'inactive' })
  outside.receiver.answering = ({ body }, response) => response.end(JSON.parse(body).challenge)
  assert.deepEqual(result(failed), [400, { message: 'Failed to verify webhook URL' }])
  for (const [url, message] of [
    ['https://10.0.0.1/', 'Webhook URL cannot point to private IP address'],
    ['http://hooks.acme.com/', 'Webhook URL must start with https:// and a host name'],
  ]) {
    assert.deepEqual(refusal(await patch('wh_1', { url, description: 'new' })), [400, message])
  }
  assert.deepEqual(await get('wh_1'), before)
  const answer = await patch('wh_1', { url: outside.receiver.url('/new') })
  assert.equal(answer.body.webhook.url, outside.receiver.url('/new'))
  assert.deepEqual(
    outside.receiver.received.map(({ path, body }) => [path, JSON.parse(body).type]),
    [
      ['/new', 'url_verification'],
      ['/new', 'url_verification'],
    ],
  )
})

test('a webhook that is deleted while its new URL is verified is gone', async () => {
  outside.receiver.answering = async ({ body }, response) => {
    await world.delete('/api/v1/webhook/wh_1', keys.ada)
    response.end(JSON.parse(body).challenge)
  }
  const answer = await patch('wh_1', { url: outside.receiver.url('/new') })
  outside.receiver.answering = ({ body }, response) => response.end(JSON.parse(body).challenge)
  assert.deepEqual(result(answer), [404, { message: 'Webhook not found' }])
})

test('3.3, 32: without the key that made it a workspace webhook can only be deleted', async () => {
  await world.db.updateTable('webhooks').set({ api_key_id: 'k_gone' }).where('id', '=', 'wh_all').execute()
  for (const body of [{}, { status: 'inactive' }, { enabled_events: [] }, { url: 'http://a.com/' }]) {
    assert.deepEqual(result(await patch('wh_all', body)), [400, { message: deletedKey }])
  }
  assert.deepEqual(refusal(await patch('wh_all', { status: 'failed' })), [
    400,
    'body.status must be one of active, inactive',
  ])
  assert.equal((await world.get('/api/v1/webhook/wh_all', keys.ada)).status, 200)
  assert.equal((await world.delete('/api/v1/webhook/wh_all', keys.ada)).status, 200)
})

test('3.3: a deactivated key does not keep others from changing its webhook', async () => {
  await world.db.updateTable('webhooks').set({ api_key_id: 'k_bo_inactive' }).where('id', '=', 'wh_all').execute()
  assert.equal((await patch('wh_all', { status: 'inactive' })).status, 200)
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
  test(`7.1, 31: ${webhooks} is ${status} on every operation, before its shape and the rights are judged`, () =>
    switched({ webhooks }, async () => {
      for (const [method, path, body] of operations) {
        const answer = await world.request(method, `/api/v1/${path}`, { key: keys.ada, body })
        assert.deepEqual(result(answer), [status, { message }], `${method} ${path}`)
      }
      for (const key of [keys.bo, keys.zoe]) {
        const answer = await world.delete('/api/v1/webhook/wh_all', key)
        assert.deepEqual(
          result(answer),
          key === keys.bo ? [status, { message }] : [404, { message: 'Webhook not found' }],
        )
      }
      const noKey = await world.get('/api/v1/webhooks')
      assert.equal(noKey.status, 401, 'who asks comes first')
      const noRight = await world.get('/api/v1/webhooks', keys.bo, { headers: { 'x-on-behalf-of': 'u_ada' } })
      assert.equal(noRight.status, 403, 'and in whose name')
      const workspaceWebhook = await world.delete('/api/v1/webhook/wh_all', keys.ada)
      assert.equal(workspaceWebhook.status, webhooks === 'switched_off' ? 200 : 503)
    }))
}

test('3, 31: the refusals of a workspace webhook come in their order', () =>
  switched({ workspace_webhooks: false }, async () => {
    const all = { scope: 'workspace', url: 'https://10.0.0.1/' }
    const noPrivileges = [403, 'Creating a workspace webhook requires super admin privileges']
    assert.deepEqual(refusal(await create(keys.bo, { ...all, enabled_events: ['x'] })), noPrivileges)
    assert.deepEqual(refusal(await create(keys.ada, { ...all, enabled_events: 1 })), [
      400,
      'body.enabled_events must be an array',
    ])
    assert.deepEqual(refusal(await create(keys.ada, all)), [
      400,
      'A workspace webhook must subscribe to at least one event',
    ])
    const notEnabled = [503, 'Workspace webhooks are not enabled for this workspace']
    const events = { enabled_events: ['ai_note.generated'] }
    assert.deepEqual(refusal(await create(keys.ada, { ...all, ...events })), notEnabled)
    assert.deepEqual(refusal(await patch('wh_all', { url: all.url })), notEnabled)
    assert.deepEqual(refusal(await patch('wh_all', { enabled_events: [] })), [
      400,
      'A workspace webhook must subscribe to at least one event',
    ])
    assert.deepEqual(refusal(await patch('wh_all', {}, keys.bo)), [404, 'Webhook not found'])

    assert.equal((await create(keys.ada)).status, 200, 'user webhooks go on')
    assert.equal((await patch('wh_1', { description: 'x' })).status, 200)
    assert.equal((await get('wh_all')).id, 'wh_all')
    assert.equal((await world.delete('/api/v1/webhook/wh_all', keys.ada)).status, 200)
  }))

test('a refusal that is meant alarms nobody, and no secret is in a log', async () => {
  await using loud = await openWorld({ ...outside.settings, LOG_LEVEL: 'trace' })
  await loud.load(...acmeWithWebhooks())
  const body = { url: outside.receiver.url('/token-in-path'), enabled_events: [] }
  const { secret } = (await loud.post('/api/v1/webhook', keys.bo, body)).body.webhook
  await loud.db.updateTable('workspaces').set({ webhooks: 'switched_off' }).execute()
  assert.equal((await loud.get('/api/v1/webhooks', keys.bo)).status, 502)
  const log = loud.logged.join('')
  for (const hidden of [secret, secret.slice(6), 'token-in-path', '"level":50']) assert(!log.includes(hidden), hidden)
})

const idOfFault = ({ location }: { location: string }) => location
const pick = (from: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

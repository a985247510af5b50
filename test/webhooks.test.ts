/** Webhooks through the API: what is created, listed and changed, and what stays as it was (spec 4.8 to 4.11). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openSigningSecret } from '../server/webhooks/endpoints/signing-secret.ts'
import { keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { idOf } from './support/walk.ts'
import { openWebhookWorld, refusal, result, type WebhookWorld } from './support/webhook-world.ts'

let hooks: WebhookWorld
before(async () => {
  hooks = await openWebhookWorld()
})
beforeEach(() => hooks.reset())
after(() => hooks[Symbol.asyncDispose]())

const now = '2026-01-10T12:00:00.000Z'

test('2.8, 4.8: the answer to creation has the secret, and no later answer has it', async () => {
  const answer = await hooks.create(keys.bo)
  const { id, secret, ...rest } = answer.body.webhook
  assert.deepEqual(rest, {
    url: hooks.receiver.url('/hook'),
    description: '',
    status: 'active',
    enabled_events: [],
    scope: 'user',
    created_at: now,
    updated_at: now,
  })
  assert.match(id, /^wh_/)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(
    openSigningSecret({ current: Buffer.alloc(32), old: [] }, await hooks.stored(id)),
    secret,
    'it is kept, sealed for this webhook',
  )
  assert.deepEqual(await hooks.get(id, keys.bo), { id, ...rest })
  assert.deepEqual((await hooks.world.get('/api/v1/webhooks', keys.bo)).body.webhooks.data[0], { id, ...rest })
  const changed = await hooks.patch(id, { description: 'x' }, keys.bo)
  assert.deepEqual(changed.body.webhook, { id, ...rest, description: 'x' })
})

test('4.8: all fields of creation are stored; null counts as absent; duplicates are dropped', async () => {
  const wanted = {
    description: 'für “alle” 🎉',
    status: 'inactive',
    scope: 'workspace',
    enabled_events: ['action_item.completed', 'ai_note.generated', 'action_item.completed'],
  }
  const { webhook } = (await hooks.create(keys.ada, wanted)).body
  const events = ['action_item.completed', 'ai_note.generated']
  assert.deepEqual({ ...wanted, enabled_events: events }, pick(webhook, Object.keys(wanted)))
  assert.equal(hooks.receiver.received.length, 1, 'it is verified whatever its status')
  const nothing = { description: null, status: null, scope: null }
  assert.deepEqual(pick((await hooks.create(keys.ada, nothing)).body.webhook, Object.keys(nothing)), {
    description: '',
    status: 'active',
    scope: 'user',
  })
  const unknown = await hooks.create(keys.ada, {
    colour: 'red',
    secret: 'whsec_AAAA',
    id: 'wh_mine',
    created_at: '2020-01-01',
  })
  assert.notEqual(unknown.body.webhook.id, 'wh_mine')
  assert.equal(unknown.body.webhook.created_at, now)
})

test('4.8: the URL is stored as it was parsed', async () => {
  const url = `HTTPS://Hooks.ACME.com:${hooks.receiver.port}/a/../b?c#d`
  assert.equal((await hooks.create(keys.bo, { url })).body.webhook.url, hooks.receiver.url('/b?c#d'))
})

test('4.9: newest first, in pages, filtered by status and times', async () => {
  for (const [index, status] of ['active', 'inactive', 'failed', 'active'].entries()) {
    const time = new Date(`2026-02-0${index + 1}T09:00:00.500Z`)
    const values = {
      ...(await hooks.stored('wh_bo')),
      id: `wh_b${index}`,
      status: status as 'active',
      created_at: time,
      updated_at: time,
      previous_secrets: '[]',
    }
    await hooks.world.db.insertInto('webhooks').values(values).execute()
  }
  const list = async (query: string, key = keys.bo) => {
    const { status, body } = await hooks.world.get(`/api/v1/webhooks?${query}`, key)
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
    assert.deepEqual(refusal(await hooks.world.get(`/api/v1/webhooks?${query}`, keys.bo)), [400, message])
  }
})

test('4.11, 32: only the given fields change, and updated_at only if something did', async () => {
  const before = await hooks.get('wh_1')
  hooks.world.advance({ minutes: 1 })
  for (const same of [
    {},
    { description: null, url: null },
    { url: before.url },
    { status: 'active' },
    { colour: 'red' },
  ]) {
    assert.deepEqual(result(await hooks.patch('wh_1', same)), [200, { webhook: before }], JSON.stringify(same))
  }
  assert.deepEqual(hooks.receiver.received, [], 'nothing was verified')
  const sealed = (await hooks.stored('wh_1')).secret
  const changed = {
    ...before,
    description: '',
    enabled_events: ['action_item.assigned'],
    updated_at: '2026-01-10T12:01:00.000Z',
  }
  const wanted = { description: '', enabled_events: ['action_item.assigned', 'action_item.assigned'] }
  assert.deepEqual(result(await hooks.patch('wh_1', wanted)), [200, { webhook: changed }])
  assert.deepEqual((await hooks.stored('wh_1')).secret, sealed)
})

test('3.2: the API changes between active, inactive and failed as documented, without a verification', async () => {
  for (const [from, to] of [
    ['active', 'inactive'],
    ['inactive', 'active'],
    ['failed', 'active'],
    ['failed', 'inactive'],
  ] as const) {
    await hooks.world.db.updateTable('webhooks').set({ status: from }).where('id', '=', 'wh_1').execute()
    const answer = await hooks.patch('wh_1', { status: to })
    assert.deepEqual([answer.status, answer.body.webhook.status], [200, to], `${from} to ${to}`)
    assert.equal((await hooks.patch('wh_1', { status: 'failed' })).status, 400)
  }
  assert.deepEqual(hooks.receiver.received, [])
})

test('36: reactivation and a new URL reset earlier failures; nothing else does', async () => {
  const since = new Date('2026-01-09T00:00:00.000Z')
  for (const [body, failing] of [
    [{ description: 'x' }, since],
    [{ status: 'inactive' }, since],
    [{ status: 'active' }, null],
    [{ url: hooks.receiver.url('/new') }, null],
  ] as const) {
    await hooks.world.db.updateTable('webhooks').set({ failing_since: since }).where('id', '=', 'wh_1').execute()
    assert.equal((await hooks.patch('wh_1', body)).status, 200)
    assert.deepEqual((await hooks.stored('wh_1')).failing_since, failing, JSON.stringify(body))
  }
})

test('4.11: a new URL is verified first; a failed check changes nothing', async () => {
  const before = await hooks.get('wh_1')
  hooks.receiver.answering = (_received, response) => response.end('no')
  const failed = await hooks.patch('wh_1', { url: hooks.receiver.url('/new'), description: 'new', status: 'inactive' })
  hooks.receiver.answering = ({ body }, response) => response.end(JSON.parse(body).challenge)
  assert.deepEqual(result(failed), [400, failureBody('Failed to verify webhook URL')])
  for (const [url, message] of [
    ['https://10.0.0.1/', 'Webhook URL cannot point to private IP address'],
    ['http://hooks.acme.com/', 'Webhook URL must start with https:// and a host name'],
  ]) {
    assert.deepEqual(refusal(await hooks.patch('wh_1', { url, description: 'new' })), [400, message])
  }
  assert.deepEqual(await hooks.get('wh_1'), before)
  const answer = await hooks.patch('wh_1', { url: hooks.receiver.url('/new') })
  assert.equal(answer.body.webhook.url, hooks.receiver.url('/new'))
  assert.deepEqual(
    hooks.receiver.received.map(({ path, body }) => [path, JSON.parse(body).type]),
    [
      ['/new', 'url_verification'],
      ['/new', 'url_verification'],
    ],
  )
})

test('a webhook that is deleted while its new URL is verified stays deleted', async () => {
  hooks.receiver.answering = async ({ body }, response) => {
    await hooks.world.delete('/api/v1/webhook/wh_1', keys.ada)
    response.end(JSON.parse(body).challenge)
  }
  const answer = await hooks.patch('wh_1', { url: hooks.receiver.url('/new') })
  hooks.receiver.answering = ({ body }, response) => response.end(JSON.parse(body).challenge)
  assert.deepEqual(result(answer), [404, failureBody('Webhook not found')])
})

const pick = (from: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

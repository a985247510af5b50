/** Who may do what with whose webhooks: the matrix of spec 4.13, cell by cell, through every key there is. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { openWebhookWorld, type WebhookWorld } from './support/webhook-world.ts'

let hooks: WebhookWorld
before(async () => {
  hooks = await openWebhookWorld()
})
beforeEach(() => hooks.reset())
after(() => hooks[Symbol.asyncDispose]())

const existing = ['wh_1', 'wh_bo', 'wh_all', 'wh_zoe']
const ids = [...existing, 'wh_none', 'n_1', '%00', 'wh_1%20']

type Asker = {
  who: string
  key: string
  as?: string
  /** Whose webhooks their user webhooks are. */
  person: string
  superAdmin: boolean
  /** What they may read; of that, what they may change. */
  reads: string[]
  changes: string[]
}

const bo = { person: 'u_bo', superAdmin: false, reads: ['wh_bo'], changes: ['wh_bo'] }
const ada = { person: 'u_ada', superAdmin: false, reads: ['wh_1'], changes: ['wh_1'] }
const askers: Asker[] = [
  { who: 'a regular key', key: keys.bo, ...bo },
  { who: 'a key marked super admin whose owner is none', key: keys.boMarked, ...bo },
  { who: 'a regular key of a super admin', key: keys.adaRegular, ...ada },
  {
    who: 'a super admin key',
    key: keys.ada,
    person: 'u_ada',
    superAdmin: true,
    reads: ['wh_1', 'wh_bo', 'wh_all'],
    changes: ['wh_1', 'wh_all'],
  },
  { who: 'a super admin key on behalf of another', key: keys.ada, as: 'u_bo', ...bo },
  { who: 'a super admin key on behalf of its owner', key: keys.ada, as: 'u_ada', ...ada },
  {
    who: 'a super admin key of another workspace',
    key: keys.zoe,
    person: 'u_zoe',
    superAdmin: true,
    reads: ['wh_zoe'],
    changes: ['wh_zoe'],
  },
]

const notFound = [404, failureBody('Webhook not found')]
const notOwner = [403, failureBody('Only its owner may change or delete a user webhook')]
const noPrivileges = [403, failureBody('Creating a workspace webhook requires super admin privileges')]

for (const { who, key, as, person, superAdmin, reads, changes } of askers) {
  const headers: Record<string, string> = as ? { 'x-on-behalf-of': as } : {}
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await hooks.world.request(method, `/api/v1/${path}`, { key, headers, body })
    return [answer.status, answer.body] as [number, { webhook: Record<string, unknown>; message: string }]
  }

  test(`4.13: ${who} creates their own user webhooks`, async () => {
    const wanted = { url: hooks.receiver.url(), enabled_events: ['ai_note.generated'] }
    for (const more of [{}, { scope: 'user' }, { scope: null }]) {
      const [status, { webhook }] = await ask('POST', 'webhook', { ...wanted, ...more })
      assert.deepEqual([status, webhook.scope], [200, 'user'])
      const made = await hooks.row(String(webhook.id))
      assert.deepEqual([made?.user_id, made?.scope], [person, 'user'])
      assert.equal((await ask('GET', `webhook/${webhook.id}`))[0], 200)
    }
  })

  test(`4.13: ${who} ${superAdmin ? 'creates' : 'cannot create'} workspace webhooks`, async () => {
    const wanted = { url: hooks.receiver.url(), enabled_events: ['ai_note.generated'], scope: 'workspace' }
    const answer = await ask('POST', 'webhook', wanted)
    if (!superAdmin) return assert.deepEqual(answer, noPrivileges)
    assert.equal(answer[0], 200)
    const made = await hooks.row(String(answer[1].webhook.id))
    const keyId = person === 'u_zoe' ? 'k_zoe' : 'k_ada'
    assert.deepEqual([made?.scope, made?.api_key_id, made?.user_id], ['workspace', keyId, person])
  })

  test(`4.13: ${who} lists and gets what they may read`, async () => {
    const [status, body] = await ask('GET', 'webhooks')
    assert.equal(status, 200)
    const { webhooks } = body as unknown as { webhooks: { data: { id: string }[] } }
    assert.deepEqual(webhooks.data.map(({ id }) => id).sort(), reads.toSorted())
    for (const id of ids) {
      const answer = await ask('GET', `webhook/${id}`)
      if (!reads.includes(id)) assert.deepEqual(answer, notFound, id)
      else assert.deepEqual([answer[0], answer[1].webhook.id, 'secret' in answer[1].webhook], [200, id, false])
    }
  })

  test(`4.13: ${who} changes and deletes what they may, and the other webhooks do not change`, async () => {
    for (const id of ids) {
      const expected = changes.includes(id) ? 200 : reads.includes(id) ? notOwner : notFound
      const untouched = await hooks.row(id)
      const changed = await ask('PATCH', `webhook/${id}`, { description: `by ${who}` })
      if (expected === 200) {
        assert.deepEqual([changed[0], changed[1].webhook.description], [200, `by ${who}`], id)
      } else {
        assert.deepEqual(changed, expected, id)
        assert.deepEqual(await hooks.row(id), untouched)
      }
      const deleted = await ask('DELETE', `webhook/${id}`)
      if (expected === 200) {
        assert.deepEqual(deleted, [200, { webhook_id: id, deleted: true }])
        assert.deepEqual(await ask('DELETE', `webhook/${id}`), notFound)
      } else {
        assert.deepEqual(deleted, expected, id)
        assert.deepEqual(await hooks.row(id), untouched)
      }
    }
  })
}

test('4.13: any super admin key of the workspace manages a workspace webhook, whichever key created it', async () => {
  await hooks.world.db.updateTable('users').set({ admin: true }).where('id', '=', 'u_bo').execute()
  const [changed, deleted] = [
    await hooks.world.patch('/api/v1/webhook/wh_all', keys.boMarked, { status: 'inactive' }),
    await hooks.world.delete('/api/v1/webhook/wh_all', keys.boMarked),
  ]
  await hooks.world.db.updateTable('users').set({ admin: false }).where('id', '=', 'u_bo').execute()
  assert.deepEqual([changed.status, changed.body.webhook.status, deleted.status], [200, 'inactive', 200])
})

test('5.1, 5.2: a missing, wrong or ownerless key; acting for others without the right, or for an unknown person', async () => {
  const operations: [method: string, path: string, body?: object][] = [
    ['POST', 'webhook', { url: 'https://hooks.acme.com/', enabled_events: [] }],
    ['GET', 'webhooks'],
    ['GET', 'webhook/wh_1'],
    ['PATCH', 'webhook/wh_1', {}],
    ['DELETE', 'webhook/wh_1'],
  ]
  for (const [method, path, body] of operations) {
    const ask = async (key: string | undefined, headers: Record<string, string> = {}) => {
      const answer = await hooks.world.request(method, `/api/v1/${path}`, { key, headers, body })
      return [answer.status, answer.body]
    }
    for (const key of [undefined, 'mb_none', keys.boInactive, keys.cy]) {
      assert.deepEqual(await ask(key), [401, failureBody('Missing or invalid API key')])
    }
    assert.deepEqual(await ask(keys.bo, { 'x-on-behalf-of': 'u_ada' }), [
      403,
      failureBody('X-On-Behalf-Of header requires super admin privileges'),
    ])
    for (const person of ['u_none', 'u_zoe', 'u_cy']) {
      const answer = await ask(keys.ada, { 'x-on-behalf-of': person })
      assert.deepEqual(answer, [404, failureBody('User not found in workspace')])
    }
  }
})

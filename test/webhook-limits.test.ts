/** How many webhooks there may be: at, below and above, alone and at once (decision 29c on people and keys). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { refusal } from './support/webhook-world.ts'
import { openWorld, type World } from './support/world.ts'

let outside: Outside
let world: World
before(async () => {
  outside = await openOutside()
  world = await openWorld({ ...outside.settings, MAX_WEBHOOKS_PER_PERSON: '2', MAX_WORKSPACE_WEBHOOKS: '3' })
  await world.load(...acme())
})
beforeEach(async () => {
  await world.db.deleteFrom('webhooks').execute()
  outside.receiver.received.length = 0
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

const create = (key: string, more: object = {}) =>
  world.post('/api/v1/webhook', key, { url: outside.receiver.url('/hook'), enabled_events: [], ...more })
const ofWorkspace = { scope: 'workspace', enabled_events: ['ai_note.generated'] }
const tooMany = [409, 'You have 2 webhooks, and a person may have 2 (MAX_WEBHOOKS_PER_PERSON); delete one first']
const tooManyOfWorkspace = [
  409,
  'The workspace has 3 workspace webhooks, and may have 3 (MAX_WORKSPACE_WEBHOOKS); delete one first',
]

test('one webhook beyond a person’s limit is refused after the URL rules, and before anything is sent', async () => {
  const first = await create(keys.bo)
  assert.equal(first.status, 200)
  assert.equal((await create(keys.bo, { status: 'inactive' })).status, 200, 'at the limit, whatever its status')
  assert.deepEqual(refusal(await create(keys.bo)), tooMany)
  assert.equal(outside.receiver.received.length, 2)
  assert.equal((await create(keys.bo, { url: 'http://a.com/' })).status, 400)
  assert.equal((await create(keys.bo, ofWorkspace)).status, 403)
  const onBehalf = { headers: { 'x-on-behalf-of': 'u_bo' } }
  const body = { url: outside.receiver.url('/hook'), enabled_events: [] }
  assert.deepEqual(refusal(await world.post('/api/v1/webhook', keys.ada, body, onBehalf)), tooMany)
  assert.equal((await create(keys.ada)).status, 200, 'others have their own')
  await world.delete(`/api/v1/webhook/${first.body.webhook.id}`, keys.bo)
  assert.equal((await create(keys.bo)).status, 200)
})

test('workspace webhooks are counted together, and separately from those of each person', async () => {
  for (let number = 0; number < 3; number++) assert.equal((await create(keys.ada, ofWorkspace)).status, 200)
  assert.deepEqual(refusal(await create(keys.ada, ofWorkspace)), tooManyOfWorkspace)
  assert.equal((await create(keys.ada)).status, 200)
})

test('concurrent requests cannot exceed the limit together', async () => {
  const answers = await Promise.all([...Array(8).keys()].map(() => create(keys.bo)))
  const ofAll = await Promise.all([...Array(8).keys()].map(() => create(keys.ada, ofWorkspace)))
  const statuses = (from: typeof answers) => from.map(({ status }) => status).sort()
  assert.deepEqual(statuses(answers), [200, 200, 409, 409, 409, 409, 409, 409])
  assert.deepEqual(statuses(ofAll), [200, 200, 200, 409, 409, 409, 409, 409])
})

test('a world file may contain more; they stay and are counted', async () => {
  const webhooks = [...Array(4).keys()].map((number) => ({
    id: `wh_${number}`,
    owner: 'u_bo',
    url: 'https://hooks.test/',
  }))
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', webhooks })
  assert.deepEqual(refusal(await create(keys.bo)), [409, tooMany[1]!.toString().replace('2 webhooks', '4 webhooks')])
  const { usage } = (await world.get('/api/v1/workspace', keys.bo)).body
  assert.deepEqual([usage.webhooks, usage.webhooks_limit], [4, 2])
})

test('everyone reads their own usage and the workspace’s; that of workspace webhooks only with the right', async () => {
  await create(keys.bo)
  await create(keys.ada, ofWorkspace)
  const usageOf = async (key: string) => (await world.get('/api/v1/workspace', key)).body.usage
  const rest = {
    llm_tokens_limit: null,
    llm_tokens_this_month: 0,
    media_bytes: 0,
    media_bytes_limit: null,
    open_uploads: 0,
    open_uploads_limit: 20,
    questions_limit: 100,
    questions_today: 0,
    webhooks_limit: 2,
    workspace_webhooks_limit: 3,
  }
  assert.deepEqual(await usageOf(keys.bo), { ...rest, webhooks: 1, workspace_webhooks: null })
  assert.deepEqual(await usageOf(keys.adaRegular), { ...rest, webhooks: 0, workspace_webhooks: null })
  assert.deepEqual(await usageOf(keys.ada), { ...rest, webhooks: 0, workspace_webhooks: 1 })
  assert.deepEqual(await usageOf(keys.zoe), { ...rest, webhooks: 0, workspace_webhooks: 0 })
})

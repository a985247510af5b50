/** Administrators hear when a webhook keeps failing, is disabled or recovers: by a webhook of their own, and by mail. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { wordsIn } from '../server/people/mail/words.ts'
import { acme, keys } from './support/acme.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { echo } from './support/receiver.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let outside: Outside
let server: MailServer
before(async () => {
  outside = await openOutside()
  server = await openMailServer()
  world = await openWorld({ ...outside.settings, ...server.settings })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

const all = ['webhook.failing', 'webhook.failed', 'webhook.recovered']
/** Paths of endpoints that answer 503. */
const down = new Set<string>()
let bo: string
let ada: string

beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  down.clear()
  outside.receiver.answering = (received, response) => {
    if (down.has(received.path.split('?')[0]!)) response.writeHead(503).end('token=hush')
    else echo(received, response)
  }
  bo = await create(keys.bo, '/bo?token=hush', { headers: { Authorization: 'Bearer hush' } })
  ada = await create(keys.ada, '/ada', { scope: 'workspace', enabled_events: all })
  outside.receiver.received.length = 0
  server.mails.length = 0
  server.state.refuses = false
})

async function create(key: string, path: string, more: object = {}): Promise<string> {
  const body = { url: outside.receiver.url(path), enabled_events: [], ...more }
  const answer = await world.post('/api/v1/webhook', key, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.webhook.id
}

const send = (id: string, key: string, event_type = 'ai_note.generated') =>
  world.post(`/api/v1/webhook/${id}/test`, key, { event_type })

/** The webhook is sent something after so many seconds. The clock moves first. */
async function attemptAfter(seconds: number, id = bo, key = keys.bo) {
  world.advance({ seconds })
  await sql`update messages set status = 'failed' where status = 'pending'`.execute(world.db)
  assert.equal((await send(id, key)).status, 202)
  await world.settle()
}

// biome-ignore lint/suspicious/noExplicitAny: payloads are held against their schemas at the end
const told = (path = '/ada'): any[] =>
  outside.receiver.received
    .filter((each) => each.path === path && each.body.includes('"webhook.'))
    .map(({ body }) => JSON.parse(body))
const typesTold = (path?: string) => told(path).map(({ event_type, id }) => [event_type, id])
const iso = (secondsAgo = 0) => new Date(world.base.clock().getTime() - secondsAgo * 1_000).toISOString()

test('an hour of failures is announced once, without secrets, and recovery once', async () => {
  down.add('/bo')
  await attemptAfter(0)
  await attemptAfter(3_599)
  assert.deepEqual(told(), [])
  await attemptAfter(1)
  const failing = {
    event_type: 'webhook.failing',
    id: bo,
    url: outside.receiver.url('/bo'),
    webhook_scope: 'user',
    user_id: 'u_bo',
    failing_since: iso(3_600),
    at: iso(),
    last_status_code: 503,
    last_error: null,
    scope: 'workspace',
  }
  assert.deepEqual(told(), [failing])
  await attemptAfter(3_600)
  await attemptAfter(86_400)
  assert.equal(told().length, 1, 'once for each time of failing')
  down.clear()
  await attemptAfter(60)
  const recovered = { ...failing, event_type: 'webhook.recovered', at: iso(), last_status_code: 200 }
  assert.deepEqual(told().slice(1), [recovered])
  await attemptAfter(60)
  assert.equal(told().length, 2)
  assert(!JSON.stringify(told()).includes('hush'))
  // Shorter failures end without a word, and a second time of failing is told of like the first.
  down.add('/bo')
  await attemptAfter(60)
  await attemptAfter(3_599)
  down.clear()
  await attemptAfter(1)
  down.add('/bo')
  await attemptAfter(1)
  await attemptAfter(3_600)
  assert.deepEqual(typesTold().slice(2), [['webhook.failing', bo]])
})

test('a disabled webhook is announced; so is its first success after somebody activated it', async () => {
  down.add('/bo')
  await attemptAfter(0)
  await attemptAfter(432_000)
  assert.deepEqual(typesTold(), [['webhook.failed', bo]])
  const [failed] = told()
  assert.deepEqual([failed.failing_since, failed.at], [iso(432_000), iso()])
  assert.equal((await world.patch(`/api/v1/webhook/${bo}`, keys.bo, { status: 'active' })).status, 200)
  await world.settle()
  assert.equal(told().length, 1, 'nobody knows yet')
  down.clear()
  await attemptAfter(5)
  assert.deepEqual(typesTold().slice(1), [['webhook.recovered', bo]])
  assert.equal(told()[1].failing_since, failed.failing_since)
})

test('an attempt without an answer is announced with the reason', async () => {
  await sql`update webhooks set url = 'https://gone.acme.com/x' where id = ${bo}`.execute(world.db)
  await attemptAfter(0)
  await attemptAfter(3_600)
  assert.deepEqual([told()[0].last_status_code, told()[0].url], [null, 'https://gone.acme.com/x'])
  assert.match(told()[0].last_error, /^The host name/)
})

test('a paused webhook is not announced, whatever its last attempts were', async () => {
  down.add('/bo')
  await attemptAfter(0)
  outside.receiver.answering = async (_received, response) => {
    await sql`update webhooks set status = 'inactive' where id = ${bo}`.execute(world.db)
    response.writeHead(503).end()
  }
  await attemptAfter(432_000)
  outside.receiver.answering = echo
  await world.settle()
  assert.deepEqual(told(), [])
  const row = await world.db.selectFrom('webhooks').selectAll().where('id', '=', bo).executeTakeFirstOrThrow()
  assert.deepEqual([row.status, row.announced_failing_since], ['inactive', null])
})

test('only workspace webhooks that name the types get them: no other webhook, no listener, and none about itself', async () => {
  const other = await create(keys.ada, '/other', { scope: 'workspace', enabled_events: ['ai_note.generated'] })
  const failedOnly = await create(keys.ada, '/failed', { scope: 'workspace', enabled_events: ['webhook.failed'] })
  const second = await create(keys.ada, '/second', { scope: 'workspace', enabled_events: all })
  await create(keys.bo, '/everything')
  await create(keys.zoe, '/zeta', { scope: 'workspace', enabled_events: all })
  await sql`insert into listeners values ('ws_acme', 'u_ada', '2100-01-01', '{webhook.failing}')`.execute(world.db)
  down.add('/bo').add('/ada')
  await attemptAfter(0)
  await attemptAfter(0, ada, keys.ada)
  await attemptAfter(3_600)
  await attemptAfter(1, ada, keys.ada)
  await attemptAfter(1, second, keys.ada)
  assert.deepEqual(
    typesTold('/second').sort(),
    [
      ['webhook.failing', ada],
      ['webhook.failing', bo],
    ].sort(),
  )
  for (const path of ['/other', '/failed', '/everything', '/zeta']) assert.deepEqual(told(path), [], path)
  assert(typesTold('/ada').every(([, id]) => id !== ada))
  const events = await world.db.selectFrom('stream_events').select('event_key').execute()
  assert.deepEqual(events, [])
  for (const id of [other, failedOnly]) assert.equal((await world.get(`/api/v1/webhook/${id}`, keys.ada)).status, 200)
})

test('two webhooks that watch each other and both fail end with one message about each', async () => {
  await sql`delete from webhooks where id = ${bo}`.execute(world.db)
  const second = await create(keys.ada, '/second', { scope: 'workspace', enabled_events: all })
  down.add('/ada').add('/second')
  for (const id of [ada, second]) await attemptAfter(0, id, keys.ada)
  for (const id of [ada, second]) await attemptAfter(3_600, id, keys.ada)
  for (let day = 0; day < 3; day++) {
    world.advance({ days: 1 })
    await world.settle()
  }
  const rows = await world.db.selectFrom('messages').select(['webhook_id', 'event_key']).execute()
  const about = rows.filter(({ event_key }) => event_key.startsWith('webhook.'))
  assert.deepEqual(about.map(({ webhook_id }) => webhook_id).sort(), [ada, second].sort())
})

test('a user webhook cannot subscribe to these events, and the error names the possible ones', async () => {
  const valid =
    'action_item.assigned, action_item.completed, ai_note.generated, ai_note.shared_to_channel, recording.ready, recording.changed, recording.deleted, upload.failed, note.changed, note.shared, decision.made, decision.superseded'
  const body = { url: outside.receiver.url('/x'), enabled_events: ['webhook.failing'] }
  const refused = await world.post('/api/v1/webhook', keys.bo, body)
  const message = `Invalid event types: webhook.failing. Valid event types: ${valid}`
  assert.deepEqual([refused.status, refused.body.message], [400, message])
  const changed = await world.patch(`/api/v1/webhook/${bo}`, keys.bo, { enabled_events: ['webhook.failed'] })
  assert.equal(changed.status, 400)
  const none = await world.patch(`/api/v1/webhook/${ada}`, keys.ada, { enabled_events: ['webhook.gone'] })
  assert.equal(
    none.body.message,
    `Invalid event types: webhook.gone. Valid event types: ${valid}, webhook.failing, webhook.failed, webhook.recovered`,
  )
})

/** Long headers go on in the next line. */
const textsSent = () => server.mails.map(({ text }) => text.replaceAll('\n ', ' '))
const minute = (secondsAgo: number) => iso(secondsAgo).slice(0, 16).replace('T', ' ')
const patch = (body: object, key = keys.ada) => world.patch('/api/v1/workspace', key, body)

test('by mail, if the workspace enables it: to each active super admin, without any text of the owner', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_eve', email: 'eve@acme.test', full_name: 'Eve Ito', admin: true }],
  })
  down.add('/bo')
  await attemptAfter(0)
  await attemptAfter(3_600)
  assert.deepEqual(server.mails, [], 'off until somebody asks')
  down.clear()
  await attemptAfter(1)

  assert.equal((await patch({ webhook_mail: true })).status, 200)
  down.add('/bo')
  await attemptAfter(60)
  await attemptAfter(3_600)
  assert.deepEqual(server.mails.map(({ to }) => to).sort(), [['ada@acme.test'], ['eve@acme.test']])
  const text = textsSent()[0]!
  assert.match(text, new RegExp(`^Subject: Minutebook: the webhook ${bo} is failing$`, 'm'))
  assert.match(text, new RegExp(`^https://minutebook.test/developer/webhook/${bo}$`, 'm'))
  assert.match(text, new RegExp(`has failed since ${minute(3_600)} UTC`))
  for (const hidden of ['hush', 'hooks.acme.com']) assert(!text.includes(hidden), hidden)
})

test('the mails are in the language of each super admin', async () => {
  await patch({ webhook_mail: true })
  await world.patch('/api/v1/me', keys.ada, { language: 'de' })
  down.add('/bo')
  await attemptAfter(0)
  await attemptAfter(3_600)
  const { failing, since, off } = wordsIn('de').webhook
  const [text] = textsSent() as [string]
  for (const words of [failing.text('acme', bo, since(minute(3_600))), off]) assert(text.includes(words), text)
})

test('at most one mail an hour about a webhook; a delayed one reports the state at that time', async () => {
  await patch({ webhook_mail: true })
  down.add('/bo')
  await attemptAfter(0)
  await attemptAfter(3_600)
  const subjects = () => textsSent().map((text) => /^Subject: .* webhook \S+ (.*)$/m.exec(text)![1])
  assert.deepEqual(subjects(), ['is failing'])
  down.clear()
  await attemptAfter(600)
  down.add('/bo')
  await attemptAfter(1)
  down.clear()
  await attemptAfter(2_998)
  assert.deepEqual(subjects(), ['is failing'])
  await attemptAfter(1)
  assert.deepEqual(subjects(), ['is failing', 'delivers again'])
})

test('a webhook that was disabled, and then paused by its owner', async () => {
  await patch({ webhook_mail: true })
  down.add('/bo')
  await attemptAfter(0)
  await attemptAfter(432_000)
  assert.equal(server.mails.length, 1)
  assert.match(textsSent()[0]!, new RegExp(`was disabled: it has failed since ${minute(432_000)} UTC`))
  assert.equal((await world.patch(`/api/v1/webhook/${bo}`, keys.bo, { status: 'active' })).status, 200)
  down.clear()
  await attemptAfter(5)
  assert.equal((await world.patch(`/api/v1/webhook/${bo}`, keys.bo, { status: 'inactive' })).status, 200)
  world.advance({ hours: 1 })
  await world.settle()
  assert.equal(server.mails.length, 1, 'there is nothing to say of one that is paused')
})

test('a former super admin gets no mail, and an unreachable mail server is tried again', async () => {
  await patch({ webhook_mail: true })
  down.add('/bo')
  await attemptAfter(0)
  server.state.refuses = true
  await assert.rejects(attemptAfter(3_600), /Try again later/)
  assert.deepEqual(server.mails, [])
  server.state.refuses = false
  const again = () => sql`update pgboss.job set state = 'retry' where name = 'send-webhook-mail'`.execute(world.db)
  for (const off of [
    sql`update users set active = false where id = 'u_ada'`,
    sql`update workspaces set webhook_mail = false where id = 'ws_acme'`,
    sql`update workspaces set plan = 'team' where id = 'ws_acme'`,
    sql`update users set admin = false where id = 'u_ada'`,
  ]) {
    await world.db.transaction().execute(async (tx) => {
      await off.execute(tx)
    })
    await again()
    await world.settle()
    assert.deepEqual(server.mails, [])
    await sql`update users set active = true, admin = true where id = 'u_ada'`.execute(world.db)
    await sql`update workspaces set webhook_mail = true, plan = 'enterprise' where id = 'ws_acme'`.execute(world.db)
  }
  await again()
  await world.settle()
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['ada@acme.test']],
  )
})

test('a workspace with many super admins: 20 mails', async () => {
  const users = Array.from({ length: 25 }, (_, n) => ({
    id: `u_m${n}`,
    email: `m${n}@acme.test`,
    full_name: 'M',
    admin: true,
  }))
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', webhook_mail: true, users })
  down.add('/bo')
  await attemptAfter(0)
  await attemptAfter(3_600)
  assert.equal(server.mails.length, 20)
})

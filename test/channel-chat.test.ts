/** Recaps that are published in a channel are sent to its chat (decision 59), in the form that the chat takes. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { announceFirstNotes } from '../server/making/writing/first-notes.ts'
import { markdownLine } from '../server/meetings/recordings/recap-mail/chat-lines.ts'
import type { ChatKind } from '../server/platform/postgres/tables.ts'
import type { Outcome, RetryPolicy } from '../server/webhooks/delivery/outcome.ts'
import { forgetLanes } from '../server/webhooks/delivery/rate-slots.ts'
import { settleWebhooks } from '../server/webhooks/delivery/settle-webhooks.ts'
import { sealedSecrets } from '../server/webhooks/endpoints/reseal-secrets.ts'
import { acme, acmeWithWebhooks, keys } from './support/acme.ts'
import { chatServers, type Refusal, refusalOf } from './support/chat-servers.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let outside: Outside
/** What the chat answers next; by itself it answers what its document says. */
let answer: Refusal | null
let kind: ChatKind
before(async () => {
  outside = await openOutside()
  world = await openWorld(outside.settings)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  answer = null
  outside.receiver.answering = ({ body }, response) => {
    const {
      status,
      headers,
      body: text,
    } = answer ?? refusalOf(kind, JSON.parse(body.toString())) ?? chatServers[kind].accepted
    response.writeHead(status, headers).end(text)
  }
  outside.receiver.received.length = 0
})

const channel = '/api/v1/channel/ch_eng'
const secretPath = '/services/T0/B0/hush'
const deliverTo = (deliver_to: object | null, key = keys.bo) => world.patch(channel, key, { deliver_to })
const address = (path = secretPath) => outside.receiver.url(path)

async function chat(wanted: ChatKind, path = secretPath): Promise<string> {
  kind = wanted
  const { status, text, body } = await deliverTo({ kind, url: address(path) })
  assert.equal(status, 200, text)
  assert.doesNotMatch(text, /hush/)
  return body.channel.deliver_to.webhook_id
}

const shown = async (key = keys.adaRegular) => (await world.get(channel, key)).body.channel.deliver_to

const log = async (hook: string) =>
  (await world.get(`/api/v1/webhook/${hook}/deliveries`, keys.adaRegular)).body.deliveries.data as {
    id: string
    status: string
    last_status_code: number
    recap_title: string | null
  }[]

/** Publishes a recap anew. */
async function publish() {
  await world.delete('/api/v1/recording/r_1/publish/ch_eng', keys.adaRegular)
  const { status, text } = await world.post('/api/v1/recording/r_1/publish', keys.adaRegular, { channel_id: 'ch_eng' })
  assert.equal(status, 200, text)
  await world.settle()
}

const received = () =>
  outside.receiver.received.splice(0).map(({ path, body }) => [path, JSON.parse(body.toString())] as const)

const kinds = Object.keys(chatServers) as ChatKind[]

test('each kind gets its own form, at the address that nobody is shown again', async () => {
  for (const kind of kinds) {
    const hook = await chat(kind)
    const origin = new URL(address('/')).origin
    assert.deepEqual(await shown(), { webhook_id: hook, kind, origin, set_by: 'u_bo', status: 'active' })
    await publish()
    const [[path, sent], ...others] = received() as [[string, Record<string, unknown>]]
    assert.deepEqual([path, others], [secretPath, []], kind)
    assert.match(JSON.stringify(sent), /Weekly 5 Jan/)
    assert.match(JSON.stringify(sent), /https:\/\/minutebook\.test\/recap\/r_1/)
    assert.match(JSON.stringify(sent), /Send the deck/)
    assert.ok({ slack: 'blocks', teams: 'attachments', mattermost: 'attachments', generic: 'sections' }[kind] in sent)
    const expected = { slack: 200, teams: 202, mattermost: 200, generic: 204 }[kind]
    assert.deepEqual(
      (await log(hook)).map(({ status, last_status_code, recap_title }) => [status, last_status_code, recap_title]),
      [['delivered', expected, 'Weekly 5 Jan']],
    )
  }
  assert.equal((await deliverTo(null)).body.channel.deliver_to, null)
  await publish()
  assert.deepEqual(received(), [])
  const audit = world.db.selectFrom('audit_log').select('details').where('action', '=', 'channel.deliver_to')
  const rows = await audit.execute()
  assert.equal(rows.length, 5)
  assert.doesNotMatch(JSON.stringify(rows), /hush/)
})

test('only members set and see it; its webhook is changed nowhere else', async () => {
  const hook = await chat('slack')
  assert.equal((await shown()).kind, 'slack')
  await world.db.deleteFrom('channel_members').where('user_id', '=', 'u_ada').execute()
  assert.equal((await deliverTo(null, keys.adaRegular)).status, 403)
  assert.equal(await shown(), undefined)
  assert.equal((await world.get(`/api/v1/webhook/${hook}`, keys.adaRegular)).status, 404)
  assert.equal((await world.get(`/api/v1/webhook/${hook}/deliveries`, keys.adaRegular)).status, 404)
  assert.equal((await world.patch(`/api/v1/webhook/${hook}`, keys.bo, { status: 'inactive' })).status, 403)
  assert.equal((await world.post(`/api/v1/webhook/${hook}/rotate_secret`, keys.bo)).status, 403)
  assert.equal((await world.delete(`/api/v1/webhook/${hook}`, keys.bo)).status, 403)
  assert.doesNotMatch((await world.get('/api/v1/webhooks', keys.ada)).text, new RegExp(hook))
})

test('an address that no webhook may have is a 400', async () => {
  const start = address('/')
  const longest = start + 'x'.repeat(2_048 - start.length)
  assert.equal((await deliverTo({ kind: 'slack', url: longest })).status, 200)
  const inside = await deliverTo({ kind: 'slack', url: 'https://10.0.0.1/x' })
  assert.deepEqual([inside.status, inside.body.message], [400, 'Chat URL cannot point to private IP address'])
  for (const url of ['ftp://hooks.test/x', 'no address', `${longest}x`, '']) {
    assert.equal((await deliverTo({ kind: 'slack', url })).status, 400, url)
  }
  assert.equal((await deliverTo({ kind: 'irc', url: address() })).status, 400)
})

test('a chat with too much to do says when it takes the next message', async () => {
  for (const form of ['seconds', 'date']) {
    const date = world.base.clock()
    const later = new Date(date.getTime() + 120_000)
    const after = form === 'seconds' ? '120' : later.toUTCString()
    await chat('slack')
    answer = { status: 429, headers: { 'retry-after': after, date: date.toUTCString() }, body: 'rate_limited' }
    await publish()
    assert.equal(received().length, 1)
    answer = null
    world.advance({ seconds: 118 })
    await world.settle()
    assert.equal(received().length, 0)
    world.advance({ seconds: 2 })
    await world.settle()
    assert.equal(received().length, 1)
    await deliverTo(null)
  }
})

test('a webhook that was removed there is off, members see why, and a new address gets what waited', async () => {
  for (const kind of kinds) {
    for (const removed of chatServers[kind].removed) {
      const hook = await chat(kind)
      answer = removed
      await publish()
      assert.equal(received().length, 1)
      assert.equal((await shown()).status, 'failed', `${kind} ${removed.body}`)
      const [delivery] = await log(hook)
      const whole = await world.get(`/api/v1/webhook/${hook}/delivery/${delivery!.id}`, keys.adaRegular)
      assert.equal(whole.body.delivery.attempt_log[0].response_body, removed.body)
      world.advance({ days: 1 })
      await world.settle()
      assert.deepEqual(received(), [])
      answer = null
      await chat(kind, '/services/new')
      await world.settle()
      await world.settle()
      assert.deepEqual(
        received().map(([path]) => path),
        ['/services/new'],
      )
      await deliverTo(null)
    }
  }
})

test('the answer of the address before does not count for the new one', async () => {
  await chat('slack')
  outside.receiver.answering = async ({ path }, response) => {
    if (path === secretPath) {
      world.advance({ seconds: 1 })
      assert.equal((await deliverTo({ kind: 'slack', url: address('/services/new') })).status, 200)
    }
    response.writeHead(path === secretPath ? 410 : 200).end('ok')
  }
  await publish()
  assert.equal((await shown()).status, 'active')
  world.advance({ seconds: 5 })
  await world.settle()
  assert.deepEqual(
    received().map(([path]) => path),
    [secretPath, '/services/new'],
  )
})

test('other failures are tried again', async () => {
  const failures: [ChatKind, number, string][] = [
    ['slack', 400, 'invalid_payload'],
    ['slack', 403, 'action_prohibited'],
    ['slack', 500, 'rollup_error'],
    ['teams', 429, ''],
    ['mattermost', 400, '{"id":"web.incoming_webhook.parse.app_error"}'],
    ['generic', 404, ''],
  ]
  for (const [kind, status, body] of failures) {
    await chat(kind)
    answer = { status, body }
    await publish()
    assert.equal((await shown()).status, 'active', body)
    answer = null
    world.advance({ seconds: 5 })
    await world.settle()
    assert.equal(received().length, 2)
    await deliverTo(null)
  }
})

test('who set it must be a member: after they left, nothing is sent', async () => {
  await chat('slack')
  await world.db.deleteFrom('channel_members').where('user_id', '=', 'u_bo').execute()
  await publish()
  assert.deepEqual(received(), [])
  assert.equal((await shown()).status, 'stopped')
  await world.db.updateTable('users').set({ active: false }).where('id', '=', 'u_bo').execute()
  assert.equal((await deliverTo({ kind: 'slack', url: address('/services/new') }, keys.adaRegular)).status, 200)
  assert.equal((await shown()).status, 'active')
})

test('what is not published there any more is neither sent nor shown', async () => {
  const hook = await chat('slack')
  answer = { status: 503, body: '' }
  await publish()
  assert.equal((await log(hook))[0]!.status, 'pending')
  await world.delete('/api/v1/recording/r_1/publish/ch_eng', keys.adaRegular)
  answer = null
  received()
  world.advance({ days: 1 })
  await world.settle()
  assert.deepEqual(received(), [])
  const { id, status } = (await log(hook))[0]!
  assert.equal(status, 'cancelled')
  assert.equal((await world.get(`/api/v1/webhook/${hook}/delivery/${id}`, keys.bo)).body.delivery.payload, null)
  assert.equal((await world.post(`/api/v1/webhook/${hook}/delivery/${id}/resend`, keys.bo)).status, 400)
})

test('a note alone, and a recap of another channel, are not sent', async () => {
  await chat('slack')
  await world.post('/api/v1/note/n_1/publish', keys.adaRegular, { channel_id: 'ch_eng' })
  const other = await world.post('/api/v1/channel', keys.adaRegular, { title: 'Other', private: true })
  await world.post('/api/v1/recording/r_1/publish', keys.adaRegular, { channel_id: other.body.channel.id })
  await world.settle()
  assert.deepEqual(received(), [])
})

test('where webhooks are off none is set, and none is sent', async () => {
  await chat('slack')
  const turn = (webhooks: 'enabled' | 'switched_off' | 'not_enabled') =>
    world.db.updateTable('workspaces').set({ webhooks }).where('id', '=', 'ws_acme').execute()
  await turn('switched_off')
  assert.equal((await deliverTo({ kind: 'slack', url: address() })).status, 502)
  assert.equal((await shown()).status, 'stopped')
  await publish()
  assert.deepEqual(received(), [])
  await turn('not_enabled')
  assert.equal((await deliverTo({ kind: 'slack', url: address() })).status, 503)
  assert.equal((await deliverTo(null)).status, 200)
})

test('the chat ends when the person who set it is erased', async () => {
  await chat('slack')
  await publish()
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await world.settle()
  assert.equal(await shown(), null)
})

test('after a change of SECRET_KEY the address is sealed again', async () => {
  const id = await chat('slack')
  const { base, db } = world
  const before = base.secretKey
  const anew = { current: Buffer.alloc(32, 7), old: [before.current] }
  await db.transaction().execute((tx) => sealedSecrets.reseal(tx, anew, [{ workspace_id: 'ws_acme', id }]))
  base.secretKey = { ...anew, old: [] }
  await publish()
  base.secretKey = before
  assert.equal(received()[0]?.[0], secretPath)
})

test('a workspace that keeps no transcripts sends the notes', async () => {
  await world.db.updateTable('workspaces').set({ retention: 'zero_day' }).where('id', '=', 'ws_acme').execute()
  await chat('slack')
  await publish()
  assert.equal(received().length, 1)
})

test('a person’s export has where the chat is, and not its address', async () => {
  await chat('slack')
  const exported = await world.get('/api/v1/user/u_bo/export', keys.ada)
  assert.equal(exported.status, 200)
  assert.match(exported.text, /"scope":"channel"/)
  assert.doesNotMatch(exported.text, /hush/)
})

test('a deleted channel has no webhook any more', async () => {
  const hook = await chat('slack')
  assert.equal((await world.delete(channel, keys.bo)).status, 200)
  assert.deepEqual(await world.db.selectFrom('webhooks').select('id').where('id', '=', hook).execute(), [])
})

test('a test shows whether messages arrive', async () => {
  for (const kind of kinds) {
    const hook = await chat(kind)
    const test = (event_type: string) => world.post(`/api/v1/webhook/${hook}/test`, keys.adaRegular, { event_type })
    assert.equal((await test('ai_note.shared_to_channel')).status, 202)
    assert.equal((await test('ai_note.generated')).status, 400)
    await world.settle()
    const [[, sent]] = received() as [[string, object]]
    assert.match(JSON.stringify(sent), /A test by Minutebook/)
    assert.match(JSON.stringify(sent), /https:\/\/minutebook\.test\//)
    assert.equal('test' in sent, kind === 'generic')
  }
})

test('what the channel may not read any more is neither sent nor shown, also to new members', async () => {
  const ends = {
    'its maker attends no more': () => world.db.deleteFrom('event_attendees').execute(),
    'an import takes it back': () =>
      world.load(
        ...JSON.parse(
          JSON.stringify(acme()).replaceAll('"published_to":[{"channel":"ch_eng","by":"u_ada"}]', '"published_to":[]'),
        ),
      ),
  }
  for (const [how, end] of Object.entries(ends)) {
    await world.empty()
    await world.load(...acme())
    kind = 'slack'
    const made = await deliverTo({ kind, url: address() }, keys.adaRegular)
    const hook = `/api/v1/webhook/${made.body.channel.deliver_to.webhook_id}`
    answer = { status: 503, body: 'You said: Send the deck' }
    await publish()
    await end()
    answer = null
    received()
    const [{ id, recap_title }] = (await world.get(`${hook}/deliveries`, keys.bo)).body.deliveries.data
    const { delivery } = (await world.get(`${hook}/delivery/${id}`, keys.bo)).body
    assert.deepEqual([delivery.payload, delivery.attempt_log[0].response_body], [null, null], how)
    assert.deepEqual([recap_title, delivery.recap_title], [null, null], how)
    assert.equal((await world.post(`${hook}/delivery/${id}/resend`, keys.bo)).status, 400, how)
    world.advance({ days: 1 })
    await world.settle()
    assert.equal((await world.get(`${hook}/delivery/${id}`, keys.bo)).body.delivery.status, 'cancelled', how)
    await world.db.updateTable('messages').set({ status: 'failed' }).execute()
    const again = await world.post(`${hook}/recover`, keys.bo, { since: '2020-01-01' })
    assert.deepEqual([again.status, again.body], [202, { recovered: 0 }], how)
    assert.deepEqual(received(), [], how)
  }
})

test('a key needs the scope webhooks to say where recaps go', async () => {
  const scopes = (...scopes: ('read' | 'write' | 'webhooks')[]) =>
    world.db.updateTable('api_keys').set({ scopes }).where('id', '=', 'k_bo').execute()
  await scopes('read', 'write')
  for (const to of [{ kind: 'slack', url: address() }, null]) assert.equal((await deliverTo(to)).status, 403)
  assert.equal((await world.patch(channel, keys.bo, { title: 'Builders' })).status, 200)
  await scopes('read', 'write', 'webhooks')
  assert.equal((await deliverTo({ kind: 'slack', url: address() })).status, 200)
})

test('the log hides the address, however the chat repeats it', async () => {
  const path = '/services/T0AB12CD3/h%C3%BCsh-hush-hush?sig=secretsecretsecret&sv=1.0'
  const hook = await chat('generic', path)
  answer = {
    status: 404,
    body: `Cannot POST ${path}, ${path.replace('&', '&amp;')}, ${decodeURIComponent(path)}; T0AB12CD3, h\u00fcsh-hush-hush, secretsecretsecret; services`,
  }
  await publish()
  const [delivery] = await log(hook)
  const whole = await world.get(`/api/v1/webhook/${hook}/delivery/${delivery!.id}`, keys.adaRegular)
  const hidden = 'Cannot POST [hidden], [hidden], [hidden]; [hidden], [hidden], [hidden]; services'
  assert.equal(whole.body.delivery.attempt_log[0].response_body, hidden)
})

test('what was published while it failed or was stopped goes to the new address', async () => {
  await chat('slack')
  answer = { status: 404, body: 'no_service' }
  await publish()
  await publish()
  assert.equal((await shown()).status, 'failed')
  received()
  answer = null
  await chat('slack', '/services/second')
  await world.settle()
  await world.db.deleteFrom('channel_members').where('user_id', '=', 'u_bo').execute()
  await publish()
  assert.equal((await shown()).status, 'stopped')
  assert.equal((await deliverTo({ kind, url: address('/services/third') }, keys.adaRegular)).status, 200)
  await world.settle()
  assert.deepEqual(
    received().map(([path]) => path),
    ['/services/second', '/services/third'],
  )
})

test('of two addresses of one service, each answer counts for its own', async () => {
  const hook = await chat('slack', '/services/old')
  const secret = async () =>
    (await world.db.selectFrom('webhooks').select('secret').where('id', '=', hook).executeTakeFirstOrThrow()).secret
  const sent = (secret: Buffer, statusCode: number): Outcome => {
    const message = {
      ...{ workspace_id: 'ws_acme', id: 'msg_1', webhook_id: hook, claim: '', attempts: 0, failures: 0 },
    }
    const at = world.base.clock()
    const url = new URL(address()).origin
    const result = { statusCode, error: null, responseBody: '', retryAfter: null, sentAt: at, endedAt: at }
    return { message: { ...message, manual: false, url, chat: 'slack', secret }, ...result }
  }
  const old = await secret()
  await chat('slack', '/services/new')
  const now = await secret()
  const settle = (...outcomes: Outcome[]) =>
    world.db
      .transaction()
      .execute((tx) =>
        settleWebhooks(tx, outcomes, { disableAfterSeconds: 432_000, failingAfterSeconds: 60 } as RetryPolicy),
      )
  await settle(sent(now, 200), sent(old, 410))
  assert.equal((await shown()).status, 'active')
  await settle(sent(old, 200), sent(now, 410))
  assert.equal((await shown()).status, 'failed')
})

test('a recap that was published before its notes comes with them, to the chat alone', async () => {
  await world.load(...acmeWithWebhooks())
  await chat('slack')
  const announced = () =>
    world.db
      .selectFrom('messages')
      .select('webhook_id')
      .where('recording_id', '=', 'r_2')
      .where('event_type', '=', 'ai_note.shared_to_channel')
      .execute()
  const published = { channel_id: 'ch_eng' }
  assert.equal((await world.post('/api/v1/recording/r_2/publish', keys.adaRegular, published)).status, 200)
  await world.settle()
  assert.deepEqual(received(), [])
  const before = await announced()
  assert.ok(before.length > 0)
  const ai_notes = sql<null>`(select ai_notes from recordings where id = 'r_1')`
  await world.db.updateTable('recordings').set({ ai_notes }).where('id', '=', 'r_2').execute()
  const options = { now: world.base.clock(), publicUrl: 'https://minutebook.test' }
  await world.db
    .transaction()
    .execute((tx) => announceFirstNotes(tx, options, { workspace_id: 'ws_acme', recording_id: 'r_2' }))
  await world.settle()
  const sent = received()
  assert.equal(sent.length, 1)
  assert.match(JSON.stringify(sent), /Second part.*Send the deck/)
  assert.equal((await announced()).length, before.length + 1)
})

test('each chat has a lane of its own, which stays', async () => {
  const hook = await chat('slack')
  await publish()
  await forgetLanes(world.db)
  const lanes = await world.db.selectFrom('delivery_lanes').select('lane').execute()
  assert.deepEqual(lanes, [{ lane: `webhook ${hook}` }])
})

test('an erasure finds a name that Markdown of Mattermost escapes', async () => {
  await world.db.updateTable('users').set({ full_name: 'Jean-Luc Picard' }).where('id', '=', 'u_bo').execute()
  kind = 'mattermost'
  await deliverTo({ kind, url: address() }, keys.adaRegular)
  const told = markdownLine([{ text: 'Send the deck (Jean-Luc Picard) to nobody' }])
  assert.match(told, /Jean\\-Luc/)
  await publish()
  const body = Buffer.from(JSON.stringify({ attachments: [{ text: told }] }))
  await world.db.updateTable('messages').set({ body, note_id: null, recording_id: null }).execute()
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await world.settle()
  assert.deepEqual(await world.db.selectFrom('messages').select('body').execute(), [{ body: null }])
})

/** What a session leaves behind and counts for: media links, open connections, webhooks, rates, worlds (decision 41). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { buildApi } from '../server/app/api.ts'
import { maxPerKey } from '../server/webhooks/stream/subscriptions.ts'
import { acme, acmeWithWebhooks, keys } from './support/acme.ts'
import { type Browser, openBrowser, signedIn } from './support/browser.ts'
import { failureBody } from './support/failure-body.ts'
import { addMedia, openMediaFolder } from './support/stored-media.ts'
import { openWebhookWorld } from './support/webhook-world.ts'
import { openWorld, type World } from './support/world.ts'
import { openTestDatabase } from './support/world-database.ts'

let files: Awaited<ReturnType<typeof openMediaFolder>>
let world: World
before(async () => {
  files = await openMediaFolder()
  world = await openWorld(files.settings)
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  await addMedia(world)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await files[Symbol.asyncDispose]()
})

const inHeaders = ({ cookies }: Browser) => ({ cookie: [...cookies].map((pair) => pair.join('=')).join() })

/** @returns the address of the media of `r_1`, without its origin */
async function linkIn(browser: Browser, more = {}): Promise<string> {
  const { body } = await browser.get('/api/v1/recording/r_1', more)
  const { pathname, search } = new URL(body.recording.media_url)
  return pathname + search
}
const status = async (link: string) => (await world.get(link)).status

test('16: the link of a session is valid while its person is active and sees the recording, signed in or not', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const link = await linkIn(bo)
  assert.equal(new URLSearchParams(link.split('?')[1]).get('session_id'), bo.session.id)
  assert(!link.includes('key_id'))
  assert.equal(await status(link), 200)
  await bo.delete('/api/v1/session')
  assert.equal(await status(link), 200)
  await world.db.deleteFrom('event_attendees').where('email_folded', '=', 'bo@acme.test').execute()
  await world.db.deleteFrom('channel_members').where('user_id', '=', 'u_bo').execute()
  assert.equal(await status(link), 403)
  await world.load(...acme())
  assert.equal(await status(link), 200)
  await world.db.updateTable('users').set({ active: false }).where('id', '=', 'u_bo').execute()
  assert.equal(await status(link), 403)
})

test('16: a session link with any change to its fields is refused', async () => {
  const bo = await signedIn(world, 'bo@acme.test')
  const link = await linkIn(bo)
  for (const [from, to] of [
    [bo.session.id, 'ses_other'],
    ['session_id', 'key_id'],
    ['u_bo', 'u_ada'],
    [`&session_id=${bo.session.id}`, ''],
    [`&session_id=${bo.session.id}`, '&key_id=k_bo'],
  ] as const) {
    assert.notEqual(link.replace(from, to), link)
    assert.equal(await status(link.replace(from, to)), 403, to)
  }
})

test('43: a link to what only an elevated session sees works until the elevation ends', async () => {
  // Nobody is invited any more: only super admins see the recording.
  await world.db.deleteFrom('event_attendees').execute()
  await world.db.deleteFrom('publications').execute()
  const ada = await signedIn(world, 'ada@acme.test')
  assert.equal((await ada.get('/api/v1/recording/r_1')).status, 404)
  await ada.post('/api/v1/session/elevate')
  const link = await linkIn(ada)
  assert.equal(await status(link), 200)
  world.advance({ minutes: 30 })
  assert.equal(await status(link), 403)
  await ada.post('/api/v1/session/elevate')
  assert.equal(await status(link), 200)
  await ada.delete('/api/v1/session/elevate')
  assert.equal(await status(link), 403)
})

test('43: a link that is created while acting for a person shows what that person sees', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  await ada.post('/api/v1/session/elevate')
  const link = await linkIn(ada, { headers: { 'x-on-behalf-of': 'u_bo' } })
  assert.equal(await status(link), 200)
  await world.db.deleteFrom('event_attendees').where('email_folded', '=', 'bo@acme.test').execute()
  await world.db.deleteFrom('channel_members').where('user_id', '=', 'u_bo').execute()
  assert.equal(await status(link), 403)
})

test('16: the link of a session that a key made ends with the key', async () => {
  const bo = openBrowser(world)
  await bo.signIn({ api_key: keys.bo })
  const link = await linkIn(bo)
  assert(link.includes('key_id=k_bo'))
  await bo.delete('/api/v1/session')
  assert.equal(await status(link), 200)
  await world.patch('/api/v1/api_key/k_bo', keys.boMarked, { active: false })
  assert.equal(await status(link), 403)
})

test('40: a session receives its person’s events, and none once it has ended', async () => {
  await using listening = await openWorld({}, { anew: true })
  await listening.load(...acme())
  const origin = await listening.api.api.listen({ port: 0, host: '127.0.0.1' })
  const listen = (browser: Browser) => fetch(`${origin}/api/v1/events`, { headers: inHeaders(browser) })
  const ends = [
    (bo: Browser) => bo.delete('/api/v1/session'),
    () => listening.patch('/api/v1/user/u_bo', keys.ada, { active: false }),
  ]
  for (const end of ends) {
    const bo = await signedIn(listening, 'bo@acme.test')
    const answer = await listen(bo)
    assert.equal(answer.status, 200)
    await end(bo)
    // It ends by itself, within seconds.
    for await (const _ of answer.body!);
    assert.equal((await listen(bo)).status, 401)
  }
})

test('40: a session has 20 concurrent streams, separate from others', async () => {
  await using listening = await openWorld({}, { anew: true })
  await listening.load(...acme())
  const origin = await listening.api.api.listen({ port: 0, host: '127.0.0.1' })
  const [bo, other] = [await signedIn(listening, 'bo@acme.test'), await signedIn(listening, 'bo@acme.test')]
  const ending = new AbortController()
  // An answer that nothing refers to is ended by the garbage collector.
  const answers: Response[] = []
  const listen = async (browser: Browser) => {
    const answer = await fetch(`${origin}/api/v1/events`, { headers: inHeaders(browser), signal: ending.signal })
    answers.push(answer)
    return answer
  }
  for (let times = 0; times < maxPerKey; times++) assert.equal((await listen(bo)).status, 200)
  const refused = await listen(bo)
  assert.deepEqual(
    [refused.status, await refused.json()],
    [
      429,
      failureBody(`This session listens ${maxPerKey} times already; end one of its connections first`, {
        code: 'rate_limited',
      }),
    ],
  )
  assert.equal((await listen(other)).status, 200)
  ending.abort()
})

test('13: each session has its own rate; a session of a key has the rate of the key', async () => {
  await using limited = await openWorld({ API_RATE_PER_DAY: '3' })
  await limited.load(...acme())
  const [one, other] = [await signedIn(limited, 'bo@acme.test'), await signedIn(limited, 'bo@acme.test')]
  const left = async ({ get }: Pick<Browser, 'get'>) => {
    const { status, headers } = await get('/api/v1/me')
    return status === 200 ? Number(headers['ratelimit-remaining']) : status
  }
  assert.deepEqual([await left(one), await left(one), await left(one), await left(one)], [2, 1, 0, 429])
  assert.equal(await left(other), 2)
  const ofKey = openBrowser(limited)
  await ofKey.signIn({ api_key: keys.adaRegular })
  assert.equal(await left(ofKey), 1)
  assert.equal(await left({ get: (path) => limited.get(path, keys.adaRegular) }), 0)
  assert.deepEqual([await left(ofKey), await left(one)], [429, 429])
})

test('13: a sign-in with a key is a request of the key', async () => {
  await using limited = await openWorld({ API_RATE_PER_SECOND: '2' })
  await limited.load(...acme())
  const signIn = async (api_key: string) => (await openBrowser(limited).post('/api/v1/session', { api_key })).status
  const inTurn: number[] = []
  for (let times = 0; times < 4; times++) inTurn.push(await signIn(keys.bo))
  assert.deepEqual(inTurn, [201, 201, 429, 429])
  assert.equal(await signIn(keys.adaRegular), 201)
  const { rows } = await sql`select from sessions where key_id = 'k_bo'`.execute(limited.db)
  assert.equal(rows.length, 2)
  limited.advance({ seconds: 1 })
  assert.equal(await signIn(keys.bo), 201)
})

test('13: the daily count of a session is shared by all processes', async () => {
  await using limited = await openWorld({ API_RATE_PER_DAY: '10' })
  await limited.load(...acme())
  const bo = await signedIn(limited, 'bo@acme.test')
  for (let request = 0; request < 6; request++) assert.equal((await bo.get('/api/v1/me')).status, 200)
  await limited.api.flush()
  const rows = await limited.db.selectFrom('session_use').select(['session_id', 'used']).execute()
  assert.deepEqual(rows, [{ session_id: bo.session.id, used: 6 }])
  const other = await buildApi(limited.base)
  const ask = () => other.api.inject({ url: '/api/v1/me', headers: inHeaders(bo) })
  await ask()
  await other.flush()
  assert.equal((await ask()).headers['ratelimit-remaining'], '2')
  await other.close()
  await bo.delete('/api/v1/session')
  assert.equal((await limited.db.selectFrom('session_use').selectAll().execute()).length, 0)
})

test('13: a request that is refused for its origin does not use the rate', async () => {
  await using limited = await openWorld({ API_RATE_PER_DAY: '2' })
  await limited.load(...acme())
  const bo = await signedIn(limited, 'bo@acme.test')
  const headers = { 'sec-fetch-site': 'cross-site' }
  for (let times = 0; times < 5; times++) {
    assert.equal((await bo.post('/api/v1/notes', {}, { headers })).status, 403)
  }
  assert.equal((await bo.post('/api/v1/notes', {})).status, 200)
})

test('3.3: a workspace webhook of an elevated session belongs to its person, that of a key’s session to the key', async () => {
  await using hooks = await openWebhookWorld()
  await hooks.reset()
  const wanted = { url: hooks.receiver.url('/all'), enabled_events: ['ai_note.generated'], scope: 'workspace' }
  const ada = await signedIn(hooks.world, 'ada@acme.test')
  const refused = await ada.post('/api/v1/webhook', wanted)
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'Creating a workspace webhook requires super admin privileges'],
  )
  await ada.post('/api/v1/session/elevate')
  const { status, body } = await ada.post('/api/v1/webhook', wanted)
  assert.equal(status, 200)
  const made = await hooks.stored(body.webhook.id)
  assert.deepEqual([made.api_key_id, made.user_id], [null, 'u_ada'])
  assert.equal((await hooks.patch(made.id, { description: 'changed by a key' })).status, 200)
  const ofKey = openBrowser(hooks.world)
  await ofKey.signIn({ api_key: keys.ada })
  await ofKey.post('/api/v1/session/elevate')
  const second = await ofKey.post('/api/v1/webhook', wanted)
  assert.equal((await hooks.stored(second.body.webhook.id)).api_key_id, 'k_ada')
  const own = await ada.post('/api/v1/webhook', { ...wanted, scope: 'user' })
  assert.deepEqual([own.status, (await hooks.stored(own.body.webhook.id)).api_key_id], [200, null])
})

test('20: the actions of a session move with the world, without a key; sessions are not moved', async () => {
  await using from = await openTestDatabase()
  await using to = await openTestDatabase()
  await from.load({ version: 1, workspaces: acmeWithWebhooks() })
  const row = { workspace_id: 'ws_acme', id: 'au_1', at: new Date('2026-01-09T00:00:00Z'), action: 'session.elevate' }
  const request = { method: 'POST', path: '/api/v1/session/elevate', address: '127.0.0.1', request_id: 'req_1' }
  await from.db
    .insertInto('audit_log')
    .values({ ...row, ...request, user_id: 'u_ada', details: '{}' })
    .execute()
  const text = await from.print('acme', true)
  await to.load(text)
  const moved = await to.db.selectFrom('audit_log').select(['action', 'key_id', 'user_id']).execute()
  assert.deepEqual(moved, [{ action: 'session.elevate', key_id: null, user_id: 'u_ada' }])
  assert(!/token_hash|sessions/.test(text))
})

test('the use of a key’s session is a use of the key', async () => {
  const bo = openBrowser(world)
  await bo.signIn({ api_key: keys.bo })
  await bo.get('/api/v1/me')
  await world.api.flush()
  const { data } = (await world.get('/api/v1/api_keys', keys.boMarked)).body
  assert.notEqual(data.find(({ id }: { id: string }) => id === 'k_bo').last_used_at, null)
})

test('a session can still read while its last use cannot be written', async () => {
  await using stuck = await openWorld({ LOG_LEVEL: 'warn' })
  await stuck.load(...acme())
  const bo = await signedIn(stuck, 'bo@acme.test')
  stuck.advance({ minutes: 2 })
  await sql`alter table sessions add constraint stuck check (last_used_at < '2000-01-01') not valid`.execute(stuck.db)
  assert.equal(await bo.who(), 'u_bo')
  assert(stuck.logged.some((line) => line.includes('The use of a session could not be noted')))
})

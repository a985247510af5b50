/** Ways in: which there are, links by hand and by mail (decision 42). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from './support/acme.ts'
import { openBrowser, signedIn, tokenFor } from './support/browser.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { statementsOf } from './support/statements.ts'
import { somebodyWaits } from './support/waiting.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let server: MailServer
let world: World
before(async () => {
  server = await openMailServer()
  world = await openWorld(server.settings)
})
beforeEach(async () => {
  await world.empty()
  await sql`delete from pgboss.job`.execute(world.db)
  await world.load(...acme())
  server.mails.length = 0
  server.state.refuses = false
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const result = ({ status, body }: Answer) => (status < 300 ? status : [status, body.message])
const ask = (email: string, host?: string, to = world) =>
  to.post('/api/v1/session/email', undefined, { email }, host ? { host } : {})
const tokensIn = (text: string) =>
  [...text.matchAll(/^(\S+)\/sign-in#token=([\w-]{43})$/gm)].map(([, at, token]) => [at, token])
const link = (user: string, key: string, more = {}) =>
  world.post(`/api/v1/user/${user}/sign_in_link`, key, undefined, more)

test('42: the list of sign-in methods needs no key', async () => {
  const methods = async (to: World, host?: string) =>
    (await to.get('/api/v1/sign_in', undefined, host ? { host } : {})).body
  assert.deepEqual(await methods(world), { methods: { oidc: null, email: true, api_key: true, passkey: true } })
  assert.equal((await world.get('/api/v1/sign_in', undefined, { host: 'none.localhost' })).status, 404)
  await using bare = await openWorld()
  assert.deepEqual(await methods(bare), { methods: { oidc: null, email: false, api_key: true, passkey: true } })
  assert.deepEqual(result(await ask('bo@acme.test', undefined, bare)), [422, 'E-mail is not set up here'])
  const oidc = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' }
  await using single = await openWorld({ ...oidc, ...server.settings, OIDC_NAME: 'Acme SSO', OIDC_ONLY: 'true' })
  assert.deepEqual(await methods(single), {
    methods: { oidc: { name: 'Acme SSO' }, email: false, api_key: false, passkey: false },
  })
})

test('42: an invitation works for up to seven days; super admins see it, and who was seen when', async () => {
  const listed = async (key = keys.ada) =>
    (await world.get('/api/v1/users', key)).body.data.find(({ id }: { id: string }) => id === 'u_bo')
  const invite = (valid_seconds: unknown) =>
    world.post('/api/v1/user/u_bo/sign_in_link', keys.ada, { valid_seconds } as object)
  for (const wrong of [899, 604_801, 900.5]) assert.equal((await invite(wrong)).status, 400, String(wrong))
  for (const seconds of [900, 604_800]) {
    const { body } = await invite(seconds)
    assert.equal(Date.parse(body.expires_at) - world.base.clock().getTime(), seconds * 1_000)
  }
  const { url, expires_at } = (await invite(604_800)).body
  assert.equal((await listed()).invited_until, expires_at)
  assert(!('invited_until' in (await listed(keys.bo))) && !('last_seen_at' in (await listed(keys.bo))))
  world.advance({ days: 6, hours: 23 })
  const browser = openBrowser(world)
  await browser.signIn({ token: tokensIn(url)[0]![1]! })
  const at = world.base.clock().toISOString()
  assert.equal((await listed()).last_seen_at, at)
  assert.equal((await browser.delete('/api/v1/session')).status, 204)
  assert.equal((await listed()).last_seen_at, at, 'also after the session has ended')
})

test('42: a super admin creates a link that works once; it is in the audit log', async () => {
  const { status, body } = await link('u_bo', keys.ada)
  assert.equal(status, 201)
  const [[origin, token]] = tokensIn(body.url) as [[string, string]]
  assert.equal(origin, 'https://minutebook.test')
  assert.equal(Date.parse(body.expires_at) - world.base.clock().getTime(), 900_000)
  assert.equal((await openBrowser(world).signIn({ token })).user.id, 'u_bo')
  assert.equal((await openBrowser(world).post('/api/v1/session', { token })).status, 401)
  const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
  const row = data.find(({ action }: { action: string }) => action === 'sign_in_link.create')
  assert.deepEqual(
    [row.action, row.key_id, row.user_id, row.status, row.details],
    ['sign_in_link.create', 'k_ada', 'u_ada', 201, { user_id: 'u_bo' }],
  )
  const rows = await world.db.selectFrom('audit_log').selectAll().execute()
  assert(!JSON.stringify(rows).includes(token))
})

test('42: nobody else creates a link, and there is none for an unknown or inactive person', async () => {
  const needs = [403, 'This operation requires super admin privileges']
  for (const key of [keys.bo, keys.boMarked, keys.adaRegular]) assert.deepEqual(result(await link('u_bo', key)), needs)
  assert.deepEqual(result(await link('u_ada', keys.ada, { headers: { 'x-on-behalf-of': 'u_bo' } })), needs)
  const ada = await signedIn(world, 'ada@acme.test')
  assert.deepEqual(result(await ada.post('/api/v1/user/u_bo/sign_in_link')), needs)
  await ada.post('/api/v1/session/elevate')
  assert.equal(result(await ada.post('/api/v1/user/u_bo/sign_in_link')), 201)
  for (const user of ['u_none', 'u_zoe', 'u_cy', '%00']) {
    assert.deepEqual(result(await link(user, keys.ada)), [404, 'User not found'], user)
  }
})

test('42: no key creates a link with more rights than the key has', async () => {
  const make = async (more: object) => {
    const { body } = await world.post('/api/v1/api_key', keys.ada, { name: 'narrow', super_admin: true, ...more })
    return link('u_bo', body.secret)
  }
  assert.deepEqual(result(await make({ scopes: ['admin', 'read', 'write'] })), [
    403,
    'This key lacks the scope: webhooks',
  ])
  assert.deepEqual(result(await make({ scopes: ['read', 'write', 'webhooks', 'admin'] })), 201)
  const expires = { expires_at: new Date(world.base.clock().getTime() + 60_000).toISOString() }
  const outlasts = [403, 'This key expires; the session that a link makes would outlast it']
  assert.deepEqual(result(await make(expires)), outlasts)
})

test('42: a mail with a link goes to the address of the account', async () => {
  const answer = await ask('BO@ACME.test', 'acme.localhost')
  assert.deepEqual([answer.status, answer.body], [202, {}])
  assert.equal(server.mails.length, 0, 'a job sends it')
  await world.settle()
  const [mail, ...more] = server.mails
  assert.deepEqual([mail?.from, mail?.to, more], ['minutebook@example.com', ['Bo@acme.test'], []])
  const [[origin, token]] = tokensIn(mail!.text) as [[string, string]]
  assert.equal(origin, 'https://minutebook.test', 'never where a Host header says')
  assert.match(mail!.text, /^Subject: Sign in to Minutebook$/m)
  assert.equal((await openBrowser(world).signIn({ token })).user.id, 'u_bo')
})

test('42: if the host names no workspace, one mail has a link to each', async () => {
  await world.load({
    subdomain: 'third',
    name: 'Third',
    users: [{ id: 'u_3', email: 'ada@ACME.test', full_name: 'A' }],
  })
  await ask('ada@acme.test')
  await world.settle()
  assert.equal(server.mails.length, 1)
  const { text } = server.mails[0]!
  assert.match(text, /acme\n\S+\n\nthird\n\S+\n\nEach link works once/)
  const people = []
  for (const [, token] of tokensIn(text)) people.push((await openBrowser(world).signIn({ token: token! })).user.id)
  assert.deepEqual(people, ['u_ada', 'u_3'])
  await ask('ada@acme.test', 'third.localhost')
  await world.settle()
  assert.equal(tokensIn(server.mails[1]!.text).length, 1)
})

test('42: the mail of a person in more than 20 workspaces has links to 20', async () => {
  const users = [{ email: 'many@acme.test', full_name: 'Many' }]
  const spaces = Array.from({ length: 21 }, (_, index) => ({ subdomain: `many-${index}`, name: 'Many', users }))
  await world.load(...spaces.slice(0, 20))
  const links = async () => {
    server.mails.length = 0
    await ask('many@acme.test')
    await world.settle()
    return tokensIn(server.mails[0]!.text).length
  }
  assert.equal(await links(), 20)
  await world.load(spaces[20]!)
  assert.equal(await links(), 20)
})

test('42: an address that only looks the same gets no links of the other', async () => {
  // `K`, the sign of Kelvin, and `k` are one letter without case.
  const users = [{ id: 'u_k', email: 'bo@acme.test'.replace('bo', 'kay'), full_name: 'Kay' }]
  await world.load({ subdomain: 'acme', name: 'Acme', users })
  await world.load({
    subdomain: 'aaa',
    name: 'Aaa',
    users: [{ id: 'u_evil', email: '\u212aay@acme.test', full_name: 'E' }],
  })
  await ask('kay@acme.test')
  await world.settle()
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['kay@acme.test']],
  )
  assert.equal(tokensIn(server.mails[0]!.text).length, 1)
})

test('42: the answer does not reveal who has an account: same answer, same statements, no mail', async () => {
  const counts = []
  for (const email of ['nobody@acme.test', 'bo@acme.test', 'cy@acme.test', 'zoe@zeta.test']) {
    counts.push(
      await statementsOf(world.base, async () => {
        const { status, body } = await ask(email, 'acme.localhost')
        assert.deepEqual([status, body], [202, {}])
      }),
    )
  }
  assert.equal(new Set(counts).size, 1, String(counts))
  await world.settle()
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['Bo@acme.test']],
  )
})

test('42: five mails an hour to one address, whatever its case; the sixth request sends nothing', async () => {
  const begun = world.base.clock().getTime()
  for (let mail = 0; mail < 5; mail++) assert.equal((await ask(mail % 2 ? 'bo@acme.test' : 'Bo@Acme.Test')).status, 202)
  assert.equal((await ask('bo@acme.test')).status, 202)
  await world.settle()
  assert.equal(server.mails.length, 5)
  await ask('ada@acme.test')
  await world.settle()
  assert.equal(server.mails.length, 6, 'others are not counted with it')
  world.advance({ seconds: 3_599.999 - (world.base.clock().getTime() - begun) / 1_000 })
  await ask('bo@acme.test')
  await world.settle()
  assert.equal(server.mails.length, 6)
  world.advance({ seconds: 0.001 })
  await ask('bo@acme.test')
  await world.settle()
  assert.equal(server.mails.length, 7)
})

test('42: 30 requests for mails a minute from one network address', async () => {
  for (let request = 0; request < 30; request++) assert.equal((await ask(`p${request}@acme.test`)).status, 202)
  const refused = await ask('bo@acme.test')
  assert.deepEqual([refused.status, refused.body.code, refused.headers['retry-after']], [429, 'rate_limited', '60'])
  world.advance({ minutes: 1 })
  assert.equal((await ask('bo@acme.test')).status, 202)
})

test('42: an invalid address is a 400, and a page of another origin cannot request a mail', async () => {
  for (const email of ['', 'bo', 'bo@acme.test,eve@elsewhere.test x', 'a b@c', 1]) {
    assert.equal((await world.post('/api/v1/session/email', undefined, { email })).status, 400, String(email))
  }
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await world.post('/api/v1/session/email', undefined, { email: 'bo@acme.test' }, { headers })
  assert.deepEqual(result(answer), [403, 'Cross-site request refused'])
})

test('42: an address with a comma is one recipient', async () => {
  const email = 'bo,eve@elsewhere.test'
  await world.load({ subdomain: 'acme', name: 'Acme', users: [{ id: 'u_comma', email, full_name: 'Comma' }] })
  await ask(email)
  await world.settle()
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['"bo,eve"@elsewhere.test']],
  )
})

test('42: an address that changes while its mail is made gets no link', async () => {
  const { mailJob } = await import('../server/people/sign-in/mail.ts')
  const { mailOptions } = await import('../server/people/mail/send-mail.ts')
  const work = mailJob({ ...world.base, mail: mailOptions(world.config) })
  const job = { email: 'bo@acme.test', workspaceId: null, askedAt: world.base.clock().toISOString() }
  const { sent } = await world.db.transaction().execute(async (tx) => {
    const address = { email: 'bo@new.test', email_folded: 'bo@new.test' }
    await tx.updateTable('users').set(address).where('workspace_id', '=', 'ws_acme').where('id', '=', 'u_bo').execute()
    const sent = work.run(job)
    await Promise.race([sent, somebodyWaits(world.db)])
    return { sent }
  })
  await sent
  assert.deepEqual(server.mails, [])
  assert.deepEqual(await world.db.selectFrom('sign_in_tokens').selectAll().execute(), [])
})

test('42: a mail that the server refuses is tried again, for 15 minutes', async () => {
  const { mailJob } = await import('../server/people/sign-in/mail.ts')
  const { mailOptions } = await import('../server/people/mail/send-mail.ts')
  const work = mailJob({ ...world.base, mail: mailOptions(world.config) })
  const job = { email: 'bo@acme.test', workspaceId: null, askedAt: world.base.clock().toISOString() }
  server.state.refuses = true
  await assert.rejects(work.run(job))
  server.state.refuses = false
  world.advance({ minutes: 15 })
  await work.run(job)
  assert.equal(server.mails.length, 1)
  world.advance({ seconds: 0.001 })
  await work.run(job)
  assert.equal(server.mails.length, 1)
})

test('42: with OIDC_ONLY people have no other sign-in than links of the command line', async () => {
  const oidc = {
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'x',
    OIDC_CLIENT_SECRET: 'y',
    OIDC_NAME: 'Acme SSO',
  }
  await using single = await openWorld({ ...oidc, ...server.settings, OIDC_ONLY: 'true' })
  await single.load(...acme())
  const refused = [403, 'People sign in by Acme SSO here']
  const browser = openBrowser(single)
  assert.deepEqual(result(await browser.post('/api/v1/session', { api_key: keys.bo })), refused)
  assert.deepEqual(result(await ask('bo@acme.test', undefined, single)), refused)
  assert.deepEqual(result(await single.post('/api/v1/user/u_bo/sign_in_link', keys.ada)), refused)
  assert.equal((await single.get('/api/v1/me', keys.bo)).status, 200, 'programs go on')
  const { saveToken } = await import('../server/people/sign-in/tokens.ts')
  for (const made_by of ['mail', 'administrator'] as const) {
    const wanted = { workspace_id: 'ws_acme', user_id: 'u_bo', made_by }
    const { token } = await saveToken(single.db, single.base.clock(), wanted)
    assert.equal((await browser.post('/api/v1/session', { token })).status, 401)
  }
  assert.equal((await browser.signIn({ token: await tokenFor(single, 'bo@acme.test') })).user.id, 'u_bo')
})

/** Passkeys (decision 70): made, listed, used to sign in and for administrator rights, withdrawn; with a device of software. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { onlyPresent, openAuthenticator } from './support/authenticator.ts'
import { type Browser, openBrowser, signedIn, tokenFor } from './support/browser.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

type Device = ReturnType<typeof openAuthenticator>
const host = 'acme.localhost'
const origin = `https://${host}`
const path = '/api/v1/me/passkeys'
const result = ({ status, body }: Answer) => (status < 300 ? status : [status, body.message])
const refused = ({ status, body }: Answer) => [status, body.code, body.message]
const openDevice = () => openAuthenticator(origin)

/** A moment passes, so that rows of the audit log are in order. */
const later = () => world.advance({ seconds: 0.001 })

const optionsFor = async (browser: Browser) => {
  later()
  return (await browser.post(path, {})).body.options
}
async function make(browser: Browser, device: Device, name = 'Laptop') {
  const answer = await browser.post(path, { name, credential: device.create(await optionsFor(browser)) })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.passkey
}
type Listed = { id: string; name: string; host: string; last_used_at: string | null }
const list = async (browser: Browser): Promise<Listed[]> => (await browser.get(path)).body.data
const askSignIn = async (browser: Browser) => {
  later()
  return (await browser.post('/api/v1/session', { passkey: {} })).body.options
}
const signInBy = async (device: Device, odd = {}, browser = openBrowser(world, host)) =>
  browser.post('/api/v1/session', { passkey: device.get(await askSignIn(browser), odd) })
const elevate = (browser: Browser, passkey?: object) => {
  later()
  return browser.post('/api/v1/session/elevate', passkey && { passkey })
}
type Row = [string, number | null, Record<string, unknown>]
const audit = async (action: string): Promise<Row[]> => {
  const rows = await world.db.selectFrom('audit_log').selectAll().orderBy('at').orderBy('id').execute()
  return rows
    .filter((row) => row.action === action)
    .map(({ user_id, status, details }): Row => [user_id!, status, details as Row[2]])
}

test('70: a person makes passkeys, sees them with their last use, signs in by one and withdraws one', async () => {
  const bo = await signedIn(world, 'bo@acme.test', host)
  const device = openDevice()
  const first = await bo.post(path, {})
  assert.equal(first.status, 200)
  const { options } = first.body
  assert.deepEqual(
    [options.rp.id, options.user.name, options.user.displayName, options.attestation],
    [host, 'Bo@acme.test', 'Bo Lindqvist', 'none'],
  )
  assert.equal(options.authenticatorSelection.userVerification, 'required')
  assert(!Buffer.from(options.user.id, 'base64url').toString('latin1').includes('u_bo'))
  const passkey = await make(bo, device)
  const now = passkey.created_at
  assert.deepEqual(passkey, { id: passkey.id, name: 'Laptop', host, created_at: now, last_used_at: null })
  const excluded = (await optionsFor(bo)).excludeCredentials
  assert.equal(excluded.length, 1, 'a device does not make a second one')
  world.advance({ hours: 1 })
  const other = await make(bo, openDevice(), 'Phone')
  const before = device.copy()
  const browser = openBrowser(world, host)
  const answer = await signInBy(device, {}, browser)
  assert.equal(answer.status, 201, answer.text)
  assert.equal(await browser.who(), 'u_bo')
  const used = world.base.clock().toISOString()
  assert.deepEqual(
    (await list(browser)).map(({ name, last_used_at }) => [name, last_used_at]),
    [
      ['Laptop', used],
      ['Phone', null],
    ],
  )
  assert.deepEqual((await browser.delete(`${path}/${passkey.id}`)).body, { passkey_id: passkey.id, deleted: true })
  assert.deepEqual(result(await browser.delete(`${path}/${passkey.id}`)), [404, 'Passkey not found'])
  assert.deepEqual(
    (await list(browser)).map(({ id }) => id),
    [other.id],
  )
  const gone = 'This passkey is not known here; it may have been withdrawn'
  assert.deepEqual(refused(await signInBy(before)), [401, 'passkey_refused', gone])
  assert.deepEqual(await audit('passkey.make'), [
    ['u_bo', 201, { passkey_id: passkey.id, host }],
    ['u_bo', 201, { passkey_id: other.id, host }],
  ])
  assert.deepEqual(await audit('passkey.withdraw'), [['u_bo', 200, { passkey_id: passkey.id, host }]])
  const begun = (await audit('session.begin')).at(-1)
  assert.deepEqual(begun, ['u_bo', 201, { session_id: answer.body.session.id, by: 'passkey', passkey_id: passkey.id }])
})

test('70: the ways in say where browsers have passkeys; elsewhere nobody makes one', async () => {
  const methods = async (at: string, to = world) =>
    (await to.get('/api/v1/sign_in', undefined, { host: at })).body.methods
  assert.equal((await methods('acme.localhost')).passkey, true)
  assert.equal((await methods('minutebook.test')).passkey, true)
  assert.equal((await methods('192.0.2.1:8080')).passkey, false)
  assert.equal((await methods('[2001:db8::1]:8080')).passkey, false)
  await using plain = await openWorld({ PUBLIC_URL: '' })
  await plain.load(...acme())
  assert.equal((await methods('meetings.test:8080', plain)).passkey, false, 'without HTTPS')
  assert.equal((await methods('localhost:8080', plain)).passkey, true, 'but on this machine')
  const bo = await signedIn(plain, 'bo@acme.test', '192.0.2.1:8080')
  assert.deepEqual(result(await bo.post(path, {})), [
    422,
    'Browsers have no passkeys for this address: it must be a name, and HTTPS',
  ])
})

test('70: keys, sessions that a key made, and others on behalf make, list and withdraw none', async () => {
  const ofKey = [403, 'Only a session that no key made has to do with passkeys']
  const onBehalf = [403, 'Nobody has to do with passkeys on behalf of others']
  const byKey = openBrowser(world, host)
  await byKey.signIn({ api_key: keys.bo })
  const ada = await signedIn(world, 'ada@acme.test', host)
  assert.equal((await elevate(ada)).status, 200)
  const headers = { 'x-on-behalf-of': 'u_bo' }
  for (const [method, at] of [
    ['GET', path],
    ['POST', path],
    ['DELETE', `${path}/pk_1`],
  ] as const) {
    assert.deepEqual(result(await world.request(method, at, { key: keys.ada, host })), ofKey)
    assert.deepEqual(result(await byKey.request(method, at)), ofKey)
    assert.deepEqual(result(await ada.request(method, at, { headers })), onBehalf)
    assert.deepEqual(result(await world.request(method, at, { key: keys.ada, headers, host })), onBehalf)
  }
})

test('70: each challenge counts once, for five minutes, for its purpose, its session and its host', async () => {
  const bo = await signedIn(world, 'bo@acme.test', host)
  const device = openDevice()
  await make(bo, device)
  const browser = openBrowser(world, host)
  const late = [401, 'passkey_refused', 'The passkey was asked for too long ago; try again']
  for (const [seconds, expected] of [
    [299.999, 201],
    [300, late],
    [301, late],
    [-0.001, late],
  ] as const) {
    const passkey = device.get(await askSignIn(browser))
    world.advance({ seconds })
    const answer = await browser.post('/api/v1/session', { passkey })
    assert.deepEqual(answer.status === 201 ? 201 : refused(answer), expected, String(seconds))
  }
  const passkey = device.get(await askSignIn(browser))
  const many = await Promise.all([1, 2, 3].map(() => openBrowser(world, host).post('/api/v1/session', { passkey })))
  assert.deepEqual(many.map(({ status }) => status).sort(), [201, 401, 401])
  const used = many.find(({ status }) => status === 401)!
  assert.equal(used.body.message, 'The answer of the passkey was used already; try again')
  const twice = device.get(await askSignIn(browser))
  world.advance({ seconds: 0.001 })
  assert.equal((await browser.post('/api/v1/session', { passkey: twice })).status, 201)
  world.advance({ seconds: -0.001 })
  const behind = await browser.post('/api/v1/session', { passkey: twice })
  assert.equal(behind.body.message, used.body.message, 'also where the clock of another process is behind')
  const otherwise = 'The passkey was asked for something else; try again'
  const making = await optionsFor(bo)
  const forMaking = { ...(await askSignIn(browser)), challenge: making.challenge }
  assert.deepEqual(refused(await browser.post('/api/v1/session', { passkey: device.get(forMaking) })), [
    401,
    'passkey_refused',
    otherwise,
  ])
  const signing = { ...(await optionsFor(bo)), challenge: (await askSignIn(browser)).challenge }
  const stolen = {
    ...(await optionsFor(bo)),
    challenge: (await optionsFor(await signedIn(world, 'bo@acme.test', host))).challenge,
  }
  for (const options of [signing, stolen]) {
    const answer = await bo.post(path, { name: 'x', credential: openDevice().create(options) })
    assert.deepEqual(refused(answer), [400, 'passkey_refused', otherwise])
  }
  const own = Buffer.alloc(80, 7).toString('base64url')
  const made = await browser.post('/api/v1/session', {
    passkey: device.get(await askSignIn(browser), { challenge: own }),
  })
  assert.equal(made.body.message, 'The passkey was not asked for here; try again')
})

test('70: another origin, another host, a copy, another key, nobody there: refused with a sentence, and in the audit log', async () => {
  const bo = await signedIn(world, 'bo@acme.test', host)
  const device = openDevice()
  const { id } = await make(bo, device)
  const misfit = 'The answer of the passkey does not fit'
  const foreign = 'The passkey was used on a page of another site'
  const unknown = 'This passkey is not known here; it may have been withdrawn'
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const odd: [object, string][] = [
    [{ origin: 'https://zeta.localhost' }, foreign],
    [{ origin: 'http://acme.localhost' }, foreign],
    [{ origin: 'https://acme.localhost:8443' }, foreign],
    [{ crossOrigin: true }, 'The passkey was used inside of another site'],
    [{ rpId: 'localhost' }, misfit],
    [{ type: 'webauthn.create' }, misfit],
    [{ flags: onlyPresent }, misfit],
    [{ flags: 0 }, misfit],
    [{ key: other }, misfit],
    [{ handle: 'AAAA' }, unknown],
  ]
  for (const [change, message] of odd) {
    await world.db.deleteFrom('sign_in_counts').execute()
    assert.deepEqual(refused(await signInBy(device, change)), [401, 'passkey_refused', message], JSON.stringify(change))
  }
  const rows = (await audit('session.refuse')).map(([user, status, details]) => [user, status, details.reason])
  assert.deepEqual(
    rows,
    odd.map(([, message]) => ['u_bo', 401, message]),
  )
  assert.equal((await signInBy(device, { handle: null })).status, 201)
  const copy = device.copy()
  assert.equal((await signInBy(device)).status, 201)
  const cloned = 'This passkey seems to have a copy, because it counts backwards; withdraw it, and make a new one'
  assert.deepEqual(refused(await signInBy(copy)), [401, 'passkey_refused', cloned])
  const [user, , details] = (await audit('session.refuse')).at(-1)!
  assert.deepEqual([user, details], ['u_bo', { by: 'passkey', passkey_id: id, reason: cloned }])
  assert.equal((await signInBy(device)).status, 201)
  assert.deepEqual(refused(await signInBy(device, { counter: 0 }))[2], cloned)
  const synchronized = openAuthenticator(origin, { counts: false })
  await make(bo, synchronized)
  for (const device of [synchronized, synchronized.copy()]) assert.equal((await signInBy(device)).status, 201)
})

test('70: a passkey works only at its host; two hosts have two', async () => {
  const elsewhere = 'minutebook.test'
  const bo = await signedIn(world, 'bo@acme.test', host)
  const device = openDevice()
  await make(bo, device)
  const there = openBrowser(world, elsewhere)
  const options = { ...(await askSignIn(there)), rpId: host }
  const stranger = device.get(options, { origin: `https://${elsewhere}`, rpId: elsewhere })
  const unknown = 'This passkey is not known here; it may have been withdrawn'
  assert.equal((await there.post('/api/v1/session', { passkey: stranger })).body.message, unknown)
  assert.deepEqual(
    await audit('session.refuse'),
    [],
    'whoever knows its name elsewhere writes nothing into the log here',
  )
  const moved = device.get({ ...(await askSignIn(there)), rpId: host })
  const asked = await openBrowser(world, host).post('/api/v1/session', { passkey: moved })
  assert.equal(asked.body.message, `The passkey was asked for at another address, ${elsewhere}`)
  // Without a workspace in the host, the passkey says which one it is of.
  const zoe = await signedIn(world, 'bo@acme.test', elsewhere)
  const second = openAuthenticator(`https://${elsewhere}`)
  world.advance({ seconds: 1 })
  await make(zoe, second)
  assert.deepEqual(
    (await list(bo)).map(({ host }) => host),
    [host, elsewhere],
  )
  const browser = openBrowser(world, elsewhere)
  assert.equal((await signInBy(second, {}, browser)).body.session.user.id, 'u_bo')
  const ofZeta = openBrowser(world, 'zeta.localhost')
  const forZeta = second.get(
    { ...(await askSignIn(ofZeta)), rpId: elsewhere },
    { origin: 'https://zeta.localhost', rpId: 'zeta.localhost' },
  )
  assert.equal((await ofZeta.post('/api/v1/session', { passkey: forZeta })).body.message, unknown)
})

test('70: what a device answers to making one is checked; certificates of makers are not looked at', async () => {
  const bo = await signedIn(world, 'bo@acme.test', host)
  const misfit = 'The answer of the passkey does not fit'
  const foreign = 'The passkey was used on a page of another site'
  const certificates = new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.alloc(8)],
    ['x5c', [Buffer.alloc(8)]],
  ])
  for (const [odd, message] of [
    [{ origin: 'https://elsewhere.test' }, foreign],
    [{ type: 'webauthn.get' }, misfit],
    [{ rpId: 'localhost' }, misfit],
    [{ flags: 0x41 }, misfit],
    [{ fmt: 'packed', attStmt: certificates }, misfit],
    [{ fmt: 'tpm' }, misfit],
  ] as const) {
    const credential = openDevice().create(await optionsFor(bo), odd as never)
    assert.deepEqual(refused(await bo.post(path, { name: 'x', credential })), [400, 'passkey_refused', message])
  }
  const credential = openDevice().create(await optionsFor(bo))
  for (const [wrong, location] of [
    [{ credential }, 'body.name'],
    [{ name: 'x' }, 'body.credential'],
    [{ name: ' x', credential }, 'body.name'],
    [{ name: 'x'.repeat(101), credential }, 'body.name'],
    [{ name: 'x', credential: { ...credential, type: 'key' } }, 'body.credential.type'],
    [{ passkey: { id: 'AA' } }, 'body.passkey'],
  ] as const) {
    const { status, body } = await bo.post(path, wrong)
    assert.deepEqual([status, body.errors?.[0].location], [400, location])
  }
  const broken = { ...credential, response: { ...credential.response, attestationObject: 'AAAA' } }
  assert.deepEqual(refused(await bo.post(path, { name: 'x', credential: broken })), [400, 'passkey_refused', misfit])
  assert.deepEqual((await audit('passkey.refuse')).length, 7)
  assert.deepEqual((await audit('passkey.refuse'))[0], ['u_bo', 400, { purpose: 'make', reason: foreign }])
  // A device that answers twice with the same key.
  const device = openDevice()
  const made = device.create(await optionsFor(bo))
  assert.equal((await bo.post(path, { name: 'x'.repeat(100), credential: made })).status, 201)
  const { challenge } = await optionsFor(bo)
  const signed = JSON.parse(Buffer.from(made.response.clientDataJSON, 'base64url').toString())
  const clientDataJSON = Buffer.from(JSON.stringify({ ...signed, challenge })).toString('base64url')
  const again = { ...made, response: { ...made.response, clientDataJSON } }
  assert.deepEqual(result(await bo.post(path, { name: 'y', credential: again })), [
    409,
    'This passkey is known already',
  ])
})

test('70: a person has at most twenty', async () => {
  const bo = await signedIn(world, 'bo@acme.test', host)
  const [last, tooMany] = [openDevice(), openDevice()]
  for (let number = 0; number < 19; number++) await make(bo, openDevice(), String(number))
  const options = [await optionsFor(bo), await optionsFor(bo)]
  assert.equal((await bo.post(path, { name: 'last', credential: last.create(options[0]) })).status, 201)
  const full = [409, 'You have 20 passkeys, as many as a person may; withdraw one']
  assert.deepEqual(result(await bo.post(path, { name: 'more', credential: tooMany.create(options[1]) })), full)
  assert.deepEqual(result(await bo.post(path, {})), full)
})

test('70: administrator rights ask for a passkey each time, where their person has one', async () => {
  const ada = await signedIn(world, 'ada@acme.test', host)
  assert.equal((await elevate(ada)).status, 200, 'without one they ask for nothing')
  await ada.delete('/api/v1/session/elevate')
  const device = openDevice()
  const { id } = await make(ada, device)
  const asked = await elevate(ada)
  assert.deepEqual(refused(asked), [403, 'passkey_required', 'This needs your passkey'])
  assert.equal(asked.body.options.userVerification, 'required')
  assert.equal(asked.body.options.allowCredentials.length, 1)
  assert.deepEqual(refused(await elevate(ada, device.get(asked.body.options, { flags: onlyPresent }))), [
    403,
    'passkey_refused',
    'The answer of the passkey does not fit',
  ])
  const again = (await elevate(ada, {})).body.options
  const given = await elevate(ada, device.get(again))
  assert.deepEqual([given.status, given.body.session.super_admin], [200, true])
  assert.equal((await ada.get('/api/v1/audit_log')).status, 200)
  assert.equal((await elevate(ada)).body.code, 'passkey_required', 'also for another 30 minutes')
  const signing = device.get(await askSignIn(ada))
  assert.deepEqual(refused(await elevate(ada, signing)), [
    403,
    'passkey_refused',
    'The passkey was asked for something else; try again',
  ])
  assert.deepEqual(
    (await audit('session.elevate')).map(([, status, { reason, by, passkey_id }]) => [
      status,
      by ?? reason,
      passkey_id,
    ]),
    [
      [200, undefined, undefined],
      [403, 'The answer of the passkey does not fit', undefined],
      [200, 'passkey', id],
      [403, 'The passkey was asked for something else; try again', undefined],
    ],
  )
  // The passkey of somebody else proves nothing, nor does one that works elsewhere.
  const [bo, bosDevice] = [await signedIn(world, 'bo@acme.test', host), openDevice()]
  await make(bo, bosDevice)
  const { options } = (await elevate(ada)).body
  const bos = bosDevice.get({ ...options, allowCredentials: [] })
  assert.equal((await elevate(ada, bos)).body.message, 'This passkey is not known here; it may have been withdrawn')
  const there = await signedIn(world, 'ada@acme.test', 'minutebook.test')
  assert.deepEqual(refused(await elevate(there)), [
    403,
    'passkey_elsewhere',
    `This needs one of your passkeys, which work at ${host}`,
  ])
})

test('70: a workspace may ask for a second factor; who switches it on has one', async () => {
  const change = (second_factor: boolean) =>
    world.request('PATCH', '/api/v1/workspace', { key: keys.ada, body: { second_factor } })
  const without = [409, 'Make a passkey first: you would not get administrator rights without one']
  assert.deepEqual(result(await change(true)), without)
  // Of a provider that people do not sign in by any more.
  await world.db
    .insertInto('bound_identities')
    .values({
      workspace_id: 'ws_acme',
      user_id: 'u_ada',
      issuer: 'https://sso.test',
      subject: 'a-1',
      bound_at: new Date(),
    })
    .execute()
  assert.deepEqual(result(await change(true)), without)
  const ada = await signedIn(world, 'ada@acme.test', host)
  const device = openDevice()
  const { id } = await make(ada, device)
  const changed = await change(true)
  assert.deepEqual([changed.status, changed.body.workspace.second_factor], [200, true])
  const fresh = await signedIn(world, 'ada@acme.test', host)
  assert.equal((await fresh.delete(`${path}/${id}`)).status, 200)
  const needed =
    'This workspace gives administrator rights only to people with a passkey; make one in your account first'
  assert.deepEqual(refused(await elevate(ada)), [403, 'second_factor_required', needed])
  // A mailbox is no second factor, nor a link that somebody may have found since.
  const mailed = await signedIn(world, 'ada@acme.test', host)
  await world.db.updateTable('sessions').set({ way: 'mail' }).where('id', '=', mailed.session.id).execute()
  const first = 'A first passkey needs a link of an administrator here, within 15 minutes'
  assert.deepEqual(refused(await mailed.post(path, {})), [403, 'second_factor_required', first])
  world.advance({ minutes: 14, seconds: 59 })
  const begun = await optionsFor(ada)
  world.advance({ seconds: 1 })
  assert.equal((await ada.post(path, {})).body.code, 'second_factor_required')
  const bo = await signedIn(world, 'bo@acme.test', host)
  await world.db.updateTable('sessions').set({ way: 'mail' }).where('id', '=', bo.session.id).execute()
  await make(bo, openDevice(), 'who gets no rights by it')
  assert.equal((await ada.post(path, { name: 'Laptop', credential: device.create(begun) })).status, 201)
  assert.equal((await elevate(ada, device.get((await elevate(ada)).body.options))).status, 200)
  assert.equal((await change(false)).status, 200)
  // Asked for before it was switched on, and answered after.
  await world.db.deleteFrom('passkeys').execute()
  const early = await signedIn(world, 'ada@acme.test', host)
  await world.db.updateTable('sessions').set({ way: 'mail' }).where('id', '=', early.session.id).execute()
  const credential = openDevice().create(await optionsFor(early))
  await world.db.updateTable('workspaces').set({ second_factor: true }).where('id', '=', 'ws_acme').execute()
  assert.equal((await early.post(path, { name: 'x', credential })).body.code, 'second_factor_required')
})

test('70: who may have administrator rights proves a passkey before another, and to withdraw the last', async () => {
  const device = openDevice()
  const first = await make(await signedIn(world, 'ada@acme.test', host), device, 'First')
  // A session that somebody else may have: it proved nothing yet.
  const mailed = async () => {
    const browser = await signedIn(world, 'ada@acme.test', host)
    await world.db.updateTable('sessions').set({ way: 'mail' }).where('id', '=', browser.session.id).execute()
    return browser
  }
  const ada = await mailed()
  const asked = await ada.post(path, {})
  assert.equal(asked.body.code, 'passkey_required')
  const { options } = (await ada.post(path, { passkey: device.get(asked.body.options) })).body
  const second = await ada.post(path, { name: 'Second', credential: openDevice().create(options) })
  assert.equal(second.status, 201)
  world.advance({ minutes: 4, seconds: 59.999 })
  assert.equal((await ada.post(path, {})).status, 200, 'for five minutes')
  world.advance({ seconds: 0.001 })
  assert.equal((await ada.post(path, {})).body.code, 'passkey_required')
  assert.equal((await ada.delete(`${path}/${second.body.passkey.id}`)).status, 200, 'not the last one')
  const last = await ada.delete(`${path}/${first.id}`)
  assert.equal(last.body.code, 'passkey_required')
  const passkey = device.get(last.body.options)
  assert.equal((await ada.delete(`${path}/${first.id}`, { body: { passkey } })).status, 200)
  assert.deepEqual(await list(ada), [])
  assert.equal((await elevate(ada)).status, 200)
  // Bo has no such rights.
  const [bo, bosDevice] = [await signedIn(world, 'bo@acme.test', host), openDevice()]
  const { id } = await make(bo, bosDevice)
  world.advance({ minutes: 20 })
  await make(bo, openDevice(), 'Another')
  for (const each of await list(bo)) assert.equal((await bo.delete(`${path}/${each.id}`)).status, 200, id)
})

test('70: who lost their passkeys withdraws them in a session of an administrator’s link, for 15 minutes', async () => {
  const { id } = await make(await signedIn(world, 'ada@acme.test', host), openDevice())
  const [late, ada] = [await signedIn(world, 'ada@acme.test', host), await signedIn(world, 'ada@acme.test', host)]
  world.advance({ minutes: 14, seconds: 59.999 })
  assert.equal((await elevate(ada)).body.code, 'passkey_required', 'the link alone gives no rights')
  world.advance({ seconds: 0.001 })
  assert.equal((await late.delete(`${path}/${id}`)).body.code, 'passkey_required')
  const fresh = await signedIn(world, 'ada@acme.test', host)
  assert.equal((await fresh.delete(`${path}/${id}`)).status, 200)
  assert.equal((await elevate(fresh)).status, 200)
})

test('70: ten wrong answers of an address within a minute; a person who is deactivated does not sign in', async () => {
  const bo = await signedIn(world, 'bo@acme.test', host)
  const device = openDevice()
  await make(bo, device)
  await world.db.updateTable('users').set({ active: false }).where('id', '=', 'u_bo').execute()
  for (let tries = 0; tries < 10; tries++) {
    assert.deepEqual(refused(await signInBy(device)), [401, 'passkey_refused', 'The account is not active'])
  }
  assert.equal((await signInBy(device)).status, 429)
  world.advance({ seconds: 60 })
  await world.db.updateTable('users').set({ active: true }).where('id', '=', 'u_bo').execute()
  assert.equal((await signInBy(device)).status, 201)
  const both = await openBrowser(world, host).post('/api/v1/session', {
    passkey: {},
    token: await tokenFor(world, 'bo@acme.test'),
  })
  assert.deepEqual([both.status, both.body.message], [201, undefined], 'an empty one is none')
  const headers = { 'sec-fetch-site': 'cross-site' }
  assert.equal((await openBrowser(world, host).post('/api/v1/session', { passkey: {} }, { headers })).status, 403)
})

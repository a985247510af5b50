/** The audit log has who signed in and how, whose sign-in was refused, which sessions ended, and refused administration. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openBrowser, signedIn } from './support/browser.ts'
import { type Identities, openIdentityProvider } from './support/identity-provider.ts'
import { openWorld, type World } from './support/world.ts'

let identities: Identities
let world: World
before(async () => {
  identities = await openIdentityProvider()
  world = await openWorld(identities.settings)
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  world.advance({ minutes: 2 })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await identities[Symbol.asyncDispose]()
})

const rows = (action: string) =>
  world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('at').orderBy('id').execute()
/** The clock stands still, so the order of rows is that of their texts. */
const sorted = <Row>(given: Row[]) =>
  given
    .map((row) => JSON.stringify(row))
    .sort()
    .map((row) => JSON.parse(row) as Row)
const told = async (action: string) =>
  (await rows(action)).map(({ user_id, key_id, on_behalf_of, status, details }) => {
    const { session_id, ...others } = details as unknown as Record<string, unknown>
    assert(session_id === undefined || /^ses_/.test(String(session_id)))
    return [user_id, key_id, on_behalf_of, status, others]
  })
const tokenOf = ({ body }: { body: { url: string } }) => body.url.split('#token=')[1]!
const bo = { sub: 'b-1', email: 'bo@ACME.test', email_verified: true, name: 'Bo' }

test('a sign-in says by which way it came, and who made a link; no secret is in it', async () => {
  await signedIn(world, 'bo@acme.test')
  await openBrowser(world).signIn({ api_key: keys.bo })
  const link = await world.post('/api/v1/user/u_bo/sign_in_link', keys.ada)
  const token = tokenOf(link)
  await openBrowser(world).signIn({ token })
  assert.equal((await identities.signIn(openBrowser(world), bo)).status, 302)
  assert.deepEqual(
    sorted(await told('session.begin')),
    sorted([
      ['u_bo', null, null, 201, { by: 'link', made_by: null }],
      ['u_bo', 'k_bo', null, 201, { by: 'key' }],
      ['u_bo', null, null, 201, { by: 'link', made_by: 'u_ada' }],
      ['u_bo', null, null, 302, { by: 'oidc' }],
    ]),
  )
  const text = JSON.stringify(await rows('session.begin'))
  for (const secret of [keys.bo, token]) assert(!text.includes(secret))
})

test('a sign-out, and a session that was ended elsewhere, say by whom', async () => {
  const [one, other] = [await signedIn(world, 'bo@acme.test'), await signedIn(world, 'bo@acme.test')]
  const third = await signedIn(world, 'bo@acme.test')
  assert.equal((await one.delete('/api/v1/session')).status, 204)
  assert.equal((await third.delete(`/api/v1/session/${other.session.id}`)).status, 204)
  const onBehalf = { headers: { 'x-on-behalf-of': 'u_bo' } }
  assert.equal((await world.delete(`/api/v1/session/${third.session.id}`, keys.ada, onBehalf)).status, 204)
  assert.equal((await world.delete(`/api/v1/session/${third.session.id}`, keys.ada, onBehalf)).status, 404)
  assert.deepEqual(
    sorted(await told('session.end')),
    sorted([
      ['u_bo', null, null, 204, { user_id: 'u_bo' }],
      ['u_bo', null, null, 204, { user_id: 'u_bo' }],
      ['u_ada', 'k_ada', 'u_bo', 204, { user_id: 'u_bo' }],
    ]),
  )
  world.advance({ seconds: 1 })
  const again = await signedIn(world, 'bo@acme.test')
  await again.signIn({ api_key: keys.adaRegular })
  const [, , , replaced] = await told('session.end')
  assert.deepEqual(replaced, ['u_bo', null, null, 201, { user_id: 'u_bo', by: 'another sign-in' }])
})

test('a refused sign-in of a known person is a row, at most 10 a minute of an address; that of a stranger is none', async () => {
  const link = tokenOf(await world.post('/api/v1/user/u_bo/sign_in_link', keys.ada))
  await world.db.updateTable('api_keys').set({ active: false }).where('id', '=', 'k_bo').execute()
  const tried = async (body: object) => (await openBrowser(world).post('/api/v1/session', body)).status
  assert.equal(await tried({ api_key: keys.bo }), 401)
  world.advance({ minutes: 16 })
  assert.equal(await tried({ token: link }), 401)
  for (const body of [{ api_key: 'mb_none' }, { token: 'none' }]) assert.equal(await tried(body), 401)
  assert.equal((await identities.signIn(openBrowser(world), { ...bo, email_verified: false })).status, 403)
  await world.db.updateTable('users').set({ active: false }).where('id', '=', 'u_bo').execute()
  assert.equal((await identities.signIn(openBrowser(world), bo)).status, 403)
  assert.equal((await identities.signIn(openBrowser(world), { ...bo, email: 'nobody@acme.test' })).status, 403)
  const known = (await told('session.refuse')).map(([user, key, , status, details]) => {
    const { by, reason } = details as Record<'by' | 'reason', string>
    return [user, key, status, by, /API key|has expired|no verified|no account/.exec(reason)![0]]
  })
  assert.deepEqual(
    sorted(known),
    sorted([
      ['u_bo', 'k_bo', 401, 'key', 'API key'],
      ['u_bo', null, 401, 'link', 'has expired'],
      ['u_bo', null, 403, 'oidc', 'no verified'],
      ['u_bo', null, 403, 'oidc', 'no account'],
    ]),
  )
  world.advance({ minutes: 2 })
  for (let index = 0; index < 11; index++) await identities.signIn(openBrowser(world), bo)
  assert.equal((await rows('session.refuse')).length, 4 + 10)
})

test('refused administration of a known caller is a row, at most 10 a minute of a person', async () => {
  const tries = [
    () => world.post('/api/v1/user', keys.bo, { email: 'x@acme.test', full_name: 'X' }),
    () => world.delete('/api/v1/note/n_1', keys.bo),
    () => world.get('/api/v1/audit_log', keys.adaRegular),
    () => world.post('/api/v1/api_key', keys.bo, { name: 'x', super_admin: true }),
    () => world.post('/api/v1/webhook', keys.bo, { url: 'https://x.test', enabled_events: [], scope: 'workspace' }),
    () => world.get('/scim/v2/Users', keys.bo),
  ]
  for (const attempt of tries) assert.equal((await attempt()).status, 403)
  assert.equal((await world.get('/api/v1/note/none', keys.bo)).status, 404)
  assert.equal((await world.get('/api/v1/audit_log', keys.ada)).status, 200)
  const refused = (await rows('operation.refuse')).map(({ user_id, method, path, status, details }) => [
    ...[user_id, method, path, status, Object.keys(details as object)],
  ])
  assert.deepEqual(
    sorted(refused),
    sorted([
      ['u_bo', 'POST', '/api/v1/user', 403, ['reason']],
      ['u_bo', 'DELETE', '/api/v1/note/n_1', 403, ['reason']],
      ['u_ada', 'GET', '/api/v1/audit_log', 403, ['reason']],
      ['u_bo', 'POST', '/api/v1/api_key', 403, ['reason']],
      ['u_bo', 'POST', '/api/v1/webhook', 403, ['reason']],
      ['u_bo', 'GET', '/scim/v2/Users', 403, ['reason']],
    ]),
  )
  for (let index = 0; index < 6; index++) assert.equal((await tries[0]!()).status, 403)
  const ofBo = (await rows('operation.refuse')).filter(({ user_id }) => user_id === 'u_bo')
  assert.equal(ofBo.length, 10)
  world.advance({ minutes: 1 })
  await tries[0]!()
  assert.equal((await rows('operation.refuse')).length, 12)
})

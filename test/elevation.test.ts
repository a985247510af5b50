/** Super admin rights for half an hour (decision 43 on elevation). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openBrowser, signedIn } from './support/browser.ts'
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

const result = ({ status, body }: Answer) => (status < 300 ? status : [status, body.message])
const rights = ({ body: { session } }: Answer) => [session.super_admin, session.may_elevate]
const needs = [403, 'This operation requires super admin privileges']
/** Without the sign-ins, and what was refused without elevation. */
const audit = async () => {
  const log = world.db.selectFrom('audit_log').selectAll().orderBy('at').orderBy('id')
  const rows = await log.where('action', 'in', ['impersonate', 'session.elevate', 'session.lower']).execute()
  return rows.map((row) => [row.action, row.key_id, row.user_id, row.on_behalf_of, row.status])
}
const onBehalf = { headers: { 'x-on-behalf-of': 'u_bo' } }

test('43: a super admin asks for what is their own; a key too, and nobody gets more by asking', async () => {
  const own = { headers: { 'x-minutebook-rights': 'own' } }
  const ada = await signedIn(world, 'ada@acme.test')
  await ada.post('/api/v1/session/elevate')
  const found = async (sent?: typeof own) =>
    (await ada.post('/api/v1/notes', {}, sent)).body.data.map(({ id }: { id: string }) => id)
  assert((await found()).includes('n_bo'))
  assert(!(await found(own)).includes('n_bo') && (await found(own)).includes('n_ada'))
  assert.deepEqual(result(await ada.get('/api/v1/audit_log', own)), needs)
  assert.equal((await world.get('/api/v1/note/n_bo', keys.ada)).status, 200)
  assert.equal((await world.get('/api/v1/note/n_bo', keys.ada, own)).status, 404)
  assert.equal((await world.get('/api/v1/note/n_ada', keys.bo, own)).status, 404)
  const asBo = { headers: { ...own.headers, ...onBehalf.headers } }
  assert.equal((await world.get('/api/v1/note/n_bo', keys.ada, asBo)).status, 200, 'acting goes first')
  assert.deepEqual(result(await ada.get('/api/v1/audit_log', { headers: { 'x-minutebook-rights': 'all' } })), needs)
})

test('43: a session has super admin rights only while it is elevated, for 30 minutes', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  const sees = async () => (await ada.get('/api/v1/note/n_bo')).status
  assert.equal(await sees(), 404)
  assert.deepEqual(result(await ada.get('/api/v1/audit_log')), needs)
  assert.deepEqual(result(await ada.get('/api/v1/me', onBehalf)), [
    403,
    'X-On-Behalf-Of header requires super admin privileges',
  ])
  const elevated = await ada.post('/api/v1/session/elevate')
  assert.deepEqual([elevated.status, rights(elevated)], [200, [true, true]])
  assert.equal(elevated.body.session.elevated_until, '2026-01-10T12:30:00.000Z')
  assert.deepEqual((await ada.get('/api/v1/session')).body, elevated.body)
  assert.equal(await sees(), 200)
  assert.equal((await ada.get('/api/v1/me', onBehalf)).body.user.id, 'u_bo')
  assert.equal((await ada.post('/api/v1/user', { email: 'dee@acme.test', full_name: 'Dee' })).status, 201)
  assert.equal((await ada.post('/api/v1/api_key', { name: 'admin', super_admin: true })).status, 201)
  world.advance({ minutes: 29, seconds: 59.999 })
  assert.equal(await sees(), 200)
  world.advance({ seconds: 0.001 })
  assert.equal(await sees(), 404)
  const ended = await ada.get('/api/v1/session')
  assert.deepEqual([...rights(ended), ended.body.session.elevated_until], [false, true, null])
})

test('43: a second elevation starts the time again; lowering ends it at once', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  await ada.post('/api/v1/session/elevate')
  world.advance({ minutes: 29 })
  await ada.post('/api/v1/session/elevate')
  world.advance({ minutes: 29 })
  assert.equal((await ada.get('/api/v1/audit_log')).status, 200)
  const lowered = await ada.delete('/api/v1/session/elevate')
  assert.deepEqual([lowered.status, rights(lowered)], [200, [false, true]])
  assert.deepEqual(result(await ada.get('/api/v1/audit_log')), needs)
  assert.equal((await ada.delete('/api/v1/session/elevate')).status, 200)
})

test('43: an elevation from a clock that was ahead ends once the clock is set back; a minute of difference is ignored', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  for (const [ahead, status] of [
    [{ minutes: 1 }, 200],
    [{ minutes: 1, seconds: 0.001 }, 403],
    [{ days: 3 }, 403],
  ] as const) {
    world.advance(ahead)
    await ada.post('/api/v1/session/elevate')
    const back = Object.entries(ahead).map(([unit, number]) => [unit, -number])
    world.advance(Object.fromEntries(back))
    assert.equal((await ada.get('/api/v1/audit_log')).status, status, JSON.stringify(ahead))
  }
  assert.deepEqual(rights(await ada.get('/api/v1/session')), [false, true])
})

test('43: each elevation is a row of the audit log without a key, refused ones too', async () => {
  const [ada, bo] = [await signedIn(world, 'ada@acme.test'), await signedIn(world, 'bo@acme.test')]
  await ada.post('/api/v1/session/elevate')
  world.advance({ seconds: 1 })
  await ada.get('/api/v1/me', onBehalf)
  world.advance({ seconds: 1 })
  await ada.delete('/api/v1/session/elevate')
  world.advance({ seconds: 1 })
  // Nothing was elevated any more.
  await ada.delete('/api/v1/session/elevate')
  const only = [403, 'Only a designated admin of an enterprise workspace can elevate a session']
  assert.deepEqual(result(await bo.post('/api/v1/session/elevate')), only)
  world.advance({ seconds: 1 })
  const byKey = await world.post('/api/v1/session/elevate', keys.ada)
  assert.deepEqual(result(byKey), [403, 'Only a session can be elevated'])
  assert.deepEqual(await audit(), [
    ['session.elevate', null, 'u_ada', null, 200],
    ['impersonate', null, 'u_ada', 'u_bo', 200],
    ['session.lower', null, 'u_ada', null, 200],
    ['session.elevate', null, 'u_bo', null, 403],
    ['session.elevate', 'k_ada', 'u_ada', null, 403],
  ])
  const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
  assert.equal(data.find(({ action }: { action: string }) => action === 'session.lower').key_id, null)
})

test('43: an elevation ends with the designation or the plan, and does not return by itself', async () => {
  for (const [off, on] of [
    [
      () => world.db.updateTable('users').set({ admin: false }),
      () => world.db.updateTable('users').set({ admin: true }),
    ],
    [
      () => world.db.updateTable('workspaces').set({ plan: 'team' }),
      () => world.db.updateTable('workspaces').set({ plan: 'enterprise' }),
    ],
  ] as const) {
    const ada = await signedIn(world, 'ada@acme.test')
    await ada.post('/api/v1/session/elevate')
    await off().execute()
    assert.deepEqual(result(await ada.get('/api/v1/audit_log')), needs)
    assert.deepEqual(rights(await ada.get('/api/v1/session')), [false, false])
    assert.equal((await ada.post('/api/v1/session/elevate')).status, 403)
    await ada.delete('/api/v1/session/elevate')
    await on().execute()
    assert.deepEqual(rights(await ada.get('/api/v1/session')), [false, true])
  }
})

test('43: a session of an ordinary key cannot be elevated: nobody gets more rights than the key has', async () => {
  const regular = openBrowser(world)
  assert.equal((await regular.signIn({ api_key: keys.adaRegular })).may_elevate, false)
  const refused = [403, 'Only a session of a super admin key, or one that no key made, can be elevated']
  assert.deepEqual(result(await regular.post('/api/v1/session/elevate')), refused)
  const marked = openBrowser(world)
  assert.equal((await marked.signIn({ api_key: keys.ada })).may_elevate, true)
  assert.deepEqual(result(await marked.get('/api/v1/audit_log')), needs)
  assert.equal((await marked.post('/api/v1/session/elevate')).status, 200)
  assert.equal((await marked.get('/api/v1/audit_log')).status, 200)
  const { body } = await world.post('/api/v1/api_key', keys.ada, { name: 'reads', super_admin: true, scopes: ['read'] })
  const reading = openBrowser(world)
  await reading.signIn({ api_key: body.secret })
  assert.equal((await reading.post('/api/v1/session/elevate')).status, 200)
  assert.equal((await reading.get('/api/v1/note/n_bo')).status, 200)
  assert.deepEqual(result(await reading.get('/api/v1/audit_log')), [403, 'This key lacks the scope: admin'])
})

test('43: nobody elevates a session on behalf of others, and the try is in the audit log', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  const refused = [403, 'A session cannot be elevated on behalf of others']
  await ada.post('/api/v1/session/elevate')
  world.advance({ minutes: 20 })
  for (const target of ['u_bo', 'u_ada']) {
    const headers = { 'x-on-behalf-of': target }
    assert.deepEqual(result(await ada.post('/api/v1/session/elevate', undefined, { headers })), refused)
    world.advance({ seconds: 1 })
  }
  assert.deepEqual(result(await world.post('/api/v1/session/elevate', keys.ada, undefined, onBehalf)), refused)
  const tries = (await audit()).filter(([action, , , , status]) => action === 'session.elevate' && status === 403)
  assert.deepEqual(tries, [
    ['session.elevate', null, 'u_ada', 'u_bo', 403],
    ['session.elevate', null, 'u_ada', 'u_ada', 403],
    ['session.elevate', 'k_ada', 'u_ada', 'u_bo', 403],
  ])
  world.advance({ minutes: 10 })
  assert.deepEqual(result(await ada.get('/api/v1/audit_log')), needs, 'nothing was prolonged')
})

test('43: a page of another origin cannot elevate a session', async () => {
  const ada = await signedIn(world, 'ada@acme.test')
  const headers = { 'sec-fetch-site': 'same-site' }
  assert.deepEqual(result(await ada.post('/api/v1/session/elevate', undefined, { headers })), [
    403,
    'Cross-site request refused',
  ])
  assert.deepEqual(await audit(), [])
})

test('43: an administrator acting for a person sees and ends that person’s sessions', async () => {
  const [ada, bo] = [await signedIn(world, 'ada@acme.test'), await signedIn(world, 'bo@acme.test')]
  await ada.post('/api/v1/session/elevate')
  const { data } = (await ada.get('/api/v1/sessions', onBehalf)).body
  assert.deepEqual(
    data.map(({ id, current }: { id: string; current: boolean }) => [id, current]),
    [[bo.session.id, false]],
  )
  assert.equal((await ada.delete(`/api/v1/session/${bo.session.id}`, onBehalf)).status, 204)
  assert.equal(await bo.who(), null)
  assert.equal((await ada.get('/api/v1/session', onBehalf)).body.session.user.id, 'u_ada', 'the session stays Ada’s')
  assert.equal((await ada.delete('/api/v1/session', onBehalf)).status, 204)
  assert.equal(await ada.who(), null)
})

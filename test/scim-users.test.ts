/** People as an identity provider keeps them (docs/decisions/scim.md); every answer is held against the service's own schemas. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { acme, keys } from './support/acme.ts'
import { everyRow } from './support/every-row.ts'
import { patch, refusal, scim } from './support/scim.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const dee = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'dee@acme.test',
  externalId: '00u-dee',
  name: { givenName: 'Dee', familyName: 'Sato' },
  active: true,
}
const make = (more: object = {}) => scim(world, 'POST', '/Users', { ...dee, ...more })
const get = async (id: string) => (await scim(world, 'GET', `/Users/${id}`)).body
const accountOf = (email_folded: string) =>
  world.db.selectFrom('users').selectAll().where('email_folded', '=', email_folded).executeTakeFirstOrThrow()
/** The rows of the audit log; those of one moment have no order. */
const audited = async () => {
  world.advance({ seconds: 1 })
  return world.db.selectFrom('audit_log').select(['action', 'user_id', 'key_id', 'details']).orderBy('at').execute()
}

test('a new user is an account that sees what its address was invited to', async () => {
  const { status, body, headers } = await make({ userName: 'GUEST@Elsewhere.test' })
  assert.equal(status, 201)
  const account = await accountOf('guest@elsewhere.test')
  const location = `https://minutebook.test/scim/v2/Users/${account.id}`
  assert.deepEqual([headers.location, headers.etag], [location, body.meta.version])
  assert.deepEqual(body, {
    schemas: dee.schemas,
    id: account.id,
    externalId: '00u-dee',
    userName: 'GUEST@Elsewhere.test',
    name: { formatted: 'Dee Sato', givenName: 'Dee', familyName: 'Sato' },
    displayName: 'Dee Sato',
    active: true,
    emails: [{ value: 'GUEST@Elsewhere.test', type: 'work', primary: true }],
    meta: { resourceType: 'User', created: account.created_at.toISOString(), location, version: headers.etag },
  })
  assert.deepEqual([account.full_name, account.admin, account.active], ['Dee Sato', false, true])
  assert.deepEqual(await get(account.id), body)
  const { id, email, full_name, admin, active } = account
  const details = { user: { id, email, full_name, admin, active } }
  assert.deepEqual(await audited(), [{ action: 'user.create', user_id: 'u_ada', key_id: 'k_ada', details }])
  const as = { headers: { 'x-on-behalf-of': account.id } }
  assert.equal((await world.get('/api/v1/note/n_1', keys.ada, as)).status, 200)
})

test('the address belongs to one user, in any case, and is required', async () => {
  for (const userName of ['bo@acme.test', 'BO@ACME.TEST', 'cy@acme.test']) {
    assert.deepEqual(refusal(await make({ userName })), [
      409,
      'uniqueness',
      `${userName} is the address of another account`,
    ])
  }
  const wrong: [unknown, string][] = [
    [undefined, 'is required'],
    ['', 'is required'],
    ['dee', 'must be an e-mail address'],
    [7, 'must be a string'],
    [`${'x'.repeat(1_015)}@acme.test`, 'must have at most 1024 characters'],
  ]
  for (const [userName, message] of wrong) {
    assert.deepEqual(refusal(await make({ userName })), [400, 'invalidValue', `body.userName ${message}`])
  }
  assert.equal((await make({ userName: `${'x'.repeat(1_014)}@acme.test` })).status, 201)
  assert.equal((await make({ userName: 'zoe@zeta.test' })).status, 201, 'an address of another workspace')
})

test('lists: pages by number, oldest first, with the chosen attributes', async () => {
  world.advance({ seconds: 1 })
  await make()
  const list = async (query: string) => (await scim(world, 'GET', `/Users?${query}`)).body
  const names = async (query: string) => {
    const { Resources, totalResults, startIndex, itemsPerPage } = await list(query)
    return [
      Resources.map((each: { userName: string }) => each.userName.split('@')[0]),
      totalResults,
      startIndex,
      itemsPerPage,
    ]
  }
  assert.deepEqual(await names(''), [['ada', 'Bo', 'cy', 'dee'], 4, 1, 4])
  assert.deepEqual(await names('startIndex=2&count=2'), [['Bo', 'cy'], 4, 2, 2])
  assert.deepEqual(await names('startIndex=4&count=2'), [['dee'], 4, 4, 1])
  assert.deepEqual(await names('startIndex=5'), [[], 4, 5, 0])
  assert.deepEqual(await names('startIndex=-3&count=1'), [['ada'], 4, 1, 1])
  assert.deepEqual(await names('startIndex=999999999999999'), [[], 4, 2_147_483_647, 0])
  assert.deepEqual(await names('count=0'), [[], 4, 1, 0])
  assert.deepEqual(await names('count=-1'), [[], 4, 1, 0])
  for (const query of ['count=x', 'startIndex=1.5', 'count=', 'startIndex=1e3']) {
    const [status, word, detail] = refusal(await scim(world, 'GET', `/Users?${query}`))
    assert.deepEqual(
      [status, word, detail],
      [400, 'invalidValue', `query.${query.split('=')[0]} must be a whole number`],
    )
  }
  const chosen = (query: string) => list(`count=1&startIndex=4&${query}`).then(({ Resources }) => Resources[0])
  const { id } = await accountOf('dee@acme.test')
  const always = { schemas: dee.schemas, id, userName: 'dee@acme.test' }
  assert.deepEqual(await chosen('attributes=name.givenName,ACTIVE,nothing'), {
    ...always,
    name: { givenName: 'Dee' },
    active: true,
  })
  const without = await chosen('excludedAttributes=name.formatted,emails,id,meta')
  assert.deepEqual(
    [without.name, without.emails, without.id, without.meta],
    [{ givenName: 'Dee', familyName: 'Sato' }, undefined, id, undefined],
  )
  assert.equal((await scim(world, 'GET', '/Users?attributes=id&excludedAttributes=name')).status, 400)
  const searched = await scim(world, 'POST', '/Users/.search', {
    filter: 'userName eq "dee@acme.test"',
    attributes: ['active'],
    count: 5,
  })
  assert.deepEqual(searched.body.Resources, [{ ...always, active: true }])
})

test('a page has at most 200', async () => {
  const users = Array.from({ length: 201 }, (_, index) => ({
    id: `u_${index}`,
    email: `n${index}@acme.test`,
    full_name: 'N',
  }))
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users })
  for (const [count, shown] of [
    ['', 100],
    ['&count=199', 199],
    ['&count=200', 200],
    ['&count=201', 200],
  ] as const) {
    const { body } = await scim(world, 'GET', `/Users?attributes=id${count}`)
    assert.deepEqual([body.itemsPerPage, body.totalResults], [shown, 204])
  }
})

test('filters: those with an index, combined with and, or', async () => {
  world.advance({ seconds: 1 })
  await make()
  const found = async (filter: string) => {
    const { body } = await scim(world, 'GET', `/Users?filter=${encodeURIComponent(filter)}`)
    if (body.detail) return [body.status, body.scimType]
    assert.equal(body.totalResults, body.Resources.length)
    return body.Resources.map((each: { userName: string }) => each.userName.split('@')[0])
  }
  assert.deepEqual(await found('userName eq "BO@acme.test"'), ['Bo'])
  assert.deepEqual(await found('USERNAME EQ "nobody"'), [])
  assert.deepEqual(await found('externalId eq "00u-dee"'), ['dee'])
  assert.deepEqual(await found('externalId eq "00U-DEE"'), [])
  assert.deepEqual(await found('id eq "u_bo"'), ['Bo'])
  assert.deepEqual(await found('emails eq "bo@acme.test"'), ['Bo'])
  for (const inside of ['type eq "work" and value eq "bo@acme.test"', 'value eq "bo@acme.test"']) {
    assert.deepEqual(await found(`emails[${inside}]`), ['Bo'])
  }
  assert.deepEqual(await found('emails[type eq "work"].value eq "bo@acme.test"'), ['Bo'])
  assert.deepEqual(await found('emails[type eq "home" and value eq "bo@acme.test"]'), [])
  assert.deepEqual(await found('active eq false'), ['cy'])
  assert.deepEqual(await found('active eq "False"'), ['cy'])
  assert.deepEqual(await found('userName eq "bo@acme.test" and active eq true'), ['Bo'])
  assert.deepEqual(await found('userName eq "bo@acme.test" and active eq false'), [])
  assert.deepEqual(await found('id eq "u_bo" or externalId eq "00u-dee" or userName eq "x"'), ['Bo', 'dee'])
  assert.deepEqual(await found('(id eq "u_bo" or active eq false) and (id eq "u_cy" or id eq "u_bo")'), ['Bo', 'cy'])
  assert.deepEqual(await found('id eq "u_zoe"'), [], 'of another workspace')
  assert.deepEqual(await found('id eq "x\' or 1=1"'), [])
  const refused = [
    'userName sw "b"',
    'title eq "x"',
    'not (id eq "u_bo")',
    'userName pr',
    'active eq "maybe"',
    'userName eq true',
  ]
  for (const filter of [...refused, 'id eq 7', 'constructor eq "x"', 'id eq', 'a[b[c eq "x"]]', '']) {
    assert.deepEqual(await found(filter), ['400', 'invalidFilter'], filter)
  }
})

test('a PUT replaces the whole user; attributes that are not stored change nothing', async () => {
  const { body } = await make()
  const put = (more: object, headers = {}) => scim(world, 'PUT', `/Users/${body.id}`, { ...body, ...more }, { headers })
  assert.deepEqual((await put({})).body, body, 'what was answered, sent back, changes nothing')
  assert.equal((await audited()).length, 1)
  const replaced = (await put({ displayName: 'Deedee', name: undefined, externalId: undefined, title: 'CEO' })).body
  assert.deepEqual(
    [replaced.displayName, replaced.name, replaced.externalId],
    ['Deedee', { formatted: 'Deedee' }, undefined],
  )
  assert.deepEqual(
    (await put({ ...replaced, userName: 'DEE@ACME.TEST', emails: [{ value: 'x@y.test' }] })).body.emails,
    body.emails,
  )
  const moved = (await put({ userName: 'other@acme.test' })).body
  assert.deepEqual([moved.userName, moved.emails[0].value], ['other@acme.test', 'other@acme.test'])
  assert.equal((await put({ active: undefined })).body.active, true, 'nobody comes back or goes unsaid')
  assert(
    (await audited()).some(({ details }) =>
      isDeepStrictEqual(details, {
        user_id: body.id,
        before: { full_name: 'Dee Sato' },
        after: { full_name: 'Deedee' },
      }),
    ),
  )
})

test('versions: a change of an outdated version is refused', async () => {
  const { body } = await make()
  const path = `/Users/${body.id}`
  // As a proxy that compresses answers sends it on.
  const weak = { headers: { 'if-match': `W/${body.meta.version}` } }
  assert.equal((await patch(world, path, [{ op: 'replace', path: 'active', value: true }], weak)).status, 200)
  const [old, any] = [{ headers: { 'if-match': body.meta.version } }, { headers: { 'if-match': '*' } }]
  const renamed = await patch(world, path, [{ op: 'replace', path: 'displayName', value: 'D' }], old)
  assert.notEqual(renamed.headers.etag, body.meta.version)
  const changed = [412, null, 'The user has changed since it was read; read it again']
  assert.deepEqual(refusal(await patch(world, path, [{ op: 'replace', path: 'active', value: false }], old)), changed)
  assert.deepEqual(refusal(await scim(world, 'PUT', path, dee, old)), changed)
  assert.deepEqual(refusal(await scim(world, 'DELETE', path, undefined, old)), changed)
  assert.equal((await get(body.id)).active, true)
  assert.equal((await scim(world, 'DELETE', path, undefined, any)).status, 204)
})

test('deactivated: refused at once, and later active again with their data', async () => {
  const deactivate = await patch(world, '/Users/u_bo', [{ op: 'Replace', path: 'active', value: 'False' }])
  assert.deepEqual([deactivate.status, deactivate.body.active], [200, false])
  assert.equal((await world.get('/api/v1/me', keys.bo)).status, 401)
  assert.equal((await get('u_bo')).active, false)
  world.advance({ seconds: 1 })
  await patch(world, '/Users/u_bo', [{ op: 'replace', value: { active: true } }])
  assert.equal((await world.get('/api/v1/me', keys.bo)).status, 200)
  const change = (active: boolean) => ({ user_id: 'u_bo', before: { active: !active }, after: { active } })
  assert.deepEqual(
    (await audited()).map(({ action, details }) => [action, details]),
    [
      ['user.change', change(false)],
      ['user.change', change(true)],
    ],
  )
})

test('the last active admin cannot be deactivated or deleted', async () => {
  const last = [409, null, 'This is the last active admin of the workspace; make another person admin first']
  assert.deepEqual(refusal(await patch(world, '/Users/u_ada', [{ op: 'replace', path: 'active', value: false }])), last)
  assert.deepEqual(refusal(await scim(world, 'DELETE', '/Users/u_ada')), last)
  assert.equal((await get('u_ada')).active, true, 'all of it or nothing')
})

test('deleted: SCIM no longer finds the user, nothing is erased, and the same address reactivates the account', async () => {
  await world.patch('/api/v1/user/u_bo', keys.ada, { admin: true, legal_hold: 'Case 4711' })
  const before = await accountOf('bo@acme.test')
  assert.equal((await scim(world, 'DELETE', '/Users/u_bo')).status, 204)
  for (const [method, body] of [
    ['GET', undefined],
    ['DELETE', undefined],
    ['PUT', dee],
  ] as const) {
    assert.deepEqual(refusal(await scim(world, method, '/Users/u_bo', body)), [404, null, 'User not found'])
  }
  const list = async () =>
    (await scim(world, 'GET', '/Users?filter=userName%20eq%20%22bo@acme.test%22')).body.totalResults
  assert.equal(await list(), 0)
  assert.deepEqual(
    await accountOf('bo@acme.test'),
    { ...before, active: false },
    'a hold is no reason to keep somebody in',
  )
  const { status, body } = await make({ userName: 'bo@ACME.test' })
  assert.deepEqual(
    [status, body.id, body.userName, body.displayName, body.active],
    [201, 'u_bo', 'Bo@acme.test', 'Dee Sato', true],
  )
  assert.equal((await accountOf('bo@acme.test')).admin, false, 'rights do not come back')
  assert.equal((await make({ userName: 'bo@ACME.test' })).status, 409)
  const removals = (await audited()).filter(({ action }) => action === 'user.remove')
  assert.deepEqual(removals, [
    { action: 'user.remove', user_id: 'u_ada', key_id: 'k_ada', details: { user_id: 'u_bo' } },
  ])
})

test('a deleted user appears again once anybody reactivates them, also if they are deactivated later', async () => {
  await scim(world, 'DELETE', '/Users/u_bo')
  await world.patch('/api/v1/user/u_bo', keys.ada, { active: true })
  assert.equal((await get('u_bo')).active, true)
  await world.patch('/api/v1/user/u_bo', keys.ada, { active: false })
  assert.equal((await get('u_bo')).active, false)
})

test('an export includes, and an erasure removes, what the identity provider sent', async () => {
  const { body } = await make({ externalId: 'dee.sato', displayName: 'Dee Sato-Ito' })
  const { body: exported } = await world.get(`/api/v1/user/${body.id}/export`, keys.ada)
  assert.deepEqual(exported.export.directory, [{ external_id: 'dee.sato', given_name: 'Dee', family_name: 'Sato' }])
  await patch(world, `/Users/${body.id}`, [{ op: 'replace', path: 'externalId', value: '00u-4711' }])
  await world.delete(`/api/v1/user/${body.id}`, keys.ada)
  assert.deepEqual(refusal(await scim(world, 'GET', `/Users/${body.id}`)), [404, null, 'User not found'])
  assert.match(String(refusal(await make())), /^409,uniqueness,/)
  await world.settle()
  assert.deepEqual(
    (await everyRow(world.db)).filter((row) => /dee.sato|"Sato"|00u-4711/i.test(row)),
    [],
  )
  assert.equal((await make()).status, 201, 'the address is free')
})

test('events, changes and sight work as for any other change', async () => {
  const cursor = (await world.get('/api/v1/changes', keys.ada)).body.page_info.cursor
  await patch(world, '/Users/u_bo', [{ op: 'replace', path: 'displayName', value: 'Bo L.' }])
  const { data } = (await world.get(`/api/v1/changes?cursor=${cursor}`, keys.ada)).body
  assert(data.length > 0, 'what names Bo is different')
  assert.equal(
    (await world.get('/api/v1/users', keys.ada)).body.data.find((each: { id: string }) => each.id === 'u_bo').full_name,
    'Bo L.',
  )
})

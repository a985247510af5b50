/** People in bulk, from CSV or JSON: all or nothing, errors by row and column, and a dry run (decision 52 on people in bulk). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
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

const send = (body: unknown, query = '', key = keys.ada, more = {}) =>
  world.post(`/api/v1/users/import${query}`, key, body, more)
const csv = (text: string | Buffer, query = '', key = keys.ada) =>
  world.post(`/api/v1/users/import${query}`, key, text, { headers: { 'content-type': 'text/csv; charset=utf-8' } })
const people = async () =>
  (await world.db
    .selectFrom('users')
    .select(['email', 'full_name', 'admin', 'active'])
    .where('workspace_id', '=', 'ws_acme')
    .orderBy('email_folded')
    .execute()) as { email: string }[]
const counts = ({ body }: { body: { import: { created: number; updated: number; unchanged: number } } }) => {
  const { created, updated, unchanged } = body.import
  return { created, updated, unchanged }
}

const table = `email,full_name,admin,active
dee@acme.test,"Sato, Dee",,
BO@acme.test,Bo Li,TRUE,
ada@acme.test,Ada Moreau,true,true
cy@acme.test,,,
`

test('52: new people get an account, others the values of the table; people who are not in it stay', async () => {
  const answer = await csv(table)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(counts(answer), { created: 1, updated: 1, unchanged: 2 })
  const { users } = answer.body.import
  assert.deepEqual(
    users.map(({ row, email, change }: Record<string, unknown>) => [row, email, change]),
    [
      [2, 'dee@acme.test', 'created'],
      [3, 'BO@acme.test', 'updated'],
      [4, 'ada@acme.test', 'unchanged'],
      [5, 'cy@acme.test', 'unchanged'],
    ],
  )
  assert.deepEqual(await people(), [
    { email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true, active: true },
    { email: 'Bo@acme.test', full_name: 'Bo Li', admin: true, active: true },
    { email: 'cy@acme.test', full_name: 'Cy Okafor', admin: true, active: false },
    { email: 'dee@acme.test', full_name: 'Sato, Dee', admin: false, active: true },
  ])
  const [row] = (await world.get('/api/v1/audit_log', keys.ada)).body.data
  assert.partialDeepStrictEqual(row, {
    action: 'users.import',
    user_id: 'u_ada',
    details: { created: [users[0].id], updated: ['u_bo'] },
  })
  assert.deepEqual(counts(await csv(table)), { created: 0, updated: 0, unchanged: 4 })
  assert.equal(
    (await world.get('/api/v1/audit_log', keys.ada)).body.data.length,
    1,
    'nothing changed, nothing is written',
  )
})

test('52: a dry run gives the same answer and writes nothing', async () => {
  const before = await people()
  const misspelt = await csv(table, '?dryrun=true')
  assert.equal(misspelt.status, 400, 'who asks what would happen, and misspells it, must not make it happen')
  assert.deepEqual(
    misspelt.body.errors.map(({ location }: { location: string }) => location),
    ['query.dryrun'],
  )
  const tried = (await csv(table, '?dry_run=true')).body.import
  assert.equal(tried.users[0].id, null)
  assert.deepEqual(await people(), before)
  assert.deepEqual((await world.get('/api/v1/audit_log', keys.ada)).body.data, [])
  const done = (await csv(table)).body.import
  const shown = ({ row, email, change }: Record<string, unknown>) => ({ row, email, change })
  assert.deepEqual(done.users.map(shown), tried.users.map(shown))
  assert.deepEqual([tried.dry_run, done.dry_run], [true, false])
})

test('52: JSON gives the same result, and deactivating signs out', async () => {
  const users = [
    { email: 'dee@acme.test', full_name: 'Dee Sato' },
    { email: 'bo@acme.test', active: false },
  ]
  assert.deepEqual(counts(await send({ users })), { created: 1, updated: 1, unchanged: 0 })
  assert.equal((await world.get('/api/v1/me', keys.bo)).status, 401)
})

test('52: every error names row and column, and nothing is written', async () => {
  const before = await people()
  const errorsOf = async (text: string | Buffer) => {
    const { status, body } = await csv(text)
    assert.equal(status, 400, String(text))
    return body.errors.map(({ location, message }: Record<string, string>) => `${location}: ${message}`)
  }
  assert.deepEqual(
    await errorsOf('email,full_name,admin\ndee@acme.test,Dee,\n\nnobody,X,yes\nnew@acme.test,,\nDEE@acme.test,Dee,\n'),
    ['row 4, email: must be an e-mail address', 'row 4, admin: must be true or false'],
  )
  assert.deepEqual(await errorsOf('email,full_name\ndee@acme.test,Dee\nnew@acme.test,\nDEE@acme.test,Dee\n'), [
    'row 3, full_name: is required for a person without an account',
    'row 4, email: is the address of row 2, email too',
  ])
  const columns = 'must be one of email, new_email, full_name, admin, active'
  assert.deepEqual(await errorsOf('name,email,email\n'), [
    `row 1, column 1: ${columns}`,
    'row 1, column 3: email is there twice',
  ])
  assert.deepEqual(await errorsOf('full_name\n'), ['row 1: must have a column email'])
  assert.deepEqual(await errorsOf('email\na@b.test,c\n'), ['row 2: has another number of columns than the first row'])
  assert.deepEqual(await errorsOf('email\n"a@b.test\n'), [
    'row 2: is no CSV: a quotation mark is missing or in the wrong place',
  ])
  assert.deepEqual(await errorsOf(Buffer.from([0x65, 0xff])), ['row 1: must be UTF-8 text without NUL'])
  assert.deepEqual(await errorsOf('email\na\0@b.test'), ['row 1: must be UTF-8 text without NUL'])
  assert.deepEqual(await errorsOf('\n\n'), ['row 1: must name the columns email and full_name'])
  assert.deepEqual(await errorsOf(`email,full_name\nx@b.test,${'x'.repeat(256)}\n`), [
    'row 2, full_name: must have at most 255 characters',
  ])
  // 5,000 letters of two bytes each.
  assert.deepEqual(await errorsOf(`email,full_name\nx@b.test,${'ö'.repeat(5_000)}\n`), [
    'row 2: is longer than 10000 bytes',
  ])
  const twice = [{ email: 'x@b.test', full_name: 'X' }, { email: 'X@b.test' }]
  const { body } = await send({ users: twice })
  assert.deepEqual(body.errors, [
    { location: 'body.users[1].email', message: 'is the address of body.users[0].email too' },
  ])
  assert.equal((await send({})).body.errors[0].location, 'body.users')
  assert.deepEqual(await people(), before)
})

test('52: files of spreadsheets are accepted: semicolons, tabs, a byte order mark, Windows line ends', async () => {
  for (const text of [
    'email;full_name\r\ndee@acme.test;Dee, Sato\r\n',
    'email\tfull_name\ndee@acme.test\tDee, Sato',
    '\ufefffull_name,email\n"Dee, Sato",dee@acme.test',
  ]) {
    const { users } = (await csv(text, '?dry_run=true')).body.import
    assert.deepEqual(users, [{ row: 2, email: 'dee@acme.test', id: null, change: 'created' }], text)
  }
})

test('52: one import accepts 5,000 people and not one more', async () => {
  const lines = Array.from({ length: 5_001 }, (_, index) => `p${index}@acme.test,Person ${index}`)
  const most = await csv(['email,full_name', ...lines.slice(0, 5_000)].join('\n'))
  assert.deepEqual(counts(most), { created: 5_000, updated: 0, unchanged: 0 })
  const beyond = await csv(['email,full_name', ...lines].join('\n'))
  assert.deepEqual(beyond.body.errors, [{ location: 'row 5002', message: 'is beyond the 5000 people of one import' }])
  const users = lines.map((line) => ({ email: line.split(',')[0]! }))
  assert.equal((await send({ users: users.slice(0, 5_000) }, '?dry_run=true')).status, 200)
  assert.equal((await send({ users }, '?dry_run=true')).status, 400)
})

test('52: one active admin must remain; super admins only, and never a person who is being erased', async () => {
  const last = await send({ users: [{ email: 'ada@acme.test', admin: false }] }, '?dry_run=true')
  assert.deepEqual(last.status, 409)
  const swapped = [
    { email: 'ada@acme.test', admin: false },
    { email: 'bo@acme.test', admin: true },
  ]
  assert.equal((await send({ users: swapped }, '?dry_run=true')).status, 200)
  for (const key of [keys.bo, keys.adaRegular, keys.boMarked]) assert.equal((await csv('no', '', key)).status, 403)
  assert.equal((await send({ users: [] }, '', keys.ada, { headers: { 'x-on-behalf-of': 'u_bo' } })).status, 403)
  await world.delete('/api/v1/user/u_bo', keys.ada)
  const { body } = await send({ users: [{ email: 'bo@acme.test', full_name: 'Bo' }] })
  assert.equal(body.errors[0].message, 'is the address of a person who is being erased; try again later')
})

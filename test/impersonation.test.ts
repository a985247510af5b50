/**
 * Acting on behalf of others, and the log that tells of it (spec 5.2, decisions 5 on impersonation and 20 on who I am,
 * channels and the audit log).
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ BODY_LIMIT_BYTES: '1024' })
  await world.load(...acme())
})
beforeEach(() => world.db.deleteFrom('audit_log').execute())
after(() => world[Symbol.asyncDispose]())

const onBehalfOf = (person: string, more: Record<string, string> = {}) => ({
  headers: { 'x-on-behalf-of': person, ...more },
})
const noPrivileges = failureBody('X-On-Behalf-Of header requires super admin privileges')
const notFound = failureBody('User not found in workspace')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const result = ({ status, body }: Answer) => [status, body]
const ids = ({ body }: Answer): string[] =>
  (body.data ?? body.uploads.data).map((row: { id?: string; recording_id: string }) => row.id ?? row.recording_id)

/** The audit log as the API tells it, newest first. */
async function audit(filters: object = {}, key = keys.ada) {
  const { status, body } = await world.get(
    `/api/v1/audit_log?filters=${encodeURIComponent(JSON.stringify(filters))}`,
    key,
  )
  assert.equal(status, 200)
  return body.data as Record<string, unknown>[]
}

test('5: the request sees what the named person sees, by id or by address in any case', async () => {
  for (const person of ['u_bo', 'bo@acme.test', 'BO@ACME.Test', ' u_bo ']) {
    const me = await world.get('/api/v1/me', keys.ada, onBehalfOf(person))
    assert.deepEqual(me.body.user, { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist' }, person)
  }
  for (const list of ['notes', 'recordings', 'action_items', 'recordings/upload/list']) {
    const asBo = await world.post(`/api/v1/${list}`, keys.ada, {}, onBehalfOf('u_bo'))
    const bo = await world.post(`/api/v1/${list}`, keys.bo, {})
    const ada = await world.post(`/api/v1/${list}`, keys.ada, {})
    assert.deepEqual(ids(asBo), ids(bo), list)
    if (list !== 'recordings' && list !== 'action_items') assert.notDeepEqual(ids(asBo), ids(ada), list)
  }
  assert.equal((await world.get('/api/v1/note/n_ada', keys.ada, onBehalfOf('u_bo'))).status, 404)
  assert.equal((await world.get('/api/v1/note/n_ada', keys.ada)).status, 200)
})

test('5: it has no super admin powers, not even on behalf of a super admin', async () => {
  for (const person of ['u_bo', 'u_ada']) {
    for (const path of ['/api/v1/note/n_ada', '/api/v1/recording/r_1', '/api/v1/note/n_none']) {
      const answer = await world.delete(path, keys.ada, onBehalfOf(person))
      assert.deepEqual(result(answer), [403, failureBody('This operation requires super admin privileges')], path)
    }
    assert.equal((await world.get('/api/v1/audit_log', keys.ada, onBehalfOf(person))).status, 403)
    const channel = { filters: { channel_id: person === 'u_bo' ? 'ch_ada' : 'ch_eng' } }
    const answer = await world.post('/api/v1/notes', keys.ada, channel, onBehalfOf(person))
    assert.equal(answer.status, person === 'u_bo' ? 400 : 200)
  }
  assert.equal((await world.get('/api/v1/note/n_ada', keys.ada)).status, 200, 'nothing was deleted')
})

test('5: without super admin it is refused for any name; otherwise 404 for people who are not active here', async () => {
  for (const person of ['u_ada', 'u_bo', 'nobody@acme.test', '']) {
    for (const key of [keys.bo, keys.adaRegular, keys.boMarked]) {
      assert.deepEqual(result(await world.get('/api/v1/me', key, onBehalfOf(person))), [403, noPrivileges], person)
    }
  }
  for (const person of [
    'u_none',
    'nobody@acme.test',
    'u_cy',
    'cy@acme.test',
    'u_zoe',
    'zoe@zeta.test',
    '',
    ' ',
    '%',
    'U_BO',
    'u_bo,u_bo',
    'ws_acme',
  ]) {
    assert.deepEqual(result(await world.get('/api/v1/me', keys.ada, onBehalfOf(person))), [404, notFound], person)
  }
  await world.db.updateTable('workspaces').set({ plan: 'business' }).where('id', '=', 'ws_acme').execute()
  assert.deepEqual(result(await world.get('/api/v1/me', keys.ada, onBehalfOf('u_bo'))), [403, noPrivileges])
  await world.db.updateTable('workspaces').set({ plan: 'enterprise' }).where('id', '=', 'ws_acme').execute()
})

test('5: each such request is one row of the log, field by field', async () => {
  const text = '{ "pagination": {"page_size": 1} }'
  const answer = await world.post('/api/v1/notes?secret=1', keys.ada, text, onBehalfOf('BO@acme.test'))
  assert.equal(answer.status, 200)
  const [row, ...others] = await audit()
  assert.deepEqual(others, [])
  assert.match(String(row?.id), /^au_/)
  assert.deepEqual(row, {
    id: row?.id,
    at: '2026-01-10T12:00:00.000Z',
    action: 'impersonate',
    key_id: 'k_ada',
    user_id: 'u_ada',
    on_behalf_of: 'u_bo',
    method: 'POST',
    path: '/api/v1/notes',
    status: 200,
    address: '127.0.0.1',
    request_id: answer.headers['x-request-id'],
    body_sha256: sha256(text),
    details: {},
  })
})

test('5: refused requests are logged too, with the status of their answer', async () => {
  const attempts: [send: () => Promise<Answer>, row: object][] = [
    [
      () => world.get('/api/v1/me', keys.bo, onBehalfOf('u_ada')),
      { status: 403, key_id: 'k_bo', user_id: 'u_bo', on_behalf_of: 'u_ada' },
    ],
    [
      () => world.get('/api/v1/me', keys.bo, onBehalfOf('x@y.z')),
      { status: 403, on_behalf_of: null, details: { named: 'x@y.z' } },
    ],
    [
      () => world.get('/api/v1/me', keys.ada, onBehalfOf('nobody@acme.test')),
      { status: 404, on_behalf_of: null, details: { named: 'nobody@acme.test' } },
    ],
    [
      () => world.get('/api/v1/me', keys.ada, onBehalfOf('zoe@zeta.test')),
      { status: 404, on_behalf_of: null, details: { named: 'zoe@zeta.test' } },
    ],
    [() => world.get('/api/v1/me', keys.ada, onBehalfOf('cy@acme.test')), { status: 404, on_behalf_of: 'u_cy' }],
    [
      () => world.get('/api/v1/note/n_ada', keys.ada, onBehalfOf('u_bo')),
      { status: 404, on_behalf_of: 'u_bo', path: '/api/v1/note/n_ada' },
    ],
    [
      () => world.delete('/api/v1/note/n_1', keys.ada, onBehalfOf('u_bo')),
      { status: 403, on_behalf_of: 'u_bo', method: 'DELETE' },
    ],
    [() => world.post('/api/v1/notes', keys.ada, '{', onBehalfOf('u_bo')), { status: 400, body_sha256: sha256('{') }],
    [() => world.post('/api/v1/notes', keys.ada, [], onBehalfOf('u_bo')), { status: 400, body_sha256: sha256('[]') }],
    [
      () => world.post('/api/v1/notes', keys.ada, 'x', onBehalfOf('u_bo', { 'content-type': 'text/plain' })),
      { status: 415, body_sha256: sha256('x') },
    ],
    [
      () => world.post('/api/v1/notes', keys.ada, 'x', onBehalfOf('u_bo', { 'content-type': 'plain' })),
      { status: 415, body_sha256: sha256('x') },
    ],
    [() => world.get('/api/v1/me?x=%00', keys.ada, onBehalfOf('u_bo')), { on_behalf_of: 'u_bo', path: '/api/v1/me' }],
  ]
  for (const [index, [send, expected]] of attempts.entries()) {
    await world.db.deleteFrom('audit_log').execute()
    const answer = await send()
    const rows = await audit()
    assert.equal(rows.length, 1, `attempt ${index}`)
    const whole = {
      action: 'impersonate',
      request_id: answer.headers['x-request-id'],
      status: answer.status,
      ...expected,
    }
    for (const [name, value] of Object.entries(whole))
      assert.deepEqual(rows[0]?.[name], value, `attempt ${index} ${name}`)
  }
})

test('5: the row keeps 320 characters of the target as it was sent, of any kind', async () => {
  const sent = (text: string) => Buffer.from(text).toString('latin1')
  for (const [named, kept] of [
    ['x'.repeat(320), 'x'.repeat(320)],
    ['x'.repeat(321), `${'x'.repeat(319)}…`],
    [`${'x'.repeat(319)}😀`, `${'x'.repeat(319)}😀`],
    [`${'x'.repeat(319)}😀y`, `${'x'.repeat(319)}…`],
    ['é'.repeat(400), `${'é'.repeat(319)}…`],
  ] as const) {
    await world.db.deleteFrom('audit_log').execute()
    const answer = await world.get('/api/v1/me', keys.ada, onBehalfOf(sent(named)))
    assert.deepEqual(result(answer), [404, notFound], named.slice(-3))
    const [row] = await audit()
    assert.deepEqual([row?.on_behalf_of, row?.status, row?.details], [null, 404, { named: kept }])
  }
})

test('5: requests that are refused earlier, or act for nobody, add no row', async () => {
  await world.get('/api/v1/me', 'wrong', onBehalfOf('u_bo'))
  await world.get('/api/v1/none', keys.ada, onBehalfOf('u_bo'))
  await world.request('PUT', '/api/v1/notes', { key: keys.ada, ...onBehalfOf('u_bo') })
  await world.post('/api/v1/notes', keys.ada, 'x'.repeat(2_000), onBehalfOf('u_bo'))
  await world.get('/api/v1/note/n_1', keys.ada)
  assert.deepEqual(await audit(), [])
})

test('5: if the row cannot be written, the answer shows no internals', async () => {
  await using broken = await openWorld()
  await broken.load(...acme())
  await broken.base.pool.query(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'inside'; end $$; create trigger refuse before update on audit_log
    for each row execute function refuse()`)
  const answer = await broken.get('/api/v1/me', keys.ada, onBehalfOf('u_bo'))
  assert(!answer.text.includes('inside') && !answer.text.includes('P0001'), answer.text)
})

test('20: super admin keys of the workspace read the log, filtered and in pages', async () => {
  for (const [key, person] of [
    [keys.ada, 'u_bo'],
    [keys.bo, 'u_ada'],
    [keys.zoe, 'u_zoe'],
    [keys.ada, 'u_none'],
  ] as const) {
    await world.get('/api/v1/me', key, onBehalfOf(person))
    world.advance({ minutes: 1 })
  }
  const times = async (filters: object, key?: string) =>
    (await audit(filters, key)).map(({ at }) => String(at).slice(11, 16))
  assert.deepEqual(await times({}), ['12:03', '12:01', '12:00'])
  assert.deepEqual(await times({}, keys.zoe), ['12:02'])
  assert.deepEqual(await times({ user_id: 'u_bo' }), ['12:01'])
  assert.deepEqual(await times({ user_id: 'u_zoe' }), [])
  assert.deepEqual(await times({ user_id: 'u_ada', action: 'impersonate' }), ['12:03', '12:00'])
  assert.deepEqual(await times({ action: 'note.delete' }), [])
  assert.deepEqual(await times({ at_start: '2026-01-10T12:01:00Z' }), ['12:03', '12:01'])
  assert.deepEqual(await times({ at_end: '2026-01-10T12:01:00Z' }), ['12:01', '12:00'])
  assert.deepEqual(await times({ at_start: '2026-01-10', at_end: '2026-01-10' }), ['12:03', '12:01', '12:00'])
  assert.deepEqual(await times({ at_start: '2026-01-11' }), [])
  assert.deepEqual(await times({ at_start: '2026-01-10T13:01:00+01:00', at_end: '2026-01-10T12:01:00.000Z' }), [
    '12:01',
  ])

  const seen: unknown[] = []
  for (let cursor = ''; seen.length < 5; ) {
    const { body } = await world.get(`/api/v1/audit_log?page_size=2${cursor && `&cursor=${cursor}`}`, keys.ada)
    seen.push(...body.data.map((row: { at: string }) => row.at.slice(11, 16)))
    cursor = body.page_info.cursor
    if (!cursor) break
  }
  assert.deepEqual(seen, ['12:03', '12:01', '12:00'])
  for (const key of [keys.bo, keys.adaRegular, keys.boMarked]) {
    const refused = await world.get('/api/v1/audit_log', key)
    assert.deepEqual(result(refused), [403, failureBody('This operation requires super admin privileges')])
  }
})

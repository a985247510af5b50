/** The glossary (decision 66): who reads and replaces it, what is rejected, and what is proposed from corrections. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
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

const path = '/api/v1/glossary'
const put = (body: unknown, key = keys.ada, headers = {}) =>
  world.request('PUT', path, { key, body: body as object, headers })
const read = async (key = keys.ada) => (await world.get(path, key)).body.glossary
const audited = () =>
  world.db.selectFrom('audit_log').select(['action', 'user_id', 'details']).orderBy('at').orderBy('id').execute()
const count = (many: number) => Array.from({ length: many }, (_, index) => index)

const given = {
  terms: [{ term: 'Plastworks', sounds_like: ['plus works', 'plus works'], note: 'a customer' }, { term: 'Zbigniew' }],
}
const stored = {
  terms: [{ term: 'Plastworks', sounds_like: ['plus works'], note: 'a customer' }, { term: 'Zbigniew' }],
}

test('a super admin replaces it; everyone reads it; another workspace has its own', async () => {
  assert.deepEqual(await read(), { terms: [] })
  const answer = await put(given)
  assert.deepEqual([answer.status, answer.body], [200, { glossary: stored }])
  for (const key of [keys.ada, keys.bo, keys.adaRegular]) assert.deepEqual(await read(key), stored)
  assert.deepEqual(await read(keys.zoe), { terms: [] })
  for (const key of [keys.bo, keys.adaRegular, keys.boMarked]) {
    const refused = await put(given, key)
    assert.deepEqual([refused.status, refused.body.message], [403, 'This operation requires super admin privileges'])
  }
  assert.equal((await put(given, keys.ada, { 'x-on-behalf-of': 'u_ada' })).status, 403)
  assert.deepEqual((await put(await read())).body.glossary, stored, 'what was read can be written back')
  const bare = await put({
    terms: [
      { term: 'Zbigniew', sounds_like: null, note: null },
      { term: 'Bo', sounds_like: [], note: null },
    ],
  })
  assert.deepEqual(bare.body.glossary, { terms: [{ term: 'Zbigniew' }, { term: 'Bo' }] })
})

test('If-Match: the version that was read is accepted, another is a 412 and nothing changes', async () => {
  const before = (await world.get(path, keys.bo)).headers.etag!
  const first = await put(given, keys.ada, { 'if-match': before })
  assert.equal(first.status, 200)
  assert.equal(first.headers.etag, (await world.get(path, keys.ada)).headers.etag)
  const late = await put({ terms: [] }, keys.ada, { 'if-match': before })
  assert.deepEqual(
    [late.status, late.body],
    [412, failureBody('The glossary has changed since it was read; read it again')],
  )
  assert.deepEqual(await read(), stored)
  assert.equal((await put({ terms: [] }, keys.ada, { 'if-match': '*' })).status, 200)
  const etag = (await world.get(path, keys.ada)).headers.etag!
  const both = await Promise.all(
    [given, { terms: [{ term: 'Other' }] }].map((each) => put(each, keys.ada, { 'if-match': etag })),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
})

test('the audit log counts what was changed without the words, and has no row if nothing was', async () => {
  await put(given)
  await put(given)
  world.advance({ seconds: 1 })
  await put({ terms: [{ term: 'Plastworks' }, { term: 'Bo' }, { term: 'Ada' }] })
  assert.deepEqual(await audited(), [
    { action: 'glossary.change', user_id: 'u_ada', details: { added: 2, changed: 0, removed: 0 } },
    { action: 'glossary.change', user_id: 'u_ada', details: { added: 2, changed: 1, removed: 1 } },
  ])
})

test('wrong terms are a 400 with the place, and nothing changes', async () => {
  await put(given)
  const table: [body: unknown, location: string][] = [
    [undefined, 'body'],
    [{}, 'body.terms'],
    [{ terms: null }, 'body.terms'],
    [{ terms: {} }, 'body.terms'],
    [{ terms: ['Bo'] }, 'body.terms[0]'],
    [{ terms: [{}] }, 'body.terms[0].term'],
    ...[
      '',
      ' ',
      ' Bo',
      '\t',
      'a\nb',
      'a\u2028b',
      'a\u0000b',
      'a\u007fb',
      7,
      null,
      {},
      'x'.repeat(81),
      '𝒜'.repeat(81),
    ].map((term): [unknown, string] => [{ terms: [{ term: 'Good' }, { term }] }, 'body.terms[1].term']),
    [{ terms: [{ term: 'Bo', sounds_like: 'bow' }] }, 'body.terms[0].sounds_like'],
    ...['', 'a\rb', 'x'.repeat(81), 7].map((form): [unknown, string] => [
      { terms: [{ term: 'Bo', sounds_like: ['beau', form] }] },
      'body.terms[0].sounds_like[1]',
    ]),
    [{ terms: [{ term: 'Bo', sounds_like: count(6).map(String) }] }, 'body.terms[0].sounds_like'],
    [{ terms: [{ term: 'Bo', note: 'x'.repeat(301) }] }, 'body.terms[0].note'],
    [{ terms: [{ term: 'Bo', note: 'a\nb' }] }, 'body.terms[0].note'],
    [{ terms: [{ term: 'STRASSE' }, { term: 'Bo' }, { term: 'straße ' }] }, 'body.terms[2].term'],
    [{ terms: count(2_001).map((n) => ({ term: `T${n}` })) }, 'body.terms'],
    [{ terms: [{ term: 'Bo', note: '' }] }, 'body.terms[0].note'],
  ]
  for (const [body, location] of table) {
    const answer = await put(body)
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.location ?? 'body'], [400, location], answer.text)
  }
  assert.deepEqual(await read(), stored)
})

test('limits: at them', async () => {
  const terms = count(2_000).map((n) => ({
    term: `${n}`.padEnd(80, 'x'),
    sounds_like: count(5).map((form) => `${form}`.padEnd(80, 'y')),
    note: 'n'.repeat(300),
  }))
  const { status, text } = await put({ terms })
  assert.equal(status, 200, text.slice(0, 300))
  assert.deepEqual((await read(keys.bo)).terms, terms)
  await put({ terms: [{ term: '𝒜'.repeat(80) }] })
  assert.deepEqual(await read(), { terms: [{ term: '𝒜'.repeat(80) }] })
})

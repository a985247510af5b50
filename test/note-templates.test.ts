/** Note templates: who reads and replaces them, what is rejected, and how an upload names one. */
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

const path = '/api/v1/note_templates'
const put = (body: object, key = keys.ada, headers = {}) =>
  world.request('PUT', path, { key, body: { ...empty, ...body }, headers })
const empty = { glossary: [], templates: [] }
const read = async (key = keys.ada) => (await world.get(path, key)).body.note_templates
const audited = () =>
  world.db.selectFrom('audit_log').select(['action', 'user_id', 'details']).orderBy('at').orderBy('id').execute()

const weekly = { id: 'nt_weekly', name: 'Weekly', series_ids: ['se_w'], sections: [{ title: 'Risks' }] }
const given = {
  instructions: 'Be brief.',
  glossary: [{ term: 'Plastworks', meaning: 'a customer' }, { term: 'Zbigniew' }],
  templates: [weekly, { id: 'nt_sales', name: 'Sales', title_contains: 'sales', is_default: true }],
}
const stored = {
  instructions: 'Be brief.',
  glossary: [
    { term: 'Plastworks', meaning: 'a customer' },
    { term: 'Zbigniew', meaning: null },
  ],
  templates: [
    {
      id: 'nt_weekly',
      name: 'Weekly',
      instructions: null,
      sections: [{ title: 'Risks', instructions: null }],
      series_ids: ['se_w'],
      title_contains: null,
      is_default: false,
      notes_language: null,
    },
    {
      id: 'nt_sales',
      name: 'Sales',
      instructions: null,
      sections: [],
      series_ids: [],
      title_contains: 'sales',
      is_default: true,
      notes_language: null,
    },
  ],
}

test('a super admin replaces the whole document; others read ids and names; another workspace has its own', async () => {
  const none = { instructions: null, glossary: [], templates: [] }
  assert.deepEqual(await read(), none)
  const answer = await put(given)
  assert.deepEqual([answer.status, answer.body], [200, { note_templates: stored }])
  assert.deepEqual(await read(), stored)
  const names = [
    { id: 'nt_weekly', name: 'Weekly' },
    { id: 'nt_sales', name: 'Sales' },
  ]
  for (const key of [keys.bo, keys.adaRegular]) assert.deepEqual(await read(key), { templates: names })
  assert.deepEqual(await read(keys.zoe), none)
  assert.deepEqual((await put({})).body.note_templates, none)
  for (const key of [keys.bo, keys.adaRegular, keys.boMarked]) {
    const refused = await put(given, key)
    assert.deepEqual([refused.status, refused.body.message], [403, 'This operation requires super admin privileges'])
  }
  assert.equal((await put(given, keys.ada, { 'x-on-behalf-of': 'u_ada' })).status, 403)
  assert.deepEqual(await read(), none)
})

test('a document that was read can be written back unchanged; a template without an id gets one', async () => {
  await put(given)
  const again = await put(await read())
  assert.deepEqual(again.body.note_templates, stored)
  const { templates } = (await put({ templates: [{ name: 'New' }] })).body.note_templates
  assert.match(templates[0].id, /^nt_/)
})

test('If-Match: the version that was read is accepted, another is a 412 and nothing changes', async () => {
  const before = (await world.get(path, keys.ada)).headers.etag!
  const first = await put(given, keys.ada, { 'if-match': before })
  assert.equal(first.status, 200)
  assert.equal(first.headers.etag, (await world.get(path, keys.ada)).headers.etag)
  const late = await put({}, keys.ada, { 'if-match': before })
  const message = 'The note templates have changed since they were read; read them again'
  assert.deepEqual([late.status, late.body], [412, failureBody(message)])
  assert.deepEqual(await read(), stored)
  assert.equal((await put({}, keys.ada, { 'if-match': '*' })).status, 200)
})

test('the version that others get reveals nothing of what they may not read', async () => {
  await put(given)
  const seen = (await world.get(path, keys.bo)).headers.etag
  await put({ ...given, instructions: 'Be long.' })
  assert.equal((await world.get(path, keys.bo)).headers.etag, seen)
})

test('of two concurrent writes with the same version one is refused', async () => {
  const etag = (await world.get(path, keys.ada)).headers.etag!
  const both = await Promise.all(
    [given, { instructions: 'Other' }].map((each) => put(each, keys.ada, { 'if-match': etag })),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
})

test('the audit log says what was changed, and has no row if nothing was', async () => {
  await put(given)
  await put(given)
  world.advance({ seconds: 1 })
  await put({
    ...given,
    glossary: [],
    templates: [
      { ...weekly, name: 'Every week' },
      { id: 'nt_new', name: 'New' },
    ],
  })
  const rows = await audited()
  assert.deepEqual(rows, [
    {
      action: 'note_templates.change',
      user_id: 'u_ada',
      details: {
        changed: ['instructions', 'glossary'],
        templates: { added: ['nt_weekly', 'nt_sales'], changed: [], removed: [] },
      },
    },
    {
      action: 'note_templates.change',
      user_id: 'u_ada',
      details: {
        changed: ['glossary'],
        templates: { added: ['nt_new'], changed: ['nt_weekly'], removed: ['nt_sales'] },
      },
    },
  ])
})

test('contradictions and unknown ids are a 400 with every place, and nothing changes', async () => {
  const table: [templates: object[], location: string][] = [
    [[weekly, { id: 'nt_weekly', name: 'Again' }], 'body.templates[1].id'],
    [[{ id: 'tus', name: 'A word' }], 'body.templates[0].id'],
    [[{ id: 'a b', name: 'No id' }], 'body.templates[0].id'],
    [[weekly, { name: 'Other', series_ids: ['se_w'] }], 'body.templates[1].series_ids[0]'],
    [[{ name: 'Twice', series_ids: ['se_w', 'se_w'] }], 'body.templates[0].series_ids[1]'],
    [[{ name: 'Unknown', series_ids: ['se_none'] }], 'body.templates[0].series_ids[0]'],
    [
      [
        { name: 'One', is_default: true },
        { name: 'Two', is_default: true },
      ],
      'body.templates[1].is_default',
    ],
    [[{ name: 'Usual', sections: [{ title: ' action ITEMS ' }] }], 'body.templates[0].sections[0].title'],
    [[{ name: 'Twice', sections: [{ title: 'Risks' }, { title: 'risks' }] }], 'body.templates[0].sections[1].title'],
    [[{ name: 'Lines', sections: [{ title: 'One\n## Two' }] }], 'body.templates[0].sections[0].title'],
    [[{ name: ' ' }], 'body.templates[0].name'],
    [[{ name: 'Blank', title_contains: '' }], 'body.templates[0].title_contains'],
    [[{}], 'body.templates[0].name'],
  ]
  for (const [templates, location] of table) {
    const { status, body } = await put({ templates })
    assert.deepEqual([status, body.errors?.[0].location], [400, location], JSON.stringify(body))
  }
  const foreign = await world.request('PUT', path, { key: keys.zoe, body: { ...empty, templates: [weekly] } })
  assert.equal(foreign.body.errors[0].location, 'body.templates[0].series_ids[0]', 'a series of another workspace')
  for (const body of [undefined, {}, { glossary: [] }, { ...empty, templates: null }]) {
    assert.equal((await world.request('PUT', path, { key: keys.ada, body })).status, 400, 'half a document')
  }
  assert.deepEqual((await read()).templates, [])
  assert.deepEqual(await audited(), [])
})

test('limits: 200 at each of them, and one beyond it a 400 with its place', async () => {
  const many = (count: number, one: (number: number) => object) => Array.from({ length: count }, (_, n) => one(n))
  const sections = (count: number) => many(count, (n) => ({ title: `Section ${n}` }))
  const table: [make: (size: number) => object, most: number, location: string][] = [
    [(size) => ({ instructions: 'x'.repeat(size) }), 4_000, 'body.instructions'],
    [(size) => ({ glossary: many(size, (n) => ({ term: `t${n}` })) }), 500, 'body.glossary'],
    [(size) => ({ glossary: [{ term: 'x'.repeat(size) }] }), 100, 'body.glossary[0].term'],
    [(size) => ({ glossary: [{ term: 'x', meaning: 'x'.repeat(size) }] }), 300, 'body.glossary[0].meaning'],
    [(size) => ({ templates: many(size, () => ({ name: 'x' })) }), 50, 'body.templates'],
    [(size) => ({ templates: [{ name: 'x'.repeat(size) }] }), 100, 'body.templates[0].name'],
    [(size) => ({ templates: [{ name: 'x', sections: sections(size) }] }), 12, 'body.templates[0].sections'],
    [
      (size) => ({ templates: [{ name: 'x', title_contains: 'x'.repeat(size) }] }),
      255,
      'body.templates[0].title_contains',
    ],
  ]
  for (const [make, most, location] of table) {
    assert.equal((await put(make(most))).status, 200, location)
    const { status, body } = await put(make(most + 1))
    assert.deepEqual([status, body.errors?.[0].location], [400, location])
  }
})

test('the largest document is accepted, and returned', async () => {
  const long = (size: number) => 'ü'.repeat(size)
  const largest = {
    instructions: long(4_000),
    glossary: Array.from({ length: 500 }, (_, n) => ({ term: `${n}`.padEnd(100, 'ü'), meaning: long(300) })),
    templates: Array.from({ length: 50 }, () => ({
      name: long(100),
      instructions: long(4_000),
      title_contains: long(255),
      sections: Array.from({ length: 12 }, (_, n) => ({ title: `${n}`.padEnd(100, 'ü'), instructions: long(500) })),
    })),
  }
  assert.equal((await put(largest)).status, 200)
  assert.equal((await read()).templates.length, 50)
})

const transcript = { speech_segments: [{ text: 'Good morning.', start_time: 0, end_time: 2 }] }

test('an upload names a template by its id; an unknown one is a 400 that names it', async () => {
  await put(given)
  const submit = (template_id: string, key = keys.bo) =>
    world.post('/api/v1/recordings/upload', key, { title: 'Call', transcript, template_id })
  assert.equal((await submit('nt_sales')).status, 201)
  for (const [id, key] of [
    ['nt_none', keys.bo],
    ['nt_sales', keys.zoe],
  ] as const) {
    const { status, body } = await submit(id, key)
    const error = { location: 'body.template_id', message: 'must be a note template of the workspace' }
    assert.deepEqual([status, body.errors], [400, [error]])
  }
})

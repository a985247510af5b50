/** How much a request may hold: bytes, values, depth, lengths; and how much the answer says that refuses it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const usual = 65_536
/** A body of so many bytes; a field that nobody knows is passed over. */
const padded = (bytes: number, fields: object = {}) => {
  const empty = JSON.stringify({ ...fields, padding: '' })
  return JSON.stringify({ ...fields, padding: 'x'.repeat(bytes - Buffer.byteLength(empty)) })
}
const told = ({ status, body }: Answer) => [status, body.errors?.[0]]
const tooLarge = (limit: number) => [413, failureBody(`The body is over the limit of ${limit} bytes`)]

/** Operations that take more than the usual, and how much; whether they like what it says is another matter. */
const larger: Record<string, number> = {
  'POST /api/v1/recordings/upload': 5_242_880,
  'POST /api/v1/calendar/import': 5_242_880,
  'POST /api/v1/users/import': 5_242_880,
  'POST /api/v1/note': 5_242_880,
  'POST /api/v1/note/{note_id}/agenda': 5_242_880,
  'POST /api/v1/note/{note_id}/agenda/append': 5_242_880,
  'POST /api/v1/note/{note_id}/agenda/prepend': 5_242_880,
  'POST /api/v1/note/{note_id}/agenda/find-replace': 5_242_880,
  'PATCH /api/v1/recording/{recording_id}': 5_242_880,
  'PUT /api/v1/note_templates': 2_097_152,
  'PUT /api/v1/glossary': 4_194_304,
  'POST /api/v1/action_item': 262_144,
  'PATCH /api/v1/action_item/{item_id}': 262_144,
}

type Described = {
  parameters?: { in: string; name: string; schema?: Schema; content: Content }[]
  requestBody?: { content: Content }
}
type Content = Record<string, { schema: Schema }>
type Schema = Record<string, unknown>

const operations = () =>
  Object.entries((world.api.document() as { paths: Record<string, Record<string, Described>> }).paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, each]) => [`${method.toUpperCase()} ${path}`, each] as const),
  )

test('each operation with a body has its limit: 64 KiB, or what its contents need', async () => {
  const reading = operations().filter(([, { requestBody }]) => requestBody?.content['application/json'])
  assert(reading.length > 25)
  for (const [name] of reading) {
    const [method, path] = name.split(' ') as [string, string]
    const limit = larger[name] ?? usual
    const address = path.replaceAll(/\{\w+\}/g, 'none')
    const declared = { headers: { 'content-length': String(limit + 1) }, key: keys.bo, body: padded(limit + 1) }
    const above = await world.request(method, address, declared)
    assert.deepEqual([above.status, above.body], tooLarge(limit), name)
    const at = await world.request(method, address, { key: keys.bo, body: padded(limit) })
    assert.notEqual(at.status, 413, name)
  }
})

test('a BODY_LIMIT_BYTES below 64 KiB applies everywhere, a larger one to operations with large contents', async () => {
  await using small = await openWorld({ BODY_LIMIT_BYTES: '2048' })
  await small.load(...acme())
  for (const path of ['/api/v1/notes', '/api/v1/note/n_1/agenda']) {
    assert.notEqual((await small.post(path, keys.ada, padded(2_048))).status, 413)
    const { status, body } = await small.post(path, keys.ada, padded(2_049))
    assert.deepEqual([status, body], tooLarge(2_048))
  }
})

const inside = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('a body has at most 64 levels and 20,000 values', async () => {
  const notes = (body: string) => world.post('/api/v1/notes', keys.ada, body)
  for (const depth of [62, 63]) assert.equal((await notes(`{"x":${inside(depth)}}`)).status, 200)
  const deep = [400, { location: 'body', message: 'must not nest deeper than 64 levels' }]
  assert.deepEqual(told(await notes(`{"x":${inside(64)}}`)), deep)
  assert.deepEqual(told(await notes(inside(30_000))), deep)
  // The body and the list are two of them.
  const many = (values: number) =>
    `{"x":[${Array(values - 2)
      .fill('1')
      .join()}]}`
  for (const values of [19_999, 20_000]) assert.equal((await notes(many(values))).status, 200)
  const excess = [400, { location: 'body', message: 'must hold at most 20000 values' }]
  assert.deepEqual(told(await notes(many(20_001))), excess)
  const write = (body: string) => world.post('/api/v1/note/n_1/agenda', keys.ada, body)
  assert.deepEqual(told(await write(`{"title":"Weekly 5 Jan","x":[${Array(300_000).fill('1').join()}]}`)), excess)
})

test('JSON in a query has the same limit of levels, and the error names its place', async () => {
  const list = (filters: string) => world.get(`/api/v1/audit_log?filters=${encodeURIComponent(filters)}`, keys.ada)
  assert.equal((await list(`{"x":${inside(63)}}`)).status, 200)
  assert.deepEqual(told(await list(`{"x":${inside(64)}}`)), [
    400,
    { location: 'query.filters', message: 'must not nest deeper than 64 levels' },
  ])
})

test('an error answer has at most 16 KiB, whatever was sent', async () => {
  const name = 'n'.repeat(1_000_000)
  const answers = [
    await world.post('/api/v1/note/n_1/agenda', keys.ada, {
      content_native_markdown: `::agenda{version=1}\n\n::${name}`,
    }),
    await world.post('/api/v1/note/n_1/agenda', keys.ada, `{"${name}":"\\u0000"}`),
    await world.post('/api/v1/recordings/upload', keys.ada, `{"${name}":{"${name}":"\\ud800"}}`),
    await world.post('/api/v1/recordings/upload', keys.ada, { title: name, url: name, started_at: name }),
    await world.post('/api/v1/webhook', keys.ada, {
      url: 'https://a.test',
      enabled_events: Array(100).fill('e'.repeat(600)),
    }),
    await world.post('/api/v1/action_item', keys.ada, { text: 'x', assignees: Array(100).fill('\u0001'.repeat(400)) }),
  ]
  for (const { status, text } of answers) {
    assert([400, 503].includes(status), text.slice(0, 300))
    assert(Buffer.byteLength(text) <= 16_384, `${text.length} ${text.slice(0, 100)}`)
  }
})

test('a text that is too long gives only that error: its content is not checked', async () => {
  const upload = await world.post('/api/v1/recordings/upload', keys.ada, {
    title: 'x',
    url: 'https://a.test/x',
    participants: [{ email: 'b'.repeat(2_049) }],
    started_at: '2'.repeat(65),
    language_code: 'x'.repeat(256),
  })
  assert.deepEqual(
    upload.body.errors.map(({ location, message }: { location: string; message: string }) => `${location} ${message}`),
    [
      'body.language_code must have at most 255 characters',
      'body.started_at must have at most 64 characters',
      'body.participants[0].email must have at most 1024 characters',
    ],
  )
})

test('every text of a request has a maximum length, and a pattern that reads it once', () => {
  const faults: string[] = []
  const walk = (place: string, schema: Schema) => {
    const isText = [schema.type].flat().includes('string')
    if (isText && schema.maxLength === undefined && !schema.enum && schema.const === undefined) faults.push(place)
    if (typeof schema.pattern === 'string' && !readsOnce(schema.pattern)) faults.push(`${place} ${schema.pattern}`)
    for (const [key, inner] of Object.entries(schema)) {
      if (typeof inner === 'object' && inner !== null && !/^examples?$/.test(key))
        walk(`${place} ${key}`, inner as Schema)
    }
  }
  for (const [name, { parameters = [], requestBody }] of operations()) {
    // Headers have 16 KiB in all, and no schema judges them.
    for (const each of parameters) if (each.in !== 'header') walk(`${name} ${each.name}`, each.schema ?? each.content)
    const body = requestBody?.content['application/json']
    if (body) walk(name, body.schema)
  }
  assert.deepEqual(faults, [])
})

/** Without groups and with one repetition there is one way only to read a text. */
function readsOnce(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return !/[(|]/.test(bare) && (bare.match(/[*+{]/g)?.length ?? 0) <= 1
}

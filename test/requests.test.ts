/**
 * What a request may look like, and what is said of one that may not (decisions 1 on bodies, 2 on errors and 9 on date
 * filters to 12 on channel filters).
 */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

const limit = 65_536
const lists = ['notes', 'recordings', 'recordings/upload/list', 'action_items'].map((list) => `/api/v1/${list}`)

let world: World
before(async () => {
  world = await openWorld({ BODY_LIMIT_BYTES: String(limit) })
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const notes = (body: unknown, key = keys.ada) => world.post('/api/v1/notes', key, body)
const found = ({ body }: Answer): string[] => (body.data ?? body.uploads.data).map((row: { id: string }) => row.id)

/** The answer is a 400 with exactly these faults. */
function assertFaults(answer: Answer, locations: string[], name = ''): void {
  assert.equal(answer.status, 400, `${name} ${answer.text}`)
  const errors: { location: string; message: string }[] = answer.body.errors ?? []
  assert.deepEqual(errors.map(({ location }) => location).sort(), [...locations].sort(), `${name} ${answer.text}`)
  for (const { message } of errors) assert.match(message, /^(must|is) /, name)
  assert.equal(typeof answer.body.message, 'string', name)
}

test('1: unknown keys are ignored at every level', async () => {
  const odd = { hello: 1, page_sizes: null, toString: 'x', nested: { page_size: 'x' } }
  for (const list of lists) {
    const plain = await world.post(list, keys.ada, {
      pagination: { page_size: 1 },
      filters: { created_at_start: '2026-01-05' },
    })
    const decorated = await world.post(list, keys.ada, {
      ...odd,
      pagination: { ...odd, page_size: 1 },
      filters: { ...odd, created_at_start: '2026-01-05' },
      include: odd,
    })
    assert.equal(plain.status, 200)
    assert.equal(plain.headers['ignored-fields'], undefined)
    assert.deepEqual(decorated.body, plain.body, list)
    const named = String(decorated.headers['ignored-fields']).split(', ')
    assert.deepEqual(named.slice(0, 4), ['hello', 'page_sizes', 'toString', 'nested'], list)
    for (const field of ['pagination.hello', 'filters.toString']) assert(named.includes(field), `${list} ${named}`)
    assert(!named.includes('nested.page_size'), 'a field within an unknown one goes with it')
  }
})

test('1: unknown fields of a query, of JSON in it, and of an upload are named, but not in refused requests', async () => {
  const ignoredBy = ({ headers }: Answer) => headers['ignored-fields']
  const filters = encodeURIComponent(JSON.stringify({ statuss: 'failed' }))
  const listed = await world.get(`/api/v1/webhooks?pagesize=3&filters=${filters}`, keys.ada)
  assert.deepEqual([listed.status, ignoredBy(listed)], [200, 'pagesize, filters.statuss'])
  const transcript = { format: 'vtt', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello', lang: 'en' }
  const upload = await world.post('/api/v1/recordings/upload', keys.ada, { title: 'x', titel: 'y', transcript })
  assert.deepEqual([upload.status, ignoredBy(upload)], [201, 'titel, transcript.lang'])
  assert.equal(ignoredBy(await notes({ filters: { titel: 'x', title: 3 } })), undefined)
})

test('1: null means absent for every optional field', async () => {
  const document = world.api.document() as { paths: Record<string, { post?: { requestBody: unknown } }> }
  for (const list of lists) {
    const plain = await world.post(list, keys.ada, {})
    const schema = JSON.parse(JSON.stringify(document.paths[list]!.post!.requestBody)).content['application/json']
      .schema
    // That `media_url` is there is a request by itself.
    const groups = Object.entries<{ properties?: object }>(schema.properties).filter(([name]) => name !== 'media_url')
    const nulls = (properties: object) => Object.fromEntries(Object.keys(properties).map((name) => [name, null]))
    const inside = groups.map(([name, group]) => [name, group.properties ? nulls(group.properties) : null])
    for (const body of [nulls(schema.properties), Object.fromEntries(inside)]) {
      assert.deepEqual((await world.post(list, keys.ada, body)).body, plain.body, `${list} ${JSON.stringify(body)}`)
    }
  }
})

test('1: bodies are not coerced', async () => {
  const refused: [body: unknown, location: string, list?: string][] = [
    [[], 'body'],
    ['text', 'body'],
    [5, 'body'],
    [true, 'body'],
    [{ pagination: [] }, 'body.pagination'],
    [{ pagination: 'x' }, 'body.pagination'],
    [{ pagination: { page_size: '20' } }, 'body.pagination.page_size'],
    [{ pagination: { page_size: 1.5 } }, 'body.pagination.page_size'],
    [{ pagination: { page_size: true } }, 'body.pagination.page_size'],
    [{ pagination: { page_size: [20] } }, 'body.pagination.page_size'],
    [{ pagination: { page_size: 0 } }, 'body.pagination.page_size'],
    [{ pagination: { page_size: 51 } }, 'body.pagination.page_size'],
    [{ pagination: { page_size: -1 } }, 'body.pagination.page_size'],
    [{ pagination: { cursor: 5 } }, 'body.pagination.cursor'],
    [{ filters: 'title' }, 'body.filters'],
    [{ filters: { title: 5 } }, 'body.filters.title'],
    [{ filters: { event_guid: false } }, 'body.filters.event_guid'],
    [{ filters: { series_id: 7 } }, 'body.filters.series_id'],
    [{ filters: { series_id: ['se_w'] } }, 'body.filters.series_id', '/api/v1/action_items'],
    [{ filters: { channel_id: {} } }, 'body.filters.channel_id'],
    [{ filters: { created_at_start: 20260105 } }, 'body.filters.created_at_start'],
    [{ include: true }, 'body.include'],
    [{ include: { content_markdown: 'true' } }, 'body.include.content_markdown'],
    [{ include: { content_markdown: 1 } }, 'body.include.content_markdown'],
    [{ media_url_expires_in: 3_599 }, 'body.media_url_expires_in', '/api/v1/recordings'],
    [{ media_url_expires_in: 86_401 }, 'body.media_url_expires_in', '/api/v1/recordings'],
    [{ filters: { status: 'success' } }, 'body.filters.status', '/api/v1/recordings/upload/list'],
    [{ filters: { status: 5 } }, 'body.filters.status', '/api/v1/recordings/upload/list'],
    [{ order_by: 'newest' }, 'body.order_by', '/api/v1/action_items'],
    [{ order_by: 5 }, 'body.order_by', '/api/v1/action_items'],
  ]
  for (const [body, location, list = '/api/v1/notes'] of refused) {
    assertFaults(await world.post(list, keys.ada, JSON.stringify(body)), [location], JSON.stringify(body))
  }
})

test('1: query strings are coerced', async () => {
  const { body } = await world.get('/api/v1/channels?page_size=1', keys.ada)
  assert.deepEqual([body.page_info.page_size, body.data.length], [1, 1])
  for (const value of ['0', '51', '-1', '1.5', 'x', 'true', '', '1&page_size=2']) {
    assertFaults(await world.get(`/api/v1/channels?page_size=${value}`, keys.ada), ['query.page_size'], value)
  }
  const recording = (seconds: string) => world.get(`/api/v1/recording/r_1?media_url_expires_in=${seconds}`, keys.ada)
  assert.equal((await recording('3600')).status, 200)
  assertFaults(await recording('3599'), ['query.media_url_expires_in'])

  const audit = (filters: string) => world.get(`/api/v1/audit_log?filters=${encodeURIComponent(filters)}`, keys.ada)
  for (const filters of ['{}', '{"user_id":null,"unknown":[]}', 'null'])
    assert.equal((await audit(filters)).status, 200, filters)
  for (const filters of ['', '{', '[]', '"x"']) assertFaults(await audit(filters), ['query.filters'], filters)
  assertFaults(await audit('{"at_start":"x","at_end":"y"}'), ['query.filters.at_start', 'query.filters.at_end'])
})

test('1: a missing body is an empty object, or an error if the body is required', async () => {
  for (const list of lists) {
    const plain = await world.post(list, keys.ada, {})
    for (const type of ['', 'application/json', 'text/plain']) {
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      const answer = await world.post(list, keys.ada, undefined, { headers })
      if (list.endsWith('upload/list')) assertFaults(answer, ['body'], list)
      else assert.deepEqual(answer.body, plain.body, list)
    }
  }
  assertFaults(await world.post('/api/v1/recordings/upload/list', keys.ada, 'null'), ['body'])
  assert.equal((await notes('null')).status, 200)
})

test('2: one entry for each error, with its place', async () => {
  const answer = await notes({
    pagination: { page_size: 99, cursor: 1 },
    filters: { title: 'x'.repeat(256), created_at_start: 'soon', updated_at_end: '2026-02-30' },
    include: { event_attendees: 'yes' },
  })
  const places = ['pagination.page_size', 'pagination.cursor', 'filters.title', 'filters.created_at_start']
  assertFaults(
    answer,
    [...places, 'filters.updated_at_end', 'include.event_attendees'].map((place) => `body.${place}`),
  )

  for (const text of ['{', '{}}', '{"a":1,}', "{'a':1}", '{"a":NaN}', ' ', Buffer.from('{"a":"\xff"}', 'latin1')]) {
    assertFaults(await notes(text), ['body'], String(text))
  }
  assertFaults(await notes('{"filters":{"title":"a\\u0000"}}'), ['body.filters.title'])
  assertFaults(await notes('{"filters":{"title":"\\ud83d"}}'), ['body.filters.title'])
  assert.equal((await notes('{"filters":{"title":"\\ud83d\\ude00"}}')).status, 200)
})

test('10: pages of 1 to 50, 20 by default', async () => {
  for (const [pagination, size] of [
    [undefined, 20],
    [{}, 20],
    [{ page_size: 1 }, 1],
    [{ page_size: 50 }, 50],
  ] as const) {
    assert.equal((await notes({ pagination })).body.page_info.page_size, size)
  }
})

test('10: a cursor leads through the list once and is refused in other lists', async () => {
  const seen: string[] = []
  const cursors: string[] = []
  for (let cursor: string | null = null, pages = 0; pages === 0 || cursor; pages++) {
    assert(pages < 10, 'the pages end')
    const answer: Answer = await notes({ pagination: { page_size: 1, cursor } })
    seen.push(...found(answer))
    cursor = answer.body.page_info.cursor
    if (cursor) cursors.push(cursor)
  }
  assert.deepEqual(seen, found(await notes({})))
  assert.deepEqual([seen.length, cursors.length], [3, 2], 'the last page, though full, has no cursor')

  const [ours] = cursors as [string]
  const orders = { pagination: { page_size: 1 }, order_by: 'due_date' }
  const other = (await world.post('/api/v1/action_items', keys.ada, orders)).body.page_info.cursor
  const changed = ours.slice(0, -1) + (ours.endsWith('A') ? 'B' : 'A')
  for (const cursor of [
    '',
    'x',
    ours.slice(1),
    ours.slice(0, -1),
    `${ours}A`,
    `${ours}=`,
    ` ${ours}`,
    changed,
    other,
    ...[2_047, 2_048, 2_049, 60_000].map((length) => 'x'.repeat(length)),
  ]) {
    const answer = await notes({ pagination: { cursor } })
    assert.deepEqual([answer.status, answer.body], [400, failureBody('Invalid cursor')], cursor)
  }
  for (const list of lists.slice(1)) {
    assert.equal(
      (await world.post(list, keys.ada, { pagination: { cursor: ours } })).body.message,
      'Invalid cursor',
      list,
    )
  }
  for (const path of ['/api/v1/channels', '/api/v1/changes', '/api/v1/audit_log']) {
    const { status, body } = await world.get(`${path}?cursor=${'x'.repeat(10_000)}`, keys.ada)
    assert.deepEqual([status, body.message], [400, 'Invalid cursor'], path)
  }
  const elsewhere = await world.post('/api/v1/action_items', keys.ada, { pagination: { cursor: other } })
  assert.equal(elsewhere.body.message, 'Invalid cursor', 'of the same list in another order')
})

test('11: titles are searched without case, with every character as itself, up to 255 code points', async () => {
  const byTitle = async (title: string) => found(await notes({ filters: { title } }))
  for (const title of ['100% of', '%', 'a_s', '\\', '𝒜DA']) assert.deepEqual(await byTitle(title), ['n_ada'], title)
  for (const title of ['strasse', 'straße', 'STRASSE']) assert.deepEqual(await byTitle(title), ['n_bo'], title)
  for (const title of ['10_%', '%%', '__', 'a%s']) assert.deepEqual(await byTitle(title), [], title)
  assert.equal((await byTitle('')).length, 3)
  for (const character of ['x', '𝒜', 'ß']) {
    assert.equal((await notes({ filters: { title: character.repeat(255) } })).status, 200)
    assertFaults(await notes({ filters: { title: character.repeat(256) } }), ['body.filters.title'], character)
  }
})

test('12: a channel in a filter must be visible to the caller', async () => {
  const refusal = [400, failureBody('Invalid filters: channel not found or not accessible')]
  for (const list of lists.slice(0, 3)) {
    const of = async (channel_id: string, key: string) => {
      const { status, body } = await world.post(list, key, { filters: { channel_id } })
      return [status, body]
    }
    for (const channel of ['ch_none', 'ch_ada'])
      assert.deepEqual(await of(channel, keys.bo), refusal, `${list} ${channel}`)
    assert.deepEqual(await of('ch_none', keys.ada), refusal)
    assert.deepEqual(await of('ch_eng', keys.zoe), refusal)
    for (const [channel, key] of [
      ['ch_ada', keys.ada],
      ['ch_ada', keys.adaRegular],
      ['ch_eng', keys.bo],
    ] as const) {
      assert.equal((await of(channel, key))[0], 200, `${list} ${channel}`)
    }
  }
})

test('2: 413 above the limit, with and without a content length', async () => {
  const body = (bytes: number) => JSON.stringify({ padding: 'x'.repeat(bytes - 14) })
  assert.equal(Buffer.byteLength(body(limit)), limit)
  const streamed = (bytes: number) =>
    world.api.api.inject({
      method: 'POST',
      url: '/api/v1/notes',
      headers: { 'x-api-key': keys.ada, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      payload: Readable.from([body(bytes).slice(0, 100), body(bytes).slice(100)]),
    })
  assert.equal((await notes(body(limit))).status, 200)
  assert.equal((await streamed(limit)).statusCode, 200)
  const refusal = failureBody(`The body is over the limit of ${limit} bytes`)
  const declared = await notes(body(limit + 1))
  assert.deepEqual([declared.status, declared.body], [413, refusal])
  const counted = await streamed(limit + 1)
  assert.deepEqual([counted.statusCode, counted.json()], [413, refusal])
})

test('2: 415 for anything but JSON', async () => {
  const as = (type: string) => world.post('/api/v1/notes', keys.ada, '{}', { headers: { 'content-type': type } })
  for (const type of [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/vnd.acme+json',
    'application/json;',
  ]) {
    assert.equal((await as(type)).status, 200, type)
  }
  for (const type of [
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'json',
    '',
    ';',
  ]) {
    assert.equal((await as(type)).status, 415, type)
  }
})

/** The client against the real service: lists item by item, errors, the rate limit, redirects, events. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createClient, dataOf, type ListPath, type MinutebookClient, MinutebookError } from '../sdk/src/client.ts'
import { acmeWithWebhooks, keys } from './support/acme.ts'
import { operationsOf } from './support/contract.ts'
import { failureBody } from './support/failure-body.ts'
import { openListening } from './support/listening.ts'
import { addGrants } from './support/oauth.ts'
import { addDelivery } from './support/webhook-world.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let url: string
before(async () => {
  world = await openWorld()
  await world.load(...acmeWithWebhooks())
  await addDelivery(world)
  url = await world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world[Symbol.asyncDispose]())

const as = (key?: string): MinutebookClient => createClient({ url, key })

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** A server that is not the service. */
async function openServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('every list of the API returns item by item the same, in pages of one and of fifty', async () => {
  const client = as(keys.ada)
  const delivered = { params: { path: { webhook_id: 'wh_1' } } }
  let decided = ''
  const lists: { [Path in ListPath]: (size: number) => Promise<unknown[]> } = {
    '/api/v1/notes': (page_size) => collect(client.pages('/api/v1/notes', { body: { pagination: { page_size } } })),
    '/api/v1/recordings': (page_size) =>
      collect(client.pages('/api/v1/recordings', { body: { pagination: { page_size } } })),
    '/api/v1/recordings/upload/list': (page_size) =>
      collect(client.pages('/api/v1/recordings/upload/list', { body: { pagination: { page_size } } })),
    '/api/v1/action_items': (page_size) =>
      collect(client.pages('/api/v1/action_items', { body: { pagination: { page_size } } })),
    '/api/v1/decisions': (page_size) =>
      collect(client.pages('/api/v1/decisions', { body: { pagination: { page_size } } })),
    '/api/v1/search': (page_size) =>
      collect(client.pages('/api/v1/search', { body: { query: 'deck', pagination: { page_size } } })),
    '/api/v1/audit_log': (page_size) =>
      collect(client.pages('/api/v1/audit_log', { params: { query: { page_size } } })),
    '/api/v1/users': (page_size) => collect(client.pages('/api/v1/users', { params: { query: { page_size } } })),
    '/api/v1/api_keys': (page_size) => collect(client.pages('/api/v1/api_keys', { params: { query: { page_size } } })),
    '/api/v1/channel/{channel_id}/members': (page_size) =>
      collect(
        client.pages('/api/v1/channel/{channel_id}/members', {
          params: { path: { channel_id: 'ch_eng' }, query: { page_size } },
        }),
      ),
    '/api/v1/recordings/upload/tus': (page_size) =>
      collect(client.pages('/api/v1/recordings/upload/tus', { params: { query: { page_size } } })),
    '/api/v1/channels': (page_size) => collect(client.pages('/api/v1/channels', { params: { query: { page_size } } })),
    '/api/v1/recording/{recording_id}/history': (page_size) =>
      collect(
        client.pages('/api/v1/recording/{recording_id}/history', {
          params: { path: { recording_id: 'r_1' }, query: { page_size } },
        }),
      ),
    '/api/v1/decision/{decision_id}/history': (page_size) =>
      collect(
        client.pages('/api/v1/decision/{decision_id}/history', {
          params: { path: { decision_id: decided }, query: { page_size } },
        }),
      ),
    '/api/v1/grants': (page_size) => collect(client.pages('/api/v1/grants', { params: { query: { page_size } } })),
    '/api/v1/sessions': (page_size) => collect(client.pages('/api/v1/sessions', { params: { query: { page_size } } })),
    '/api/v1/webhooks': (page_size) => collect(client.pages('/api/v1/webhooks', { params: { query: { page_size } } })),
    '/api/v1/webhook/{webhook_id}/deliveries': (page_size) =>
      collect(
        client.pages('/api/v1/webhook/{webhook_id}/deliveries', {
          params: { ...delivered.params, query: { page_size } },
        }),
      ),
    '/api/v1/erasures': (page_size) => collect(client.pages('/api/v1/erasures', { params: { query: { page_size } } })),
    '/api/v1/former_texts': (page_size) =>
      collect(client.pages('/api/v1/former_texts', { params: { query: { page_size } } })),
    '/api/v1/calendar/feeds': (page_size) =>
      collect(client.pages('/api/v1/calendar/feeds', { params: { query: { page_size } } })),
  }
  const documented = operationsOf(world.api.document()).filter(
    ([name, { responses }]) =>
      name !== 'get /api/v1/changes' && JSON.stringify(responses['200'] ?? {}).includes('PageInfo'),
  )
  assert.deepEqual(Object.keys(lists).sort(), documented.map(([name]) => name.split(' ')[1]).sort())
  const hold = (legal_hold: string | null) => client.PATCH('/api/v1/workspace', { body: { legal_hold } })
  await hold('Case 4711')
  for (const title of ['Weekly', 'Weekly 5 Jan'])
    await client.PATCH('/api/v1/recording/{recording_id}', {
      params: { path: { recording_id: 'r_1' } },
      body: { title },
    })
  await hold(null)
  for (const text of ['Rent the hall', 'Buy chairs'])
    decided = dataOf(await client.POST('/api/v1/decision', { body: { note_id: 'n_1', text } })).decision.id
  await client.PATCH('/api/v1/decision/{decision_id}', {
    params: { path: { decision_id: decided } },
    body: { status: 'withdrawn' },
  })
  await addGrants(world, 'u_ada', ['gr_1', 'gr_2'])
  for (const _ of [1, 2]) await client.POST('/api/v1/session', { body: { api_key: keys.ada } })
  // Each request on behalf of somebody is a row of the audit log.
  for (const _ of [1, 2])
    await createClient({ url, key: keys.ada, headers: { 'X-On-Behalf-Of': 'u_bo' } }).GET('/api/v1/me')
  for (const _ of [1, 2]) {
    await fetch(`${url}/api/v1/recordings/upload/tus`, {
      method: 'POST',
      headers: {
        'X-API-KEY': keys.ada,
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '9',
        'Upload-Metadata': 'title QQ==',
      },
    })
  }
  for (const [path, list] of Object.entries(lists)) {
    const whole = await list(50)
    assert.deepEqual(await list(1), whole, path)
    assert(whole.length > 1 || /(feeds|deliveries|erasures)$/.test(path), `${path} has one page`)
  }
})

test('an empty list, a list that is left early, and a refused list', async () => {
  const ids = (await collect(as(keys.bo).pages('/api/v1/notes'))).map(({ id }) => id)
  assert.deepEqual(ids.sort(), ['n_1', 'n_bo'])
  for await (const note of as(keys.bo).pages('/api/v1/notes', { body: { include: { content_markdown: true } } })) {
    assert.equal(typeof note.content_markdown, 'string')
    break
  }
  const refused = collect(as(keys.bo).pages('/api/v1/notes', { body: { filters: { title: 'x'.repeat(256) } } }))
  await assert.rejects(refused, (error) => {
    assert(error instanceof MinutebookError)
    assert.deepEqual([error.status, error.errors[0]?.location], [400, 'body.filters.title'])
    assert.match(error.requestId!, /^req_/)
    return true
  })
  await assert.rejects(collect(as('mb_none').pages('/api/v1/users')), { status: 401 })
})

test('an operation answers with data or with an error; `dataOf` throws it', async () => {
  const { data, error, response } = await as(keys.bo).GET('/api/v1/note/{note_id}', {
    params: { path: { note_id: 'n_1' } },
  })
  assert.deepEqual([data?.note.title, error, response.status], ['Weekly 5 Jan', undefined, 200])
  const missing = await as(keys.bo).GET('/api/v1/note/{note_id}', { params: { path: { note_id: 'n_ada' } } })
  assert.deepEqual([missing.data, missing.error], [undefined, failureBody('Note not found')])
  assert.throws(() => dataOf(missing), { name: 'MinutebookError', status: 404, message: 'Note not found' })
  const { action_item } = dataOf(await as(keys.bo).POST('/api/v1/action_item', { body: { text: 'Buy glue' } }))
  const path = { item_id: action_item.id }
  const changed = await as(keys.bo).PATCH('/api/v1/action_item/{item_id}', {
    params: { path },
    body: { text: 'Buy glass' },
  })
  assert.equal(dataOf(changed).action_item.text, 'Buy glass')
})

test('an invalid address or header is refused before anything is sent', () => {
  for (const wrong of ['', 'localhost:8080', 'ftp://acme.test', '/api']) {
    assert.throws(() => createClient({ url: wrong, key: 'mb_1' }), { name: 'TypeError', message: /^url must be/ })
  }
  assert.throws(() => createClient({ url, key: 'mb_1\r\nhost: elsewhere.test' }), TypeError)
})

test('a request beyond the rate waits and is sent again with its body; the caller handles long waits', async () => {
  await using limited = await openWorld({ API_RATE_PER_SECOND: '1', API_RATE_PER_DAY: '4' })
  await limited.load(...acmeWithWebhooks())
  const address = await limited.api.api.listen({ port: 0, host: '127.0.0.1' })
  const client = createClient({
    url: address,
    key: keys.bo,
    // The clock of this service stands still.
    fetch: async (...request) => {
      const answer = await fetch(...request)
      statuses.push(answer.status)
      if (answer.status === 429) limited.advance({ seconds: 2 })
      return answer
    },
  })
  const statuses: number[] = []
  dataOf(await client.GET('/api/v1/me'))
  const { action_item } = dataOf(await client.POST('/api/v1/action_item', { body: { text: 'Buy glue' } }))
  assert.equal(action_item.text, 'Buy glue')
  assert.deepEqual(statuses, [200, 429, 201])
  for (let tries = 0; tries < 4; tries++) {
    limited.advance({ seconds: 2 })
    const { error } = await client.GET('/api/v1/me')
    if (error?.code !== 'rate_limited') continue
    assert.equal(statuses.at(-1), 429)
    return
  }
  assert.fail(`the limit of the day was not met: ${statuses}`)
})

test('the key does not follow a redirect', async () => {
  const heard: unknown[] = []
  await using elsewhere = await openServer((request, response) => {
    heard.push(request.headers)
    response.end('{}')
  })
  await using moved = await openServer((request, response) => {
    response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end()
  })
  const client = createClient({ url: moved.url, key: keys.bo })
  const message = new RegExp(`redirects to ${elsewhere.url}/api/v1/`)
  const answer = await client.GET('/api/v1/me')
  assert.throws(() => dataOf(answer), { status: 307, message })
  await assert.rejects(collect(client.pages('/api/v1/notes')), { status: 307, message })
  await assert.rejects(client.follow().next(), { message })
  await assert.rejects(client.listen().next(), { message })
  await assert.rejects(client.upload(new Blob(['x']), { title: 'x' }), { message })
  await assert.rejects(client.upload({ url: 'https://acme.test/x' }, { title: 'x' }), { message })
  assert.deepEqual(heard, [])
})

test('events with their ids and types; the loop ends by its signal, by break, and by a refusal', async () => {
  await using here = await openListening()
  await here.reset()
  const address = await here.world.api.api.listen({ port: 0, host: '127.0.0.1' })
  const client = createClient({ url: address, key: keys.bo })
  const happen = async (text: string) => {
    await here.create({ text, assignees: ['u_bo'] })
    await here.sentAfter(31)
  }
  const stopping = new AbortController()
  const opened: string[] = []
  const events = client.listen({ signal: stopping.signal, onOpen: () => opened.push('open') })
  const next = events.next()
  while (opened.length === 0) await new Promise(setImmediate)
  await happen('One')
  const { id, event, data } = (await next).value!
  assert.deepEqual([event.event_type, 'text' in event && event.text], ['action_item.assigned', 'One'])
  assert.deepEqual(JSON.parse(data), event)
  const waiting = events.next()
  stopping.abort()
  assert.deepEqual(await waiting, { done: true, value: undefined })

  await happen('Two')
  for await (const { event } of client.listen({ lastEventId: id })) {
    assert.equal('text' in event && event.text, 'Two')
    break
  }
  here.world.advance({ minutes: 16 })
  const gaps: string[] = []
  const late = client.listen({ lastEventId: id, onGap: (message) => gaps.push(message) })
  await late.next()
  await late.return()
  assert.match(gaps.join(), /some may be missing/)
  await assert.rejects(createClient({ url: address, key: 'none' }).listen().next(), { status: 401 })
  await assert.rejects(client.listen({ lastEventId: 'none' }).next(), { message: 'Invalid Last-Event-ID' })
  const thrown = client.listen({
    onOpen: () => {
      throw new Error('of the caller')
    },
  })
  await assert.rejects(thrown.next(), { message: 'of the caller' })
})

test('an answer that is not an event stream is an error', async () => {
  await using page = await openServer((_request, response) => response.setHeader('content-type', 'text/html').end('hi'))
  await assert.rejects(createClient({ url: page.url }).listen().next(), { message: /not a stream of events/ })
})

test('the client uses the contract also in a workspace with the hosted profile', async () => {
  const client = as(keys.ada)
  const set = (compatibility: 'none' | 'hosted') => client.PATCH('/api/v1/workspace', { body: { compatibility } })
  assert.equal((await set('hosted')).data?.workspace.compatibility, 'hosted')
  const notes = await collect(client.pages('/api/v1/notes', { body: { include: { event_attendees: true } } }))
  assert(notes.some(({ event_attendees }) => event_attendees?.includes('ada@acme.test')))
  const { data } = await client.GET('/api/v1/recording/{recording_id}', { params: { path: { recording_id: 'r_1' } } })
  assert.equal(data?.recording.ai_notes?.markdown, '## Points\n\n* Send the deck')
  await set('none')
})

/** `GET /api/v1/events` over real sockets: the sight of a user webhook, nothing lost and nothing twice. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type KyselyPlugin, sql } from 'kysely'
import { readStream, type ServerSentEvent } from '../sdk/src/event-stream-reader.ts'
import { Signal } from '../server/platform/signal.ts'
import { announce } from '../server/webhooks/announce/announce.ts'
import { unnamedTypes } from '../server/webhooks/events/event-types.ts'
import { eventStream, readPosition } from '../server/webhooks/stream/event-stream.ts'
import { forgetOldEvents } from '../server/webhooks/stream/stream-events.ts'
import { maxPerKey, maxPerPerson } from '../server/webhooks/stream/subscriptions.ts'
import { keys } from './support/acme.ts'
import { batchOf } from './support/event-batch.ts'
import { failureBody } from './support/failure-body.ts'
import { type Listening, openListening } from './support/listening.ts'

let here: Listening
let origin: string
before(async () => {
  here = await openListening()
  origin = await here.world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => here[Symbol.asyncDispose]())
beforeEach(() => here.reset())

type Connection = Awaited<ReturnType<typeof listen>>

/** Connects as a program does; resolves when the connection is subscribed. */
async function listen(key: string, headers: Record<string, string> = {}, query = '') {
  const ending = new AbortController()
  const answer = await fetch(`${origin}/api/v1/events${query}`, {
    headers: { 'x-api-key': key, ...headers },
    signal: ending.signal,
  })
  assert.equal(answer.status, 200, await (answer.ok ? '' : answer.text()))
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  // Locked at once: a body that nobody reads yet ends as soon as its response is garbage-collected.
  const events = readStream(answer.body!.values())
  let place = ''
  const next = async (): Promise<ServerSentEvent | undefined> => {
    for (;;) {
      const { value, done } = await events.next()
      if (done) return undefined
      if (value.id) place = value.id
      if (value.data) return value
    }
  }
  // The first keep-alive, which a resumed connection does not get.
  if (!headers['last-event-id']) place = (await events.next()).value!.id
  return {
    next,
    /** The bodies of the next events. */
    async take(count: number) {
      const taken: { number: number }[] = []
      while (taken.length < count) taken.push(JSON.parse((await next())!.data))
      return taken
    },
    place: () => place,
    end: () => ending.abort(),
  }
}

let announced = 0
/** Announces an event to these people; its body has a number. */
const announceTo = (people: string[], about: object = { noteId: 'n_1' }, key = `event ${++announced}`) =>
  here.world.db
    .transaction()
    .execute((tx) =>
      announce(tx, here.world.base.clock(), {
        ...batchOf({ keys: [key], about, user: (id) => ({ number: announced, for: id }) }),
        audience: sql<boolean>`webhooks.user_id = any(${people})`,
      }),
    )

const numbers = async (connection: Connection, count: number) =>
  (await connection.take(count)).map(({ number }) => number)

test('a listener receives what a user webhook of the person would, in the same bytes; a super admin key receives what its person does', async () => {
  const ada = await listen(keys.ada)
  const bo = await listen(keys.bo)
  const asBo = await listen(keys.ada, { 'x-on-behalf-of': 'bo@acme.test' })
  await here.create({ text: 'Call Ada', assignees: ['u_ada'] }, keys.bo)
  await here.create({ text: 'Call Bo', assignees: ['u_bo'] })
  const sent = await here.sentAfter(31)
  const of = (webhook: string) => sent.filter((each) => each.webhook === webhook).map(({ body }) => body)
  assert.deepEqual([await ada.take(1), await bo.take(1), await asBo.take(1)], [of('wh_ada'), of('wh_bo'), of('wh_bo')])
  for (const connection of [ada, bo, asBo]) connection.end()
})

test('Last-Event-ID brings the events in between, in order and once; another connection changes nothing', async () => {
  const first = await listen(keys.bo)
  const start = announced
  await announceTo(['u_bo'])
  assert.deepEqual(await numbers(first, 1), [start + 1])
  first.end()
  const place = first.place()
  for (let count = 0; count < 25; count++) await announceTo(['u_bo', 'u_ada'])
  const other = await listen(keys.bo)
  const resumed = await listen(keys.bo, { 'last-event-id': place })
  await announceTo(['u_bo'])
  assert.deepEqual(
    await numbers(resumed, 26),
    Array.from({ length: 26 }, (_, index) => start + 2 + index),
  )
  assert.deepEqual(await numbers(other, 1), [announced])
  const quiet = await listen(keys.bo, { 'last-event-id': resumed.place() })
  await announceTo(['u_bo'])
  assert.deepEqual(await numbers(quiet, 1), [announced])
  for (const connection of [other, resumed, quiet]) connection.end()
})

test('each connection receives the types that it asked for; without a list those of the specification', async () => {
  const note = await listen(keys.bo, {}, '?enabled_events=note.changed,note.shared')
  const plain = await listen(keys.bo)
  await here.world.patch('/api/v1/note/n_1', keys.ada, { title: 'Changed' })
  await here.create({ text: 'Call Bo', assignees: ['u_bo'] })
  await here.sentAfter(31)
  await here.world.patch('/api/v1/note/n_1', keys.ada, { title: 'Again' })
  await here.sentAfter(31)
  const typesOf = (taken: object[]) => taken.map((body) => (body as { event_type: string }).event_type)
  assert.deepEqual(typesOf(await note.take(2)), ['note.changed', 'note.changed'])
  assert.deepEqual(typesOf(await plain.take(1)), ['action_item.assigned'])
  note.end()
  const resumed = await listen(keys.bo, { 'last-event-id': plain.place() }, '?enabled_events=note.changed')
  await here.create({ text: 'Call Bo again', assignees: ['u_bo'] })
  await here.sentAfter(31)
  assert.deepEqual(typesOf(await plain.take(1)), ['action_item.assigned'])
  for (const connection of [resumed, plain]) connection.end()
  const { status, body } = await here.world.get('/api/v1/events?enabled_events=note.changed,webhook.failing', keys.ada)
  assert.deepEqual([status, body.message.split('.')[0]], [400, 'Invalid event types: webhook'])
})

test('events of other types do not keep a connection silent', async () => {
  const { db, clock } = here.world.base
  const listener = {
    workspaceId: 'ws_acme',
    userId: 'u_bo',
    keyId: 'k_bo',
    sessionId: null,
    types: ['note.changed' as const],
  }
  const subscription = { listener, signal: new Signal(), open: true }
  const stream = eventStream({ db, clock }, subscription, { resumed: null, last: 7 }, 60_000)
  await stream.next()
  const next = stream.next()
  subscription.signal.wake()
  assert.match((await next).value!, /^: listening/)
})

test('an event of a transaction that began earlier and commits later is not lost', async () => {
  const { db, clock } = here.world.base
  const connection = await listen(keys.bo)
  const mayCommit = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow = db.transaction().execute(async (tx) => {
    const audience = sql<boolean>`webhooks.user_id = 'u_bo'`
    await announce(tx, clock(), batchOf({ keys: ['slow'], audience, user: () => ({ number: -1 }) }))
    begun.resolve()
    await mayCommit.promise
  })
  await begun.promise
  await announceTo(['u_bo'])
  assert.deepEqual(await numbers(connection, 1), [announced])
  mayCommit.resolve()
  await slow
  assert.deepEqual(await numbers(connection, 1), [-1])
  connection.end()
})

test('an event is sent once; of a rolled back transaction never; without a listener nothing is written', async () => {
  const rows = () => here.world.db.selectFrom('stream_events').select('user_id').execute()
  await announceTo(['u_ada', 'u_bo'])
  assert.deepEqual(await rows(), [])
  const connection = await listen(keys.bo)
  await announceTo(['u_ada', 'u_bo'], {}, 'twice')
  await announceTo(['u_ada', 'u_bo'], {}, 'twice')
  await assert.rejects(
    here.world.db.transaction().execute(async (tx) => {
      await announce(tx, here.world.base.clock(), batchOf({ keys: ['undone'] }))
      throw new Error('no')
    }),
  )
  assert.deepEqual(await rows(), [{ user_id: 'u_bo' }])
  connection.end()
})

test('deleting a note deletes its events that could still be resumed (decision 19 on deletion)', async () => {
  const connection = await listen(keys.bo)
  connection.end()
  await announceTo(['u_bo'], { noteId: 'n_1' })
  await announceTo(['u_bo'], { noteId: 'n_bo' })
  assert.equal((await here.world.delete('/api/v1/note/n_1', keys.ada)).status, 200)
  const resumed = await listen(keys.bo, { 'last-event-id': connection.place() })
  assert.deepEqual(await numbers(resumed, 1), [announced])
  resumed.end()
})

for (const [what, key, headers, change] of [
  ['the key', keys.bo, {}, `update api_keys set active = false where id = 'k_bo'`],
  ['its owner', keys.bo, {}, `update users set active = false where id = 'u_bo'`],
  ['whom it acts for', keys.ada, { 'x-on-behalf-of': 'u_bo' }, `update users set active = false where id = 'u_bo'`],
  [
    'its super admin mark',
    keys.ada,
    { 'x-on-behalf-of': 'u_bo' },
    `update api_keys set super_admin = false where id = 'k_ada'`,
  ],
  ['the switch', keys.bo, {}, `update workspaces set webhooks = 'switched_off' where id = 'ws_acme'`],
] as const) {
  test(`without ${what} no more events are sent, and the connection ends within seconds`, async () => {
    const connection = await listen(key, headers)
    const place = connection.place()
    await sql.raw(change).execute(here.world.db)
    await sql`insert into stream_events (workspace_id, user_id, event_key, event_type, body, created_at)
      values ('ws_acme', 'u_bo', 'after', 'ai_note.generated', '{}', ${here.world.base.clock()})`.execute(here.world.db)
    await sql`select pg_notify('minutebook_events', '')`.execute(here.world.db)
    assert.equal(await connection.next(), undefined)
    assert.equal(connection.place(), place)
    connection.end()
  })
}

test('a Last-Event-ID of 15 minutes ago resumes, an older one with a warning; an unknown one is a 400', async () => {
  const connection = await listen(keys.bo)
  connection.end()
  await announceTo(['u_bo'])
  here.world.advance({ minutes: 15 })
  const inTime = await listen(keys.bo, { 'last-event-id': connection.place() })
  assert.equal((await inTime.next())!.event, 'message')
  inTime.end()
  here.world.advance({ seconds: 1 })
  const late = await listen(keys.bo, { 'last-event-id': connection.place() })
  const { event, data } = (await late.next())!
  assert.equal(event, 'gap')
  assert.match(data, /more than 15 minutes ago are not kept/)
  assert.equal((await late.next())!.event, 'message')
  late.end()
  for (const id of ['7', 'yesterday', `${connection.place()}x`]) {
    const { status, body } = await here.world.get('/api/v1/events', keys.bo, { headers: { 'last-event-id': id } })
    assert.deepEqual([status, body], [400, failureBody('Invalid Last-Event-ID')])
  }
})

test('events that can no longer be resumed are removed, and none are written for a person who stopped listening', async () => {
  const { world } = here
  const connection = await listen(keys.bo)
  connection.end()
  await announceTo(['u_bo'])
  world.advance({ minutes: 30 })
  await forgetOldEvents(world.db, world.base.clock())
  const left = async () => (await world.db.selectFrom('stream_events').select('user_id').execute()).length
  assert.equal(await left(), 1)
  world.advance({ seconds: 1 })
  await announceTo(['u_bo'])
  assert.equal(await left(), 1, 'nobody listens')
  await forgetOldEvents(world.db, world.base.clock())
  assert.equal(await left(), 0)
})

test('a resumed connection gets what happened while the person or webhooks were switched off', async () => {
  const { db } = here.world
  const connection = await listen(keys.bo)
  connection.end()
  const off = [
    [sql`update users set active = false where id = 'u_bo'`, sql`update users set active = true where id = 'u_bo'`],
    [sql`update workspaces set webhooks = 'switched_off'`, sql`update workspaces set webhooks = 'enabled'`],
  ]
  const happened: number[] = []
  for (const [switchOff, switchOn] of off) {
    await switchOff!.execute(db)
    await announceTo(['u_bo'])
    happened.push(announced)
    await switchOn!.execute(db)
  }
  await announceTo(['u_bo'])
  happened.push(announced)
  const resumed = await listen(keys.bo, { 'last-event-id': connection.place() })
  const heard: number[] = []
  while (heard.at(-1) !== announced) heard.push(...(await numbers(resumed, 1)))
  assert.deepEqual(heard, happened)
  resumed.end()
})

test('a listener who leaves while an event is written gets none, and the change succeeds', async () => {
  const { db, base } = here.world
  const connection = await listen(keys.bo)
  connection.end()
  const batch = batchOf({ keys: ['late'], audience: sql<boolean>`webhooks.user_id = 'u_bo'` })
  const bodiesOf: typeof batch.bodiesOf = async (received) => {
    await db.deleteFrom('listeners').where('user_id', '=', 'u_bo').execute()
    return batch.bodiesOf(received)
  }
  await db.transaction().execute((tx) => announce(tx, base.clock(), { ...batch, bodiesOf }))
  assert.deepEqual(await db.selectFrom('stream_events').select('user_id').execute(), [])
})

test('all listeners share one database connection; the connections of a key are limited', async () => {
  const connections = await Promise.all(Array.from({ length: maxPerKey }, () => listen(keys.bo)))
  const refused = await here.world.get('/api/v1/events', keys.bo)
  assert.deepEqual([refused.status, refused.body.code, refused.headers['retry-after']], [429, 'rate_limited', '5'])
  const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
    where datname = current_database() and query = 'listen minutebook_events'`.execute(here.world.db)
  assert.equal(Number(rows[0]!.count), 1)
  await announceTo(['u_bo'])
  for (const connection of connections) assert.deepEqual(await numbers(connection, 1), [announced])
  connections.pop()!.end()
  let again: Connection | undefined
  // The end of a connection arrives a moment later.
  while (!again) again = await listen(keys.bo).catch(() => setTimeout(20).then(() => undefined))
  for (const connection of [...connections, again]) connection.end()
})

test('the connections of a person are limited, whatever keys they use', async () => {
  const secrets: string[] = [keys.bo]
  while (secrets.length * maxPerKey < maxPerPerson) {
    const { body } = await here.world.post('/api/v1/api_key', keys.bo, { name: `Key ${secrets.length}` })
    secrets.push(body.secret)
  }
  const connections: Connection[] = []
  for (let number = 0; number < maxPerPerson; number++)
    connections.push(await listen(secrets[number % secrets.length]!))
  const refused = await here.world.get('/api/v1/events', keys.boMarked)
  assert.deepEqual(
    [refused.status, refused.body.message],
    [429, `This person listens ${maxPerPerson} times already; end one of its connections first`],
  )
  for (const connection of connections) connection.end()
})

test('a connection ends when its key expires, and receives nothing from then on', async () => {
  const expire = (at: Date) =>
    sql`update api_keys set expires_at = ${at} where id in ('k_ada', 'k_bo')`.execute(here.world.db)
  await expire(new Date(here.world.base.clock().getTime() + 10_000))
  const connections = [
    await listen(keys.bo),
    await listen(keys.ada),
    await listen(keys.ada, { 'x-on-behalf-of': 'u_bo' }),
  ]
  await announceTo(['u_bo', 'u_ada'])
  for (const connection of connections) assert.deepEqual(await numbers(connection, 1), [announced])
  here.world.advance({ seconds: 10 })
  await announceTo(['u_bo', 'u_ada'])
  for (const connection of connections) assert.equal(await connection.next(), undefined)
})

test('a connection ends when its key loses a scope that it needs', async () => {
  const limit = (key: string, scopes: string[]) =>
    sql`update api_keys set scopes = ${scopes} where id = ${key}`.execute(here.world.db)
  await limit('k_bo', ['webhooks'])
  const bo = await listen(keys.bo)
  const ada = await listen(keys.ada)
  const asBo = await listen(keys.ada, { 'x-on-behalf-of': 'u_bo' })
  await limit('k_bo', ['read', 'write', 'admin'])
  await limit('k_ada', ['read', 'write', 'webhooks'])
  assert.deepEqual([await bo.next(), await asBo.next()], [undefined, undefined])
  await announceTo(['u_ada'])
  assert.deepEqual(await numbers(ada, 1), [announced])
  ada.end()
})

test('a slow reader delays nobody and misses nothing', async () => {
  const slow = request(`${origin}/api/v1/events`, { headers: { 'x-api-key': keys.bo } })
  slow.end()
  const [answer] = await new Promise<[NodeJS.ReadableStream]>((resolve) =>
    slow.once('response', (...all) => resolve(all as never)),
  )
  answer.pause()
  const quick = await listen(keys.bo)
  const { db, base } = here.world
  const body = 'x'.repeat(1_000_000)
  for (let index = 0; index < 40; index++) {
    await sql`insert into stream_events (workspace_id, user_id, event_key, event_type, body, created_at)
      values ('ws_acme', 'u_bo', ${`large ${index}`}, 'ai_note.generated', ${JSON.stringify({ number: index, body })}, ${base.clock()})`.execute(
      db,
    )
  }
  await sql`select pg_notify('minutebook_events', '')`.execute(db)
  const all = Array.from({ length: 40 }, (_, index) => index)
  assert.deepEqual(await numbers(quick, 40), all)
  quick.end()
  const caughtUp: number[] = []
  for await (const { data } of readStream(answer as AsyncIterable<Uint8Array>)) {
    if (data) caughtUp.push(JSON.parse(data).number)
    if (caughtUp.length === 40) break
  }
  assert.deepEqual(caughtUp, all)
  slow.destroy()
})

const boListens = { workspaceId: 'ws_acme', userId: 'u_bo', keyId: 'k_bo', sessionId: null, types: unnamedTypes }

test('a connection has few large events in memory, and many small ones', async () => {
  const { db, clock } = here.world.base
  const connection = await listen(keys.bo)
  connection.end()
  const sizes = [...Array(12).fill(10), 100_000, 100_000, 100_000, 1_000_000, 10, 10]
  for (const [index, size] of sizes.entries()) {
    await sql`insert into stream_events (workspace_id, user_id, event_key, event_type, number, body, created_at)
      values ('ws_acme', 'u_bo', ${`${index}`}, 'ai_note.generated', ${index + 1}, ${'x'.repeat(size)}, ${clock()})`.execute(
      db,
    )
  }
  const reads: number[][] = []
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads.push(result.rows.flatMap(({ body }) => (body ? [String(body).length] : [])))
      return result
    },
  }
  const subscription = { listener: boListens, signal: new Signal(), open: true }
  const stream = eventStream({ db: db.withPlugin(counting), clock }, subscription, { resumed: null, last: 0 }, 5)
  await stream.next()
  let taken = ''
  for (let index = 0; index < sizes.length; index++) taken += (await stream.next()).value!
  subscription.open = false
  assert.deepEqual(
    taken.match(/(?<=data: )x+/g)!.map(({ length }) => length),
    sizes,
  )
  assert.deepEqual(reads, [Array(10).fill(10), [10, 10, 100_000, 100_000], [100_000], [1_000_000], [10, 10]])
})

test('a quiet stream sends heartbeats, and each has an id to resume at', async () => {
  const { db, clock } = here.world.base
  const subscription = { listener: boListens, signal: new Signal(), open: true }
  const stream = eventStream({ db, clock }, subscription, { resumed: null, last: 7 }, 5)
  for (let count = 0; count < 3; count++) {
    const { value } = await stream.next()
    const [, id] = /^: listening\nid: (\S+)\n\n$/.exec(value!)!
    assert.deepEqual(readPosition(id), { time: clock(), number: 7 })
    here.world.advance({ seconds: 15 })
  }
  subscription.open = false
  assert.equal((await stream.next()).done, true)
})

test('a service that stops ends its connections', async () => {
  await using other = await openListening()
  await other.reset()
  const address = await other.world.api.api.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${address}/api/v1/events`, { headers: { 'x-api-key': keys.bo } })
  const events = readStream(answer.body!.values())
  await events.next()
  const closing = other.world.api.close()
  assert.equal((await events.next()).done, true)
  await closing
})

/** A database that lets requests wait, or refuses them for a while: each gets an answer in time, and readiness the truth. */
// In a third of the runs: it waits for time limits.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { createDeliverer } from '../server/app/worker.ts'
import { changeSight } from '../server/people/caller/change-sight.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import { piece, tus, tusClient } from './support/tus-client.ts'
import type { Answer } from './support/world.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())

const retry = ({ status, headers }: Answer) => [status, Number(headers['retry-after']) >= 1]

/** Somebody else's connection, in a transaction until it is disposed of. */
async function elsewhere(statement: string) {
  const client = new pg.Client({ connectionString: here.world.config.databaseUrl! })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return { [Symbol.asyncDispose]: () => client.end() }
}

const list = () => here.world.post('/api/v1/notes', keys.bo, {})
const create = () => here.world.post('/api/v1/note', keys.bo, { title: 'x' })
const ready = () => here.world.get('/readyz')

test('a locked table: everyone gets 503 with Retry-After while all connections are taken; ready, with a notice', async () => {
  // From now on its connection is kept.
  assert.equal((await ready()).status, 200)
  const order: string[] = []
  const told = (name: string) => (answer: Answer) => {
    order.push(name)
    return answer
  }
  {
    await using _held = await elsewhere('lock table notes in access exclusive mode')
    const blocked = [...Array(24).keys()].map((number) => (number % 6 ? list() : create()).then(told('blocked')))
    const { requests } = here.world.base
    while (requests.pool.waiting === 0) await setTimeout(10)
    const answer = told('ready')(await ready())
    assert.deepEqual([answer.status, answer.body.status], [200, 'ready'])
    assert.match(answer.body.warnings[0], /^\d+ requests wait for one of 16 database connections$/)
    for (const answer of await Promise.all(blocked)) assert.deepEqual(retry(answer), [503, true], answer.text)
  }
  assert.equal(order[0], 'ready')
  assert.equal((await list()).status, 200)
  assert.equal((await create()).status, 201)
  assert.deepEqual((await ready()).body, { status: 'ready' })
})

test('one person holds at most half of the connections: others are answered while theirs wait', async () => {
  const note = (await create()).body.note.id
  const order: string[] = []
  const append = () => here.world.post(`/api/v1/note/${note}/agenda/append`, keys.bo, { content_native_markdown: 'x' })
  let appending: Promise<Answer>[]
  {
    await using _held = await elsewhere(`select from notes where id = '${note}' for update`)
    appending = Array.from({ length: 24 }, async () => {
      const answer = await append()
      order.push('bo')
      return answer
    })
    const { requests } = here.world.base
    while (requests.pool.waiting === 0) await setTimeout(10)
    const lists = Array.from({ length: 10 }, async () => {
      const answer = await here.world.post('/api/v1/notes', keys.adaRegular, {})
      order.push('ada')
      return answer
    })
    for (const { status } of await Promise.all(lists)) assert.equal(status, 200)
    assert.deepEqual(new Set(order), new Set(['ada']))
  }
  for (const answer of await Promise.all(appending)) assert.equal(answer.status, 200, answer.text)
})

test('a locked table of keys: the same, before the caller is known', async () => {
  await using _held = await elsewhere('lock table api_keys in access exclusive mode')
  assert.deepEqual(retry(await list()), [503, true])
  assert.equal((await ready()).status, 200)
})

test('a lock on the table that the readiness check reads: not ready, within its time limit', async () => {
  {
    await using _held = await elsewhere('lock table kysely_migration in access exclusive mode')
    const [one, two] = await Promise.all([ready(), ready()])
    assert.deepEqual([one!.status, two!.status], [503, 503])
  }
  assert.equal((await ready()).status, 200)
})

test('a statement that runs too long is ended; a change of sight may take as long as its writes need', async () => {
  const limits = async (db = here.world.base.requests.db) => {
    const { rows } = await sql<{ statement: string; lock: string }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(db)
    return rows[0]
  }
  assert.deepEqual(await limits(), { statement: '15s', lock: '5s' })
  assert.deepEqual(await limits(here.world.db), { statement: '0', lock: '0' })
  const changing = changeSight(here.world.base.requests.db, 'ws_acme', (tx) => limits(tx))
  assert.deepEqual(await changing, { statement: '0', lock: '5s' })
  await sql`create function linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(60); return new; end $$`.execute(here.world.db)
  await sql`create trigger linger before insert on action_items for each row execute function linger()`.execute(
    here.world.db,
  )
  assert.deepEqual(retry(await here.world.post('/api/v1/action_item', keys.bo, { text: 'x' })), [503, true])
  await sql`drop trigger linger on action_items`.execute(here.world.db)
})

test('every temporary error of PostgreSQL is a 503 in plain words', async () => {
  const codes = ['53100', '53200', '53300', '25006', '57014', '55P03', '40P01', '40001']
  const refuse = (code: string) =>
    sql
      .raw(`create or replace function refuse() returns trigger language plpgsql as $$
        begin raise exception 'the inside' using errcode = '${code}'; end $$`)
      .execute(here.world.db)
  await refuse('53100')
  await sql`create trigger refuse before insert on action_items for each row execute function refuse()`.execute(
    here.world.db,
  )
  for (const code of codes) {
    await refuse(code)
    const answer = await here.world.post('/api/v1/action_item', keys.bo, { text: 'x' })
    assert.deepEqual(retry(answer), [503, true], code)
    assert.match(answer.body.message, /; try again( later)?$/)
  }
  await sql`drop trigger refuse on action_items`.execute(here.world.db)
})

/** Every connection made from now on, and no other, meets the database as it is then. */
async function readOnly(on: boolean): Promise<void> {
  const { world } = here
  const url = new URL(world.config.databaseUrl!)
  const name = url.pathname.slice(1)
  url.pathname = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`alter database ${name} set default_transaction_read_only = ${on ? 'on' : 'off'}`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await client.end()
  // The pools notice a moment later that their connections are gone.
  for (const { pool } of [world.base, world.base.requests]) while (pool.idleCount > 0) await setTimeout(10)
}

test('a read-only database: reads work, writes are a 503, and background jobs lose nothing', async () => {
  const { world } = here
  const id = await here.submit()
  await readOnly(true)
  assert.equal((await list()).status, 200)
  assert.deepEqual(retry(await create()), [503, true])
  const failures = Promise.withResolvers<void>()
  const log = Object.assign(Object.create(world.base.log), { error: () => failures.resolve() })
  const deliverer = createDeliverer({ ...world.base, log }, { woken: () => setTimeout(10), wake() {} })
  deliverer.start()
  await failures.promise
  await assert.rejects(world.settle(), { code: '25006' })
  await readOnly(false)
  await deliverer.stop()
  await world.settle()
  assert.equal((await here.upload(id)).status, 'SUCCESS')
})

test('a listener and a file upload hold no connection of the pool', async (t) => {
  const { world } = here
  await world.api.api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(world.api.api.listeningOrigin)
  const send = async (...lines: string[]) => {
    const socket = connect(Number(port), '127.0.0.1')
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    socket.write([...lines, 'Host: localhost', `X-API-KEY: ${keys.bo}`, '', ''].join('\r\n'))
    return socket
  }
  const streams = await Promise.all(Array.from({ length: 18 }, () => send('GET /api/v1/events HTTP/1.1')))
  await Promise.all(streams.map((socket) => once(socket, 'data')))
  const { ask, create } = tusClient(() => world)
  const url = (await create()).headers.location!
  const headers = Object.entries({ ...tus, ...piece, 'upload-offset': 0, 'content-length': words.length })
  const sending = await send(`PATCH ${url} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`))
  sending.write(words.slice(0, 700))
  await setTimeout(500)
  const { pool } = world.base.requests
  assert.equal(pool.totalCount - pool.idleCount, 0)
  assert.equal((await ask('HEAD', url)).headers['upload-offset'], '700')
})

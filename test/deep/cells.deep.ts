/**
 * A workspace moves while people work in it and others follow it, by a program that is killed again and again: in the end it is
 * there whole, every promise holds, and nobody was told twice.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../sdk/src/client.ts'
import { readTables } from '../../server/keeping/cells/tables.ts'
import { type Db, openDb, openPool } from '../../server/platform/postgres/db.ts'
import { compare, quiet } from '../faults/compare.ts'
import { startLoad } from '../faults/load.ts'
import { keyOf, openService } from '../faults/service.ts'
import { rowsOf } from '../support/every-table.ts'
import { dataFolder, emptyDatabase, ofRepository } from '../support/program.ts'
import { openReceiver } from '../support/receiver.ts'

type Settings = Record<string, string>

/** A message is sent again only if it was not answered in time, which a busy machine must not bring about. */
const patient = { WEBHOOK_TIMEOUT_SECONDS: '20' }

test('a move that is killed at random goes on, or is undone', { timeout: 600_000 }, async () => {
  await using receiver = await openReceiver({ answering: (_, response) => void response.end() })
  await using databases = await openTwo()
  const { here, there } = databases
  await using source = await openService(receiver, { settings: { ...patient, ...here } })
  await using command = await dataFolder()
  assert.equal((await command.run(['migrate'], there)).code, 0)
  const tables = await databases.readTables()
  const to = Object.entries(there).map(([name, value]) => [`TO_${name}`, value])
  const settings = { ...here, ...Object.fromEntries(to), DATA_DIR: source.folder, TO_DATA_DIR: databases.folder }
  const run = (args: string[]) => runUntilAlone(() => command.run(['workspace', ...args, 'faults'], settings))

  // Where the workspace's host leads: to the source until the other serves it.
  const origins = [...source.origins]
  const load = startLoad(origins, 4)
  const followed = follow(origins)
  const old = stayAt(source.origins[0]!)
  await pause(3_000)
  const marks = [/No row of/, /: \d+ rows/, /^/, /: \d+ rows/, /No row of/]
  const ended: string[] = []
  for (const mark of marks) ended.push(...(await killMove(settings, mark)))
  assert(ended.length < 3, `moves were killed under way, not ended by themselves: ${ended.join('; ')}`)
  const before = load.ledger.entries.length
  const undone = await run(['unfreeze'])
  // One that was killed with its last words undelivered has done its work.
  if (!/faults is served by/.test(undone.err)) {
    assert.match(undone.out, /faults takes changes again/, undone.err)
    assert.deepEqual(await rowsOf(databases.target, tables, 'ws_faults'), [])
    await pause(3_000)
    const since = load.ledger.entries.slice(before)
    assert(since.filter(({ told }) => told === 'yes').length > 5, 'people write again')
  }

  for (const mark of [/^/, /Counted and hashed/, /: \d+ rows/, /Counted and hashed/]) await killMove(settings, mark)
  const moved = await run(['move'])
  assert.equal(moved.code, 0, moved.err)
  assert.match(moved.out, /is served by|was moved before/)
  const left = await rowsOf(databases.source, tables, 'ws_faults')
  assert.deepEqual(await rowsOf(databases.target, tables, 'ws_faults'), left)
  assert(left.length > 500)

  await using target = await openService(receiver, { settings: { ...patient, ...there }, empty: true })
  origins.splice(0, origins.length, ...target.origins)
  await old.areLedOn()
  await pause(5_000)
  const ledger = await load.stop()
  await quiet(target)
  assert.deepEqual(await compare(target, ledger, receiver), [])
  const ids = receiver.received.map(({ headers }) => headers['hook-id'])
  assert.equal(new Set(ids).size, ids.length, 'no message was sent twice')
  await followed.has(target.origins[0]!)
  assert.deepEqual(await rowsOf(databases.source, tables, 'ws_faults'), left, 'what was left did not change')
})

/** Two databases with a key each. */
async function openTwo() {
  const both = [await emptyDatabase(), await emptyDatabase()]
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-target-'))
  const [here, there] = [both[0]!.settings, both[1]!.settings]
  const pools = [here, there].map(({ DATABASE_URL }) => openPool(DATABASE_URL!, { warn: () => {} }))
  const [source, target] = pools.map(openDb) as [Db, Db]
  return {
    here,
    there: { ...there, SECRET_KEY: '22'.repeat(32) },
    source,
    target,
    folder,
    /** Known once the schema is there. */
    readTables: async () => (await readTables(source)).map(({ name }) => name),
    async [Symbol.asyncDispose]() {
      for (const db of [source, target]) await db.destroy()
      for (const database of both) await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Kills it soon after it has written such a line. What PostgreSQL was doing for the one killed before may take a moment to
 * end; until then it is run again.
 * @returns what it wrote, if it ended before
 */
async function killMove(settings: Settings, mark: RegExp): Promise<string[]> {
  const env = { PATH: process.env.PATH, ...settings }
  const move = spawn(ofRepository.node, [ofRepository.path, 'workspace', 'move', 'faults'], { env })
  const ended = once(move, 'exit')
  let written = ''
  const seen = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      written += chunk
      if (mark.test(written)) resolve()
    }
    move.stdout.on('data', take)
    move.stderr.on('data', take)
    if (mark.test('')) resolve()
  })
  await Promise.race([seen, ended])
  await Promise.race([pause(Math.random() * (mark.test('') ? 3_000 : 60)), ended])
  move.kill('SIGKILL')
  await ended
  if (move.signalCode === 'SIGKILL') return []
  if (!isBusy.test(written)) return [written]
  await pause(500)
  return killMove(settings, mark)
}

const isBusy = /Another command moves this workspace/

/** What PostgreSQL was doing for a killed one may take a moment to end. */
async function runUntilAlone<Done extends { err: string }>(run: () => Promise<Done>): Promise<Done> {
  for (;;) {
    const done = await run()
    if (!isBusy.test(done.err)) return done
    await pause(500)
  }
}

/** A program that keeps a copy of the notes, by the workspace's host. */
function follow(origins: string[]) {
  const away = new AbortController()
  const ask = (input: string | URL | Request, init?: RequestInit) =>
    fetch(String(input).replace('http://faults.test', origins[0]!), init)
  const client = createClient({ url: 'http://faults.test', key: keyOf('admin'), fetch: ask })
  const notes = new Set<string>()
  const isSame = (there: string[]) => there.length === notes.size && there.every((id) => notes.has(id))
  const ended = (async () => {
    for await (const { changes } of client.follow({ kinds: ['note'], signal: away.signal })) {
      for (const { id, change } of changes) change === 'gone' ? notes.delete(id) : notes.add(id)
    }
  })()
  ended.catch(() => null)
  return {
    async has(origin: string) {
      const direct = createClient({ url: origin, key: keyOf('admin') })
      const there: string[] = []
      for await (const { id } of direct.pages('/api/v1/notes', { body: {} })) there.push(id)
      for (let tries = 0; tries < 60 && !isSame(there); tries++) await pause(500)
      assert.deepEqual([...notes].sort(), there.sort())
      away.abort()
      await ended
    },
  }
}

/** Clients that hold on to the old address: one listens, one waits for changes. */
function stayAt(origin: string) {
  const ask = (path: string) => fetch(`${origin}/api/v1/${path}`, { headers: { 'x-api-key': keyOf('bo') } })
  const listening = (async () => {
    for (;;) {
      const answer = await ask('events')
      if (!answer.ok) return answer
      // Until the connection ends, of itself or in the middle.
      for await (const _ of answer.body!.pipeThrough(new TextDecoderStream()));
    }
  })()
  const waiting = (async () => {
    for (let cursor = ''; ; ) {
      const answer = await ask(`changes?wait=30${cursor && `&cursor=${cursor}`}`)
      if (!answer.ok) return answer
      cursor = ((await answer.json()) as { page_info: { cursor: string } }).page_info.cursor
    }
  })()
  // A test that fails earlier says why by itself.
  for (const each of [listening, waiting]) each.catch(() => null)
  return {
    async areLedOn() {
      const late = pause(10_000).then(() => null)
      for (const answer of await Promise.all([listening, waiting].map((each) => Promise.race([each, late])))) {
        assert(answer, 'a client waits on at the old address')
        assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
      }
    },
  }
}

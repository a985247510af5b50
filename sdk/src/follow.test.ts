/**
 * `follow` against a small HTTP server in this test, which answers as decision 45 says. Changes of the real service are
 * followed by the example in README.md (test/sdk.test.ts).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Change } from './changes.ts'
import { createClient } from './client.ts'
import { CursorExpiredError, MinutebookError } from './errors.ts'
import type { ChangeBatch, FollowOptions } from './follow.ts'

type Fault = (response: ServerResponse) => unknown

/** A cursor is the number of changes read. The first requests get `faults`. */
async function openChanges() {
  const changes: Change[] = []
  const faults: Fault[] = []
  const asked: Record<string, string>[] = []
  let wake = () => {}
  const server = createServer(async (request, response) => {
    const query = Object.fromEntries(new URL(request.url!, 'http://x').searchParams)
    asked.push({ ...query, key: String(request.headers['x-api-key']) })
    const fault = faults.shift()
    if (fault) return fault(response)
    const begin = Number(query.cursor ?? 0)
    if (begin === changes.length && query.wait !== '0') {
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), once(response, 'close')])
    }
    const data = changes.slice(begin, begin + Number(query.page_size ?? 100))
    const end = begin + data.length
    const page_info = { cursor: String(end), page_size: 100, has_more: end < changes.length }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ page_info, data }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    faults,
    changes,
    add(...ids: string[]) {
      for (const id of ids) changes.push({ kind: 'note', id, change: 'changed', at: '2026-01-10T12:00:00.000Z' })
      wake()
    },
    follow: (options?: FollowOptions) => createClient({ url, key: 'mb_1' }).follow(options),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const idsIn = ({ value }: IteratorResult<ChangeBatch, void>) => value?.changes.map(({ id }) => id).join()

const failWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Fault =>
  (response) =>
    response.writeHead(status, headers).end(body)

test('everything comes in batches, then each change as it happens; a batch’s cursor continues after it', async () => {
  await using server = await openChanges()
  server.add('n_1', 'n_2', 'n_3')
  const batches = server.follow({ pageSize: 2, kinds: ['note', 'recording'] })
  const first = (await batches.next()).value!
  assert.deepEqual([first.changes.map(({ id }) => id), first.cursor, first.hasMore], [['n_1', 'n_2'], '2', true])
  assert.deepEqual(first.changes[0], server.changes[0])
  const second = (await batches.next()).value!
  assert.deepEqual([second.cursor, second.hasMore], ['3', false])
  const waiting = batches.next()
  server.add('n_4')
  assert.equal(idsIn(await waiting), 'n_4')
  await batches.return()
  const common = { kinds: 'note,recording', page_size: '2', key: 'mb_1' }
  assert.deepEqual(server.asked, [
    { ...common, wait: '0' },
    { ...common, wait: '30', cursor: '2' },
    { ...common, wait: '30', cursor: '3' },
  ])
  const again = server.follow({ cursor: '3' })
  assert.equal(idsIn(await again.next()), 'n_4')
  await again.return()
})

test('the first batch comes at once, also if empty; later empty ones only for a new cursor', async () => {
  await using server = await openChanges()
  const batches = server.follow()
  assert.deepEqual((await batches.next()).value, { changes: [], cursor: '0', hasMore: false })
  const info = (cursor: string) => ({ page_info: { cursor, page_size: 100, has_more: false }, data: [] })
  const say = (cursor: string) => failWith(200, {}, JSON.stringify(info(cursor)))
  server.faults.push(say('0'), say('0b'))
  assert.deepEqual((await batches.next()).value, { changes: [], cursor: '0b', hasMore: false })
  await batches.return()
})

test('it continues after a lost connection, a 429, a proxy without its service and a broken response; each is reported', async () => {
  await using server = await openChanges()
  server.add('n_1')
  const retries: string[] = []
  const batches = server.follow({
    onRetry: ({ error, seconds }) => {
      retries.push(`${error instanceof MinutebookError ? error.status : 'lost'} ${seconds}`)
    },
  })
  server.faults.push(
    (response) => response.destroy(),
    failWith(429, { 'retry-after': '1' }, '{"message":"Too many requests"}'),
  )
  assert.equal(idsIn(await batches.next()), 'n_1')
  server.faults.push(failWith(502, { 'retry-after': '1' }, '<html>'), (response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"page_info"')
    response.socket!.end()
  })
  server.add('n_2')
  assert.equal(idsIn(await batches.next()), 'n_2')
  assert.deepEqual(retries, ['lost 1', '429 1', '502 1', 'lost 2'])
  await batches.return()
})

test('an expired cursor has its own error; a rejection and a response that is not JSON are errors too', async () => {
  await using server = await openChanges()
  server.faults.push(failWith(410, {}, '{"message":"Cursor expired"}'))
  await assert.rejects(server.follow({ cursor: 'old' }).next(), (error) => {
    assert(error instanceof CursorExpiredError)
    assert.deepEqual([error.status, error.message, error.isTemporary], [410, 'Cursor expired', false])
    return true
  })
  server.faults.push(failWith(401, {}, '{"message":"Missing or invalid API key"}'), failWith(200, {}, '<html>'))
  await assert.rejects(server.follow().next(), { name: 'MinutebookError', status: 401 })
  await assert.rejects(server.follow().next(), { message: /is this the address of the service/ })
})

test('the signal ends the loop without an error: during a wait for changes, before a retry and before the start', async () => {
  await using server = await openChanges()
  const stopping = new AbortController()
  const batches = server.follow({ signal: stopping.signal })
  await batches.next()
  const waiting = batches.next()
  while (server.asked.length < 2) await new Promise(setImmediate)
  stopping.abort()
  assert.deepEqual(await waiting, { done: true, value: undefined })

  const pausing = new AbortController()
  server.faults.push(failWith(503, { 'retry-after': '3000' }))
  assert.deepEqual(await server.follow({ signal: pausing.signal, onRetry: () => pausing.abort() }).next(), {
    done: true,
    value: undefined,
  })
  const before = server.asked.length
  assert.deepEqual(await server.follow({ signal: AbortSignal.abort() }).next(), { done: true, value: undefined })
  assert.equal(server.asked.length, before)
})

/** `listen` when a connection is lost or silent, against a small HTTP server. The real one: test/sdk-client.test.ts. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mock, test } from 'node:test'
import { createClient } from './client.ts'

/** Each connection gets the next of these answers; null: none, not even headers. */
async function openStreams(...answers: (((response: ServerResponse) => unknown) | null)[]) {
  const resumedAfter: unknown[] = []
  const server = createServer((request, response) => {
    resumedAfter.push(request.headers['last-event-id'])
    const answer = answers.shift()
    if (!answer) return
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    client: createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    resumedAfter,
    closed: () => once(server, 'connection').then(([socket]) => once(socket, 'close')),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const item = (text: string) => `data: {"event_type":"action_item.assigned","text":"${text}"}\n\n`
const textsOf = (events: { event: object }[]) => events.map(({ event }) => 'text' in event && event.text)

test('it resumes after the last id, also after that of a heartbeat; an event that was cut off comes again', async () => {
  await using streams = await openStreams(
    (response) => response.end(`: listening\nid: a\n\nid: b\n${item('One')}: listening\nid: c\n\nid: d\ndata: {"event`),
    (response) => response.write(`: listening\n\nid: d\n${item('Two')}`),
  )
  const retries: unknown[] = []
  const events = []
  for await (const event of streams.client.listen({ lastEventId: 'z', onRetry: (retry) => retries.push(retry) })) {
    events.push(event)
    if (events.length === 2) break
  }
  assert.deepEqual(textsOf(events), ['One', 'Two'])
  assert.deepEqual(
    events.map(({ id }) => id),
    ['b', 'd'],
  )
  assert.deepEqual(streams.resumedAfter, ['z', 'c'])
  assert.deepEqual(retries, [{ error: null, seconds: 1 }])
})

test('the end of the loop closes the connection', async () => {
  await using streams = await openStreams((response) => response.write(`id: a\n${item('One')}`))
  const closed = streams.closed()
  for await (const _ of streams.client.listen()) break
  await closed
})

test('the connection counts as lost after 60 s without a heartbeat, not one millisecond earlier', async () => {
  const answer = (response: ServerResponse) => response.write(`: listening\nid: a\n\n`)
  await using streams = await openStreams(answer)
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const losses: string[] = []
    const stopping = new AbortController()
    const opened = Promise.withResolvers<void>()
    const next = streams.client
      .listen({
        signal: stopping.signal,
        onOpen: opened.resolve,
        onRetry({ error }) {
          losses.push((error as Error).message)
          stopping.abort()
        },
      })
      .next()
    await opened.promise
    // By now the first heartbeat was read, and the wait for the next one has begun.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    mock.timers.tick(59_999)
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    assert.deepEqual(losses, [])
    mock.timers.tick(1)
    assert.deepEqual(await next, { done: true, value: undefined })
    assert.deepEqual(losses, ['nothing was heard for 60 s'])
  } finally {
    mock.timers.reset()
  }
})

test('the connection counts as lost, and is closed, if nothing is answered for 60 s', async () => {
  await using streams = await openStreams(null)
  const closed = streams.closed()
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const losses: string[] = []
    const stopping = new AbortController()
    const next = streams.client
      .listen({
        signal: stopping.signal,
        onRetry({ error }) {
          losses.push((error as Error).message)
          stopping.abort()
        },
      })
      .next()
    while (streams.resumedAfter.length === 0) await new Promise(setImmediate)
    mock.timers.tick(60_000)
    assert.deepEqual(await next, { done: true, value: undefined })
    assert.deepEqual(losses, ['nothing was heard for 60 s'])
    await closed
  } finally {
    mock.timers.reset()
  }
})

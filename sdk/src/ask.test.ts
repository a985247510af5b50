/** `ask` against a small HTTP server. The real answers: test/ask.test.ts. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createClient } from './client.ts'

async function openService(answer: (response: ServerResponse) => void, status = 200, type = 'text/event-stream') {
  const server = createServer((_, response) => answer(response.writeHead(status, { 'content-type': type })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    client: createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const question = { question: 'When?' }

test('sentences come one by one, then the whole answer', async () => {
  await using service = await openService((response) =>
    response.end(`: reading\n\n${event('sentence', { text: 'One [1]' })}${event('answer', { answer: 'One [1]' })}`),
  )
  const parts = []
  for await (const part of service.client.ask(question)) parts.push(part)
  assert.deepEqual(parts, [
    { kind: 'sentence', text: 'One [1]' },
    { kind: 'answer', answer: 'One [1]' },
  ])
})

test('leaving the loop ends the request', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  await using service = await openService((response) => {
    response.on('close', resolve)
    response.write(event('sentence', { text: 'One [1]' }))
  })
  for await (const { kind } of service.client.ask(question)) {
    assert.equal(kind, 'sentence')
    break
  }
  await gone
})

test('a refusal, an error of the stream, its early end and another answer are errors', async () => {
  const first = async (...service: Parameters<typeof openService>) => {
    await using opened = await openService(...service)
    return await opened.client
      .ask(question)
      .next()
      .catch((error) => `${error.name}: ${error.message}`)
  }
  const failure = { message: 'No', detail: 'No' }
  const refused = (response: ServerResponse) => void response.end(JSON.stringify(failure))
  assert.equal(await first(refused, 429, 'application/json'), 'MinutebookError: No')
  assert.equal(await first((response) => response.end(event('error', failure))), 'MinutebookError: No')
  assert.equal(await first((response) => response.end(': reading\n\n')), 'TypeError: The answer was cut off')
  assert.match(String(await first(refused, 200, 'application/json')), /is not a stream/)
})

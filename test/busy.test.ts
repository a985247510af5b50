/** What a busy service does: it turns away what it has no room for, says when to come back, and health checks go on. */
import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApi } from '../server/app/api.ts'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { waitFor } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ SHED_DELAY_MS: '100', LOG_LEVEL: 'info' })
  await world.load(...acme())
  await world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world[Symbol.asyncDispose]())

const most = 5_242_880

/** Says that it sends a large body, and keeps most of it back: `answers` has what came for those that were refused. */
function beginUpload(key: string, answers: string[]): Socket {
  const socket = connect((world.api.api.server.address() as AddressInfo).port, '127.0.0.1')
  const lines = ['POST /api/v1/recordings/upload HTTP/1.1', 'host: x', `x-api-key: ${key}`, `content-length: ${most}`]
  socket.write([...lines, 'content-type: application/json', '', '{'].join('\r\n'))
  socket.on('data', (bytes) => answers.push(String(bytes)))
  socket.on('error', () => {})
  return socket
}

test('large bodies may use 64 MiB in all, one person half of it; small bodies are still read', async () => {
  const mine: string[] = []
  const others: string[] = []
  // Two keys of one person: six have room.
  const all = Array.from({ length: 8 }, (_, index) => beginUpload(index % 2 ? keys.bo : keys.boMarked, mine))
  await waitFor(() => mine.length === 2)
  for (let count = 0; count < 6; count++) all.push(beginUpload(keys.ada, others))
  all.push(beginUpload(keys.zoe, others))
  await waitFor(() => others.length === 1)
  for (const answer of [...mine, ...others]) {
    assert.match(answer, /^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*"The service is busy; try again"/i)
  }
  assert.equal((await world.post('/api/v1/notes', keys.bo, {})).status, 200)
  assert.deepEqual([mine.length, others.length], [2, 1])
  for (const socket of all) socket.destroy()
  // Who has gone has given the room back.
  await waitFor(async () => (await world.post('/api/v1/recordings/upload', keys.bo, 'x'.repeat(most))).status === 400)
})

function hold(): void {
  for (const end = performance.now() + 1_200; performance.now() < end; );
}

test('a delay at the start refuses no request', async () => {
  const { api, close } = await buildApi(world.base)
  await api.listen({ port: 0, host: '127.0.0.1' })
  hold()
  await wait(50)
  assert.equal((await api.inject({ url: '/api/v1/me', headers: { 'x-api-key': keys.ada } })).statusCode, 200)
  await close()
})

test('while the event loop is late, requests get 503 without a key lookup; health checks and log stay normal', async () => {
  world.logged.length = 0
  await waitFor(async () => {
    hold()
    await wait(1)
    const { status, headers, body } = await world.get('/api/v1/me', keys.ada)
    if (status === 200) return false
    assert.deepEqual([status, headers['retry-after'], body], [503, '1', failureBody('The service is busy; try again')])
    assert.match(headers['x-request-id']!, /^req_/)
    assert.equal((await world.get('/healthz')).status, 200)
    assert.equal((await world.get('/metrics')).status, 200)
    return true
  })
  await waitFor(async () => (await world.get('/api/v1/me', keys.ada)).status === 200)
  const alarms = world.logged.filter((line) => JSON.parse(line).level >= 50)
  assert.deepEqual(alarms, [])
})

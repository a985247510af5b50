/** Requests in forms that real clients send and the routes do not have. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import { piece, tusClient, path as tusPath } from './support/tus-client.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())

const { ask, create } = tusClient(() => here.world)
const plain = 'Send the body without Content-Encoding'

test('a compressed body is a 415 that says so, wherever it is sent', async () => {
  const send = (path: string, coding: string, type = 'application/json', body = gzipSync('{}')) =>
    here.world.request('POST', path, {
      key: keys.ada,
      body,
      headers: { 'content-type': type, 'content-encoding': coding },
    })
  for (const coding of ['gzip', 'GZIP', 'br', 'identity, deflate']) {
    const { status, body, headers } = await send('/api/v1/notes', coding)
    assert.deepEqual([status, body.message, headers['accept-encoding']], [415, plain, 'identity'], coding)
  }
  for (const [path, type] of [
    ['/api/v1/calendar/import', 'text/calendar'],
    ['/api/v1/users/import', 'text/csv'],
    ['/scim/v2/Users', 'application/scim+json'],
    ['/mcp', 'application/json'],
  ] as const) {
    assert.equal((await send(path, 'gzip', type)).status, 415, path)
  }
  for (const coding of ['identity', 'Identity', '']) {
    assert.equal((await send('/api/v1/notes', coding, 'application/json', Buffer.from('{}'))).status, 200, coding)
  }
  const { location } = (await create()).headers
  const headers = { ...piece, 'upload-offset': '0', 'content-encoding': 'gzip' }
  const sent = await ask('PATCH', location!, headers, { body: 'bytes' })
  assert.deepEqual([sent.status, sent.body.message], [415, plain])
  assert.equal((await ask('HEAD', location!)).headers['upload-offset'], '0', 'nothing is stored')
})

test('SCIM and MCP are found with a slash at the end, other paths are not', async () => {
  const get = (path: string) => here.world.get(path, keys.ada)
  assert.equal((await get('/scim/v2/Users/?count=1')).status, 200)
  assert.equal((await get('/scim/v2/Users/u_bo/')).status, 200)
  assert.equal((await get('/scim/v2/ServiceProviderConfig/')).status, 200)
  for (const path of ['/scim/v2/Users//', '/scim/v2/None/', '/api/v1/me/', '/mcpx/']) {
    assert.equal((await get(path)).status, 404, path)
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const headers = { accept: 'application/json, text/event-stream' }
  for (const path of ['/mcp', '/mcp/']) {
    const { status, text } = await here.world.request('POST', path, { key: keys.ada, body: message, headers })
    assert.deepEqual([status, text.includes('list_meetings')], [200, true], path)
  }
  assert.equal((await here.world.get('/mcp/', keys.ada)).status, 405)
})

test('tus: a POST acts as the method in X-HTTP-Method-Override, for resumable uploads alone', async () => {
  const { location } = (await create()).headers
  const as = (method: string, headers = {}, more = {}) =>
    ask('POST', location!, { 'x-http-method-override': method, ...headers }, more)
  const sent = await as('PATCH', { ...piece, 'upload-offset': '0' }, { body: words.slice(0, 4) })
  assert.deepEqual([sent.status, sent.headers['upload-offset']], [204, '4'])
  assert.equal((await as('head')).headers['upload-offset'], '4')
  assert.equal((await as('NONE')).status, 405)
  assert.equal((await as('GET')).status, 405)
  assert.equal((await as('DELETE', {}, { key: keys.ada })).status, 404, 'of another person')
  assert.equal((await as('DELETE')).status, 204)
  assert.equal((await ask('HEAD', location!)).status, 404)
  assert.equal((await ask('GET', tusPath, { 'x-http-method-override': 'POST' })).status, 200, 'only a POST')
  const elsewhere = { key: keys.ada, body: { title: 'x' }, headers: { 'x-http-method-override': 'PATCH' } }
  assert.equal((await here.world.request('POST', '/api/v1/note/n_1', elsewhere)).status, 405)
})

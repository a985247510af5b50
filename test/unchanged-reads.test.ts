/** Reads with `If-None-Match` (RFC 9110, 13.1.2): what the client has already is not sent again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openWorld } from './support/world.ts'

const reads = [
  '/api/v1/note/n_1',
  '/api/v1/recording/r_1',
  '/api/v1/note_templates',
  '/api/v1/glossary',
  '/scim/v2/Users/u_bo',
]

test('the current version is a 304 without a body, another one is sent; no browser keeps either', async () => {
  await using world = await openWorld()
  await world.load(...acme())
  for (const path of reads) {
    const { etag } = (await world.get(path, keys.ada)).headers as { etag: string }
    const read = (header: string, method = 'GET') =>
      world.request(method, path, { key: keys.ada, headers: { 'if-none-match': header } })
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await read(header)
      assert.deepEqual([status, text, headers.etag], [304, '', etag], `${path} ${header}`)
      assert.deepEqual([headers['cache-control'], headers['content-type']], ['private, no-store', undefined])
    }
    assert.equal((await read(etag, 'HEAD')).status, 304, path)
    for (const header of ['"other"', etag.slice(1, -1), '']) {
      const { status, text, headers } = await read(header)
      assert.deepEqual(
        [status, headers['cache-control'], text !== ''],
        [200, 'private, no-store', true],
        `${path} ${header}`,
      )
    }
  }
  const before = (await world.get(reads[0]!, keys.ada)).headers.etag!
  const headers = { 'if-none-match': before }
  const write = { key: keys.ada, body: { title: 'Another' }, headers }
  assert.equal((await world.request('PATCH', reads[0]!, write)).status, 200, 'a write is not a read')
  assert.equal((await world.request('GET', reads[0]!, { key: keys.ada, headers })).status, 200)
})

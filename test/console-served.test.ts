/** The console's files over HTTP: its page, its policy, what may be kept, and what is not there. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { before, test } from 'node:test'
import { paths } from '../console/paths.ts'
import { buildConsole } from '../scripts/console-build.ts'
import { acme, keys } from './support/acme.ts'
import { signedIn } from './support/browser.ts'
import { failureBody } from './support/failure-body.ts'
import { openWorld, type World } from './support/world.ts'

before(() => buildConsole(() => {}))

const asking = (world: World, url: string, headers = {}, method = 'GET') =>
  world.api.api.inject({ method: method as 'GET', url, headers })

test('every path of the console returns the page, which browsers request again each time', async () => {
  await using world = await openWorld({ CONSOLE: 'on' })
  for (const path of Object.values(paths)) {
    const answer = await asking(world, path.replace(/\$\w+/, 'any'))
    assert.equal(answer.statusCode, 200, path)
    assert.match(answer.headers['content-type'] as string, /^text\/html/)
    assert.equal(answer.headers['cache-control'], 'no-cache')
    const again = await asking(world, '/', { 'if-none-match': answer.headers.etag })
    assert.equal(again.statusCode, 304)
  }
})

test('the policy of every page allows only scripts of the service, no frame, and nothing from other origins', async () => {
  await using world = await openWorld({ CONSOLE: 'on' })
  for (const page of ['/', '/api/v1/docs', '/api/v1/docs/']) {
    const { headers, body } = await asking(world, page)
    const policy = headers['content-security-policy'] as string
    assert.match(policy, /(^|;)default-src 'none'(;|$)/)
    assert.match(policy, /(^|;)script-src 'self'(;|$)/)
    assert.match(policy, /(^|;)frame-ancestors 'none'(;|$)/)
    assert.doesNotMatch(policy, /unsafe-eval|https?:|\*/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
    assert.doesNotMatch(body, /<script(?![^>]* src=)|<style/)
  }
  await using plain = await openWorld({ CONSOLE: 'on', PUBLIC_URL: 'http://minutebook.test' })
  for (const page of ['/', '/api/v1/docs'])
    assert.equal((await asking(plain, page)).headers['strict-transport-security'], undefined)
  assert.equal((await asking(world, '/api/v1/me')).headers['content-security-policy'], undefined, 'no page')
})

test('no cache keeps what a key or session was answered, and no answer is taken for another type', async () => {
  await using world = await openWorld({ CONSOLE: 'on' })
  await world.load(...acme())
  const kept = async (url: string, headers = {}) => {
    const answer = await asking(world, url, headers)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', url)
    return [answer.statusCode, answer.headers['cache-control']]
  }
  const key = { 'x-api-key': keys.bo }
  assert.deepEqual(await kept('/api/v1/me', key), [200, 'private, no-store'])
  assert.deepEqual(await kept('/api/v1/note/none', key), [404, 'private, no-store'])
  assert.deepEqual(await kept('/api/v1/me'), [401, 'private, no-store'])
  const { cookies } = await signedIn(world, 'bo@acme.test')
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const path of ['/api/v1/session', '/api/v1/me'])
    assert.deepEqual(await kept(path, { cookie }), [200, 'private, no-store'])
  assert.deepEqual(await kept('/api/v1/openapi.json'), [200, undefined], 'the same for everybody')
  assert.deepEqual(await kept('/none'), [404, undefined])
})

test('hashed files may be cached for ever, and are compressed for clients that accept it', async () => {
  await using world = await openWorld({ CONSOLE: 'on' })
  const names = await readdir(new URL('../console/dist/assets/', import.meta.url))
  const script = names.find((name) => name.endsWith('.js'))!
  const answer = await asking(world, `/assets/${script}`, { 'accept-encoding': 'br' })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(answer.headers['content-encoding'], 'br')
  assert.equal((await asking(world, `/assets/${script}`)).headers['content-encoding'], undefined)
})

test('what an installed console needs is asked for again each time', async () => {
  await using world = await openWorld({ CONSOLE: 'on' })
  for (const [path, type] of [
    ['/manifest.webmanifest', /^application\/manifest\+json/],
    ['/service-worker.js', /^application\/javascript/],
    ['/icon-192.png', /^image\/png/],
    ['/icon-512.png', /^image\/png/],
  ] as const) {
    const { statusCode, headers } = await asking(world, path)
    assert.deepEqual([path, statusCode, headers['cache-control']], [path, 200, 'no-cache'])
    assert.match(headers['content-type'] as string, type)
  }
})

test('a missing file is a 404 in JSON, and other methods are a 405', async () => {
  await using world = await openWorld({ CONSOLE: 'on' })
  for (const path of [
    '/api/v1/none',
    '/api/v2',
    '/assets/none.js',
    '/assets/../index.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/index.html',
    '/none',
  ]) {
    const answer = await asking(world, path)
    assert.deepEqual([path, answer.statusCode, answer.json()], [path, 404, failureBody('Path not found')])
  }
  const post = await asking(world, '/sign-in', {}, 'POST')
  assert.deepEqual([post.statusCode, post.json()], [405, failureBody('Method not allowed')])
})

test('CONSOLE=off removes the console: the first page is the reference', async () => {
  await using world = await openWorld({ CONSOLE: 'off' })
  const { statusCode, headers } = await asking(world, '/')
  assert.deepEqual([statusCode, headers.location], [302, '/api/v1/docs'])
  assert.equal((await asking(world, '/sign-in')).statusCode, 404)
})

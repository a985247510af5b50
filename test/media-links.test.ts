/** Media by signed link: whole and in parts, until it expires or its recording is gone (decision 16 on recording fields). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'

let here: MediaWorld
let id: string
let link: URL
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'trace' })
  id = await here.processed({ title: 'Call', channel_id: 'ch_eng' })
  link = new URL((await here.recording(id)).media_url)
})
after(() => here[Symbol.asyncDispose]())

const get = (headers = {}, search = link.search, path = link.pathname) =>
  here.world.get(path + search, undefined, { headers })

test('whole: type, length, name; no sniffing, no caching by proxies', async () => {
  assert.equal(link.origin, 'https://minutebook.test')
  const answer = await get()
  assert.deepEqual([answer.status, answer.text], [200, words])
  const { headers } = answer
  assert.equal(headers['content-type'], 'audio/mpeg')
  assert.equal(headers['content-length'], String(words.length))
  assert.equal(headers['content-disposition'], "inline; filename*=UTF-8''Weekly%20call.mp3")
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['accept-ranges'], 'bytes')
  assert.match(String(headers['cache-control']), /private/)
})

test('in parts: 206, 416, If-Range, If-None-Match, HEAD', async () => {
  const { headers } = await get()
  const etag = String(headers.etag)
  const part = await get({ range: 'bytes=5-9' })
  assert.deepEqual([part.status, part.text], [206, words.slice(5, 10)])
  assert.equal(part.headers['content-range'], `bytes 5-9/${words.length}`)
  const end = await get({ range: 'bytes=-4' })
  assert.deepEqual([end.status, end.text], [206, words.slice(-4)])
  const beyond = await get({ range: `bytes=${words.length}-` })
  assert.deepEqual([beyond.status, beyond.body], [416, failureBody('There is nothing in this range')])
  assert.equal(beyond.headers['content-range'], `bytes */${words.length}`)
  assert.equal((await get({ range: 'bytes=0-1', 'if-range': etag })).status, 206)
  const changed = await get({ range: 'bytes=0-1', 'if-range': '"other"' })
  assert.deepEqual([changed.status, changed.text], [200, words])
  assert.deepEqual(
    [(await get({ 'if-none-match': etag })).status, (await get({ 'if-match': '"other"' })).status],
    [304, 412],
  )
  const head = await here.world.request('HEAD', link.pathname + link.search)
  assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', String(words.length)])
})

test('an invalid range, or several, is ignored; only one beyond the end is refused (RFC 9110, 14.2)', async () => {
  const { length } = words
  const whole = ['abc', '', '-', '5', '5-2', 'a-b', '0-1,abc', '0-1;2', '1-2-3', ' - ', '0x1-5', '-1.5']
  const several = [`bytes=5-6,${length}-`, 'bytes=0-1,4-5', `bytes=${length}-,-0`]
  for (const range of [
    ...whole.map((set) => `bytes=${set}`),
    ...several,
    'items=0-1',
    'bytes 0-1',
    'bytes',
    '',
    '=0-1',
    'abc',
  ]) {
    const answer = await get({ range })
    assert.deepEqual([answer.status, answer.text], [200, words], range)
  }
  const parts: [range: string, text: string][] = [
    ['bytes=0-0', words[0]!],
    [`bytes=${length - 1}-`, words.at(-1)!],
    ['Bytes=2-3', words.slice(2, 4)],
    [`bytes=0-${length}`, words],
    [`bytes=-${length}`, words],
    [`bytes=-${length + 1}`, words],
  ]
  for (const [range, text] of parts) {
    const answer = await get({ range })
    assert.deepEqual([answer.status, answer.text], [206, text], range)
  }
  for (const range of [`bytes=${length}-`, `bytes=${length}-${length + 5}`, 'bytes=-0']) {
    const answer = await get({ range })
    assert.deepEqual([answer.status, answer.headers['content-range']], [416, `bytes */${length}`], range)
  }
  const head = await here.world.request('HEAD', link.pathname + link.search, { headers: { range: 'bytes=0-1' } })
  assert.deepEqual([head.status, head.headers['content-length']], [200, String(length)], 'a range is of a GET')
})

test('over a real socket, as a player requests it', async () => {
  await here.world.api.api.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(here.world.api.api.listeningOrigin + link.pathname + link.search, {
    headers: { range: 'bytes=0-3' },
  })
  assert.deepEqual([answer.status, await answer.text()], [206, words.slice(0, 4)])
})

test('a link with any change is refused, and so is a recording of another workspace', async () => {
  const refused = failureBody('This link is not valid or has expired')
  const other = new URLSearchParams(link.search)
  const later = new URLSearchParams({ ...Object.fromEntries(other), expires: String(Number(other.get('expires')) + 1) })
  const searches = [
    '',
    '?',
    `?${later}`,
    link.search.slice(0, -1),
    `${link.search}x`,
    link.search.replace('expires', 'expire'),
    `${link.search}&expires=1`,
  ]
  for (const search of searches) {
    const { status, body } = await get({}, search)
    assert.deepEqual([status, body], [403, refused], search)
  }
  for (const path of [link.pathname.replace('ws_acme', 'ws_zeta'), link.pathname.replace(id, 'r_1')]) {
    assert.deepEqual((await get({}, link.search, path)).status, 403, path)
  }
  assert.equal((await here.world.get('/media/ws_acme')).status, 404)
  assert.equal((await here.world.post(link.pathname, keys.ada)).status, 405)
})

test('whoever sees the recording gets a link, for the time they ask for', async () => {
  const list = async (more: object, key = keys.adaRegular) =>
    (await here.world.post('/api/v1/recordings', key, { filters: { title: 'Call' }, ...more })).body
  assert.equal((await list({})).data[0].media_url, undefined)
  const include = { media_url: true }
  const expires = (url: string) =>
    Number(new URL(url).searchParams.get('expires')) - Date.parse('2026-01-10T12:00:00Z') / 1_000
  assert.equal(expires((await list({ include })).data[0].media_url), 43_200)
  assert.equal(expires((await list({ include, media_url_expires_in: 3_600 })).data[0].media_url), 3_600)
  assert.equal(expires((await here.recording(id, keys.bo, '?media_url_expires_in=86400')).media_url), 86_400)
  for (const seconds of [3_599, 86_401]) {
    assert.match((await list({ include, media_url_expires_in: seconds })).message, /media_url_expires_in/)
  }
  assert.equal((await here.recording('r_1', keys.bo)).media_url, null)
})

test('a link works until the second it expires, and not after', async () => {
  here.world.advance({ hours: 11, minutes: 59, seconds: 59 })
  assert.equal((await get()).status, 200)
  here.world.advance({ seconds: 1 })
  assert.equal((await get()).status, 403)
  link = new URL((await here.recording(id)).media_url)
  assert.equal((await get()).status, 200)
})

test('a type that might be a page is only downloaded', async () => {
  for (const type of ['text/html', 'image/svg+xml', 'audio/svg+xml', 'audio/mpeg\r\nx: y', 'audio/ウェーブ', null]) {
    await here.world.db
      .updateTable('recording_media')
      .set({ content_type: type })
      .where('recording_id', '=', id)
      .execute()
    const { headers } = await get()
    assert.equal(headers['content-type'], 'application/octet-stream', String(type))
    assert.match(String(headers['content-disposition']), /^attachment/)
  }
})

test('without PUBLIC_URL the link has the workspace’s host from the request, or the address where the process listens', async () => {
  await using other = await openMediaWorld({ PUBLIC_URL: '', BASE_DOMAIN: 'meet.test', PORT: '8123' })
  const made = await other.processed()
  const originOf = async (host: string, headers: Record<string, string> = {}) => {
    const { status, body } = await other.world.get(`/api/v1/recording/${made}`, keys.bo, { host, headers })
    assert.equal(status, 200, host)
    return body.recording.media_url.replace(/\/media\/ws_acme\/.*/, '')
  }
  for (const [host, origin] of [
    ['acme.meet.test', 'http://acme.meet.test'],
    ['acme.meet.test:8080', 'http://acme.meet.test:8080'],
    ['ACME.Meet.test:1', 'http://acme.meet.test:1'],
  ] as const) {
    assert.equal(await originOf(host), origin)
    assert.equal(await originOf(host, { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }), origin)
  }
  const broken = ['acme.meet.test@evil.test', 'acme.meet.test:@evil.test']
  for (const host of broken) {
    assert.equal((await other.world.get(`/api/v1/recording/${made}`, keys.bo, { host })).status, 400, host)
  }
  const others = [
    'evil.test',
    'evil.test:8123',
    'acme.meet.test.evil.test',
    'acme.meet.test:x',
    'acme.meet.test:65536',
    'meet.test',
    '127.0.0.1',
    '',
  ]
  for (const host of others) {
    assert.equal(await originOf(host), 'http://127.0.0.1:8123', host)
    assert.equal(await originOf(host, { 'x-forwarded-host': 'acme.meet.test' }), 'http://127.0.0.1:8123', host)
  }
})

test('without PUBLIC_URL and PORT the link has the port that was chosen', async () => {
  await using other = await openMediaWorld({ PUBLIC_URL: '', PORT: '0', HOST: '0.0.0.0' })
  const made = await other.processed()
  const { api } = other.world.api
  await api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(api.listeningOrigin)
  assert.equal(new URL((await other.recording(made)).media_url).origin, `http://localhost:${port}`)
})

test('the link of a deleted recording is a 404', async () => {
  await here.world.delete(`/api/v1/recording/${id}`, keys.ada)
  const { status, body } = await get()
  assert.deepEqual([status, body], [404, failureBody('Media not found')])
})

test('no log has a link', () => {
  assert(!here.world.logged.join('').includes('signature'))
})

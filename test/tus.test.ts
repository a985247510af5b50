/** Resumable uploads by the tus protocol: pieces, lost connections, restarts, owners, limits (decision 27). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { buildApi, type Server } from '../server/app/api.ts'
import { keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import { encode, idOf, path, piece, tus, tusClient } from './support/tus-client.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld({ MEDIA_MAX_BYTES: '4096', BODY_LIMIT_BYTES: '1024' })
})
after(() => here[Symbol.asyncDispose]())

const { ask, create, send } = tusClient(() => here.world)

test('in parts: created, sent, HEAD, sent to the end; then it is processed like any other upload', async () => {
  const started = '2026-01-10T10:00:00Z'
  const metadata = {
    title: 'Café',
    filename: 'Café call.mp3',
    filetype: 'audio/mpeg',
    started_at: started,
    channel_id: 'ch_eng',
  }
  const made = await create(metadata)
  assert.equal(made.status, 201, made.text)
  const url = made.headers.location!
  assert.match(url, /^\/api\/v1\/recordings\/upload\/tus\/r_\w+$/)
  assert.equal(made.headers['upload-expires'], 'Sun, 11 Jan 2026 12:00:00 GMT')
  assert.match(made.headers['x-request-id']!, /^req_/)
  const first = await send(url, 0, words.slice(0, 700))
  assert.deepEqual([first.status, first.headers['upload-offset']], [204, '700'])
  const head = await ask('HEAD', url)
  assert.deepEqual(
    [head.status, head.headers['upload-offset'], head.headers['upload-length']],
    [200, '700', String(words.length)],
  )
  assert.equal((await here.world.get(`/api/v1/recordings/upload/${idOf(url)}`, keys.bo)).status, 404)
  assert.equal((await send(url, 0, words)).status, 409)
  // More than the limit of other bodies.
  const last = await send(url, 700, words.slice(700))
  assert.deepEqual([last.status, last.headers['upload-offset']], [204, String(words.length)])
  assert.equal((await here.upload(idOf(url))).status, 'PENDING')
  await here.world.settle()
  const recording = await here.recording(idOf(url), keys.adaRegular)
  assert.deepEqual([recording.title, recording.started_at], ['Café', '2026-01-10T10:00:00.000Z'])
  const media = new URL(recording.media_url)
  const answer = await here.world.get(media.pathname + media.search)
  assert.deepEqual([answer.text, answer.headers['content-type']], [words, 'audio/mpeg'])
  assert.match(answer.headers['content-disposition']!, /Caf%C3%A9%20call\.mp3/)
  const asked = await ask('HEAD', url)
  assert.deepEqual(
    [asked.headers['upload-offset'], asked.headers['upload-length']],
    [String(words.length), String(words.length)],
  )
  assert.deepEqual((await here.files()).length, 1)
})

test('a person’s unfinished uploads are listed with their offset; complete and expired ones are not', async () => {
  const listed = async (key = keys.adaRegular, query = '') => (await here.world.get(path + query, key)).body
  assert.deepEqual(await listed(), { page_info: { cursor: null, page_size: 20 }, data: [] })
  const old = (await create({ filename: 'old.mp3' }, words.length, keys.adaRegular)).headers.location!
  here.world.advance({ seconds: 1 })
  const url = (await create({ title: 'Café', filename: 'call.mp3' }, words.length, keys.adaRegular)).headers.location!
  await send(url, 0, words.slice(0, 700), keys.adaRegular)
  const [newest, oldest] = (await listed()).data
  assert.deepEqual(
    { ...newest, created_at: undefined, expires_at: undefined },
    {
      recording_id: idOf(url),
      title: 'Café',
      filename: 'call.mp3',
      bytes: words.length,
      bytes_arrived: 700,
      created_at: undefined,
      expires_at: undefined,
    },
  )
  assert.equal(Date.parse(newest.expires_at) - Date.parse(newest.created_at), 86_400_000)
  assert.deepEqual([oldest.recording_id, oldest.title, oldest.bytes_arrived], [idOf(old), 'old.mp3', 0])
  const first = await listed(keys.adaRegular, '?page_size=1')
  const second = await listed(keys.adaRegular, `?page_size=1&cursor=${first.page_info.cursor}`)
  assert.deepEqual([...first.data, ...second.data], [newest, oldest])
  assert(!(await listed(keys.bo)).data.some((each: { recording_id: string }) => each.recording_id === idOf(url)))
  await send(url, 700, words.slice(700), keys.adaRegular)
  await ask('DELETE', old, {}, { key: keys.adaRegular })
  assert.deepEqual((await listed()).data, [])
})

test('only its owner finds it: for anybody else, without a key and in another workspace it does not exist', async () => {
  const url = (await create()).headers.location!
  for (const key of [keys.ada, keys.adaRegular, keys.zoe]) {
    for (const answer of [
      await ask('HEAD', url, {}, { key }),
      await send(url, 0, 'x', key),
      await ask('DELETE', url, {}, { key }),
    ]) {
      assert.equal(answer.status, 404)
    }
  }
  assert.equal((await ask('HEAD', url, {}, { key: 'mb_none' })).status, 401)
  assert.equal((await ask('POST', path, { 'upload-length': '1' }, { key: 'mb_none' })).status, 401)
  assert.equal((await ask('HEAD', url)).headers['upload-offset'], '0')
  assert.equal((await ask('DELETE', url)).status, 204)
  assert.equal((await ask('HEAD', url)).status, 404)
  assert.equal((await ask('DELETE', `${path}/r_none`)).status, 404)
})

test('the size is limited, whether declared before or counted', async () => {
  assert.equal((await create({ title: 'x' }, 4_096)).status, 201)
  const large = await create({ title: 'x' }, 4_097)
  assert.deepEqual([large.status, large.body], [413, failureBody('Maximum size exceeded')])
  const open = await ask('POST', path, { 'upload-defer-length': '1', 'upload-metadata': encode({ title: 'x' }) })
  const url = open.headers.location!
  assert.equal((await send(url, 0, 'x'.repeat(4_097))).status, 413)
  assert.equal((await send((await create({ title: 'x' }, 10)).headers.location!, 0, 'x'.repeat(11))).status, 413)
  assert.equal((await ask('HEAD', url)).headers['upload-defer-length'], '1', 'nothing of unknown length is not all')
  assert.equal((await send(url, 0, 'ab')).headers['upload-offset'], '2')
  const asked = (await ask('HEAD', url)).headers
  assert.deepEqual(
    [asked['upload-offset'], asked['upload-defer-length'], asked['upload-length']],
    ['2', '1', undefined],
  )
  const rest = { ...piece, 'upload-offset': '2', 'upload-length': '5' }
  assert.equal((await ask('PATCH', url, rest, { body: 'cde' })).status, 204)
  assert.equal((await here.upload(idOf(url))).status, 'PENDING')
  assert.equal((await create({ title: 'x' }, 0)).status, 400)
  assert.equal((await send(url, 5, '')).status, 204, 'what is complete takes nothing more')
  assert.equal((await send(url, 5, 'x')).status, 413)
  assert.equal((await ask('DELETE', url)).status, 404)
})

test('more bytes than declared, in chunks without a length: what fits is kept, and the request is refused', async () => {
  const url = (await create({ title: 'x' }, 10)).headers.location!
  await using server = await listening()
  async function* chunks() {
    for (const chunk of ['abc', 'def', 'ghi', 'jkl']) {
      yield Buffer.from(chunk)
      // Chunks that arrive together on a busy machine are rejected together.
      await setTimeout(400)
    }
  }
  const answer = await fetch(server.origin + url, {
    method: 'PATCH',
    body: Readable.from(chunks()) as never,
    duplex: 'half',
    headers: { ...tus, ...piece, 'upload-offset': '0', 'x-api-key': keys.bo },
  })
  assert.deepEqual([answer.status, await answer.json()], [413, failureBody('Maximum size exceeded')])
  assert.equal((await ask('HEAD', url)).headers['upload-offset'], '9')
  assert.equal((await send(url, 9, 'j')).status, 204)
})

/** Acts as another process for uploads. */
async function listening() {
  const server = await buildApi(here.world.base)
  await server.api.listen({ port: 0, host: '127.0.0.1' })
  return { server, origin: server.api.listeningOrigin, [Symbol.asyncDispose]: () => server.close() }
}

test('its metadata is checked by the same rules as elsewhere, before a byte is sent', async () => {
  const table: [metadata: Record<string, string>, location: string][] = [
    [{ language_code: 'en' }, 'metadata.title'],
    [{ title: 'x'.repeat(256) }, 'metadata.title'],
    [{ title: 'x', event_guid: 'evt_none' }, 'metadata.event_guid'],
    [{ title: 'x', channel_id: 'ch_ada' }, 'metadata.channel_id'],
    [{ title: 'x', template_id: 'nt_none' }, 'metadata.template_id'],
    [{ title: 'x', started_at: 'today' }, 'metadata.started_at'],
    [{ title: 'x', language_code: '?' }, 'metadata.language_code'],
    [{ title: 'x', participants: '{' }, 'metadata.participants'],
    [{ title: 'x', participants: '[{"email":"x"}]' }, 'metadata.participants[0].email'],
    [{ title: 'x\0' }, 'metadata.title'],
    [{ title: 'x', media_of: 'r\0' }, 'metadata.media_of'],
    [{ title: 'x', filename: 'call.vtt' }, 'metadata.filename'],
    [{ title: 'x', filename: 'Call.SRT' }, 'metadata.filename'],
    [{ title: 'x', filename: 'call.txt' }, 'metadata.filename'],
  ]
  for (const [metadata, location] of table) {
    const { status, body } = await create(metadata)
    assert.deepEqual([status, body.errors?.[0].location], [400, location], JSON.stringify(metadata))
  }
  assert.equal((await create({ filename: 'call.mp3' })).status, 201, 'a file name stands for a title')
  assert.equal((await create({ title: 'x', participants: '[{"name":"Ada","email":"ada@acme.test"}]' })).status, 201)
})

test('refusals of the protocol have the shape of all other errors', async () => {
  const { location } = (await create()).headers
  const answers: [status: number, answer: ReturnType<typeof ask>][] = [
    [412, here.world.request('HEAD', location!, { key: keys.bo })],
    [412, ask('POST', path, { 'tus-resumable': '0.2.2', 'upload-length': '1' })],
    [400, ask('POST', path)],
    [400, ask('POST', path, { 'upload-length': '-1' })],
    [400, ask('POST', path, { 'upload-length': '1', 'upload-metadata': 'a b c' })],
    [400, ask('POST', path, { 'upload-length': '1', 'upload-concat': 'partial' })],
    [400, ask('PATCH', location!, piece, { body: 'x' })],
    [400, ask('PATCH', location!, { ...piece, 'upload-offset': 'x' }, { body: 'x' })],
    [415, ask('PATCH', location!, { 'content-type': 'text/plain', 'upload-offset': '0' }, { body: 'x' })],
    [415, ask('PATCH', location!, { 'upload-offset': '0' }, { body: 'x' })],
    [405, ask('GET', location!)],
    [405, ask('PUT', path)],
    [404, ask('PATCH', `${path}/%00`, { ...piece, 'upload-offset': '0' }, { body: 'x' })],
  ]
  for (const [index, [status, answering]] of answers.entries()) {
    const answer = await answering
    assert.equal(answer.status, status, `${index}: ${answer.text}`)
    if (index > 0) assert.equal(typeof answer.body.message, 'string')
    if (status === 412) assert.equal(answer.headers['tus-version'], '1.0.0')
  }
  const others = { 'upload-offset': 'x', 'upload-length': 'x', 'x-forwarded-proto': 'wss', 'tus-version': 'x' }
  assert.equal((await ask('HEAD', location!, others)).status, 200, 'what is not asked for is not looked at')
  const options = await ask('OPTIONS', path)
  assert.deepEqual([options.status, options.headers['tus-max-size']], [204, '4096'])
})

test('after a broken connection and a restart of the server it continues where it stopped', async () => {
  const url = (await create()).headers.location!
  const first = await buildApi(here.world.base)
  await first.api.listen({ port: 0, host: '127.0.0.1' })
  const offset = () => ask('HEAD', url).then(({ headers }) => Number(headers['upload-offset']))
  // On a busy machine the connection may be lost before the service has begun to read.
  for (let holdMs = 200; (await offset()) === 0; holdMs *= 2) await breakOff(first, url, words, holdMs)
  await first.close()
  const arrived = await offset()
  assert(arrived > 0 && arrived < words.length, String(arrived))
  const second = await buildApi(here.world.base)
  await second.api.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(second.api.listeningOrigin + url, {
    method: 'PATCH',
    body: words.slice(arrived),
    headers: { ...tus, ...piece, 'upload-offset': String(arrived), 'x-api-key': keys.bo },
  })
  assert.deepEqual([answer.status, answer.headers.get('upload-offset')], [204, String(words.length)])
  await second.close()
  await here.world.settle()
  assert.equal((await here.upload(idOf(url))).status, 'SUCCESS')
})

/** Sends half of it, and closes the connection after this time. */
async function breakOff(server: Server, url: string, text: string, holdMs: number): Promise<void> {
  const socket = connect((server.api.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const headers = [`PATCH ${url} HTTP/1.1`, 'Host: localhost', `X-API-KEY: ${keys.bo}`, 'Tus-Resumable: 1.0.0']
  headers.push('Content-Type: application/offset+octet-stream', 'Upload-Offset: 0', `Content-Length: ${text.length}`)
  socket.write(`${headers.join('\r\n')}\r\n\r\n${text.slice(0, text.length / 2)}`)
  await setTimeout(holdMs)
  socket.destroy()
}

test('5: a piece that is sent on behalf of somebody is in the audit log without a digest: it is not read before', async () => {
  const made = await create()
  const headers = { ...piece, 'upload-offset': '0', 'x-on-behalf-of': 'u_bo' }
  const sent = await ask('PATCH', made.headers.location!, headers, { key: keys.ada, body: words })
  assert.equal(sent.status, 204, sent.text)
  const rows = await here.world.db.selectFrom('audit_log').select('body_sha256').where('method', '=', 'PATCH').execute()
  assert.deepEqual(rows, [{ body_sha256: null }])
})

/** A bucket that is unavailable for a while: no error shows internal details, and nothing is lost. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { backgroundJobs } from '../server/app/worker.ts'
import { sweepMedia } from '../server/meetings/recordings/media/leftovers.ts'
import { EngineError } from '../server/platform/errors.ts'
import { newFileName } from '../server/platform/store/media-store.ts'
import { keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import { noS3Server, openS3Server, type S3Server, s3Keys } from './support/s3-server.ts'

const away = failureBody('The place where media are kept cannot be used at the moment')
const tus = { 'tus-resumable': '1.0.0' }
const program = new URL('../bin/minutebook.js', import.meta.url).pathname
const tusPath = '/api/v1/recordings/upload/tus'

suite('a bucket that is away', { skip: noS3Server }, () => {
  let server: S3Server
  let here: MediaWorld
  before(async () => {
    server = await openS3Server()
    here = await openMediaWorld({ ...server.settings, LOG_LEVEL: 'trace' })
  })
  after(async () => {
    await here[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  const outcome = async (id: string) => {
    const { status, failure_reason } = await here.upload(id)
    return [status, failure_reason]
  }
  /** Past the delay before the next attempt. */
  const later = async (seconds: number) => {
    here.world.advance({ seconds })
    await here.world.settle()
  }
  /** As a worker does it by its schedule. */
  const work = (name: string) =>
    backgroundJobs(here.world.base)
      .find((each) => each.name === name)!
      .run({})
  const alarms = () => here.world.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)

  test('an upload waits for it, and continues where it stopped', async () => {
    await server.stop()
    const id = await here.processed()
    assert.deepEqual(await outcome(id), ['PENDING', null])
    await server.start()
    await later(5)
    assert.deepEqual(await outcome(id), ['SUCCESS', null])
    assert.equal((await here.recording(id)).transcript.speech_segments[0].text, words.slice(0, 1_000))
  })

  test('an upload that waited too long fails with a sentence, and the log says why', async () => {
    await server.stop()
    const id = await here.processed()
    for (const seconds of [5, 30, 120, 300]) {
      assert.deepEqual(await outcome(id), ['PENDING', null])
      await later(seconds)
    }
    assert.deepEqual(await outcome(id), ['FAILED', away.message])
    assert(alarms().some(({ err, recordingId }) => recordingId === id && /ECONNREFUSED/.test(err.stack)))
    await server.start()
  })

  test('a link is a 503 while it is unreachable; the service stays ready', async () => {
    const link = new URL((await here.recording(await here.processed())).media_url)
    const get = (headers = {}) => here.world.get(link.pathname + link.search, undefined, { headers })
    await server.stop()
    for (const headers of [{}, { range: 'bytes=0-3' }]) {
      const answer = await get(headers)
      assert.deepEqual([answer.status, answer.body, answer.headers['retry-after']], [503, away, '30'])
    }
    assert.equal((await here.world.request('HEAD', link.pathname + link.search)).status, 503)
    assert.equal((await here.world.get('/readyz')).status, 200)
    await server.start()
    assert.equal((await get()).text, words)
  })

  test('the last byte of a resumable upload is a 503, and the upload is whole at its client’s next try', async () => {
    const metadata = `title ${Buffer.from('Call').toString('base64')}`
    const lengths = { 'upload-length': String(words.length), 'upload-metadata': metadata }
    const ask = (method: string, url: string, headers = {}, body?: Buffer) =>
      here.world.request(method, url, { key: keys.bo, headers: { ...tus, ...headers }, body })
    const url = (await ask('POST', tusPath, lengths)).headers.location!
    await server.stop()
    const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const last = await ask('PATCH', url, piece, Buffer.from(words))
    assert.deepEqual([last.status, last.body, last.headers['retry-after']], [503, away, '30'])
    assert.equal((await ask('HEAD', url)).status, 503)
    await server.start()
    const [first, second] = await Promise.all([ask('HEAD', url), ask('HEAD', url)])
    assert.deepEqual([first.headers['upload-offset'], second.headers['upload-offset']], Array(2).fill('2080'))
    await here.world.settle()
    assert.deepEqual(await outcome(url.split('/').at(-1)!), ['SUCCESS', null])
  })

  test('a recording is deleted without it; its file is removed when it is back', async () => {
    const files = () => readdir(server.objects)
    const id = await here.processed()
    const before = (await files()).length
    await server.stop()
    assert.equal((await here.world.delete(`/api/v1/recording/${id}`, keys.ada)).status, 200)
    assert.equal((await files()).length, before)
    await server.start()
    assert.equal((await here.world.delete(`/api/v1/recording/${await here.processed()}`, keys.ada)).status, 200)
    assert.equal((await files()).length, before - 1)
  })

  test('an upload can end without it; its file is removed by the next sweep', async () => {
    const { transcriber } = here.world.base.engines
    here.world.base.engines.transcriber = {
      async transcribe() {
        await server.stop()
        throw new EngineError('Nobody speaks', { retryable: false })
      },
    }
    const files = (await readdir(server.objects)).length
    assert.deepEqual(await outcome(await here.processed()), ['FAILED', 'Nobody speaks'])
    here.world.base.engines.transcriber = transcriber
    await server.start()
    assert.equal((await readdir(server.objects)).length, files + 1)
    await work('remove-media')
    assert.equal((await readdir(server.objects)).length, files)
  })

  test('files that no row names, and parts of dead processes, are removed after a day', async () => {
    const store = here.world.base.media
    const named = (await readdir(server.objects)).filter((name) => !name.startsWith('.'))
    await store.write(Readable.from([Buffer.from(words)]))
    const { s3 } = server
    await s3.createMultipartUpload({ Bucket: 'media', Key: newFileName() })
    const stored = async () => [
      (await s3.listObjectsV2({ Bucket: 'media' })).KeyCount,
      (await s3.listMultipartUploads({ Bucket: 'media' })).Uploads?.length ?? 0,
    ]
    const written = (await s3.listObjectsV2({ Bucket: 'media' })).Contents!.map(({ LastModified }) => LastModified!)
    const last = written.toSorted((one, other) => one.getTime() - other.getTime()).at(-1)!
    const dayLater = (milliseconds: number) => new Date(last.getTime() + 86_400_000 + milliseconds)
    await sweepMedia(here.world.db, store, dayLater(0))
    assert.deepEqual(await stored(), [named.length + 1, 1])
    assert.equal(await sweepMedia(here.world.db, store, dayLater(60_000)), 1)
    assert.deepEqual(await stored(), [named.length, 0])
  })

  test('a command that needs it ends with a sentence', async () => {
    const out = await mkdtemp(join(tmpdir(), 'minutebook-out-'))
    const database = { DATABASE_URL: here.world.config.databaseUrl!, SECRET_KEY: '00'.repeat(32) }
    const env = { PATH: process.env.PATH, ...database, ...server.settings }
    const run = () =>
      promisify(execFile)(process.execPath, [program, 'export', '--workspace', 'acme', '--media', out], { env })
    await server.stop()
    const failed = await run().catch((error) => error)
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, /^The place where media .* at the moment\. ECONNREFUSED: connect [^\n]*\.\n$/)
    await server.start()
    await run()
    assert((await readdir(out)).length > 0)
    await rm(out, { recursive: true })
  })

  test('a wrong key counts as unreachable, and no log has a key', async () => {
    await using wrong = await openMediaWorld({
      ...server.settings,
      S3_SECRET_ACCESS_KEY: 'wrong/secret+of=mine',
      LOG_LEVEL: 'trace',
      UPLOAD_RETRY_DELAYS_SECONDS: '0',
    })
    const id = await wrong.processed()
    const { status, failure_reason } = await wrong.upload(id)
    assert.deepEqual([status, failure_reason], ['FAILED', away.message])
    const logged = [...wrong.world.logged, ...here.world.logged].join('')
    assert.match(logged, /SignatureDoesNotMatch/)
    for (const secret of [s3Keys.id, s3Keys.secret, 'wrong/secret']) assert(!logged.includes(secret), secret)
  })
})

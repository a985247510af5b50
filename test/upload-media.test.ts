/**
 * Uploads by the address of their media: fetched, transcribed, retried, failed, kept and forgotten (decisions 28 to 29b
 * on zero-day).
 */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { mediaLimits } from '../server/making/uploads/media-use.ts'
import { processUpload } from '../server/making/uploads/process-upload.ts'
import { EngineError } from '../server/platform/errors.ts'
import { scratchPrefix } from '../server/platform/scratch.ts'
import { keys } from './support/acme.ts'
import { tracesOf } from './support/every-row.ts'
import { failureBody } from './support/failure-body.ts'
import { type MediaWorld, openMediaWorld, readAloud, words } from './support/media-world.ts'
import { openReceiver } from './support/receiver.ts'
import { scriptedWriter } from './support/scripted-writer.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld({ MEDIA_MAX_BYTES: '4096', LOG_LEVEL: 'trace' })
})
after(() => here[Symbol.asyncDispose]())

const outcome = async (id: string) => {
  const { status, failure_reason } = await here.upload(id)
  return [status, failure_reason]
}

test('fetched with its credentials, transcribed, and stored under a new name', async () => {
  const media_auth = { type: 'bearer_token', token: 'tok-very-secret' }
  const id = await here.processed({ media_auth, started_at: '2026-01-10T10:00:00Z' })
  assert.deepEqual(await outcome(id), ['SUCCESS', null])
  const asked = here.receiver.received.at(-1)!
  assert.deepEqual([asked.method, asked.path], ['GET', '/calls/Weekly%20call.mp3'])
  assert.equal(asked.headers.authorization, 'Bearer tok-very-secret')
  const made = await here.recording(id)
  assert.equal(made.ended_at, '2026-01-10T10:00:05.000Z')
  assert.equal(made.transcript.speech_segments[0].text, words.slice(0, 1_000))
  assert.equal((await here.files()).length, 1)
  await here.processed({ media_auth: { type: 'basic_auth', username: 'ü', password: 'p:w' } })
  const basic = Buffer.from(here.receiver.received.at(-1)!.headers.authorization!.split(' ')[1]!, 'base64')
  assert.equal(basic.toString(), 'ü:p:w')
  assert(!here.world.logged.join('').includes('tok-very-secret'))
})

test('address and credentials are encrypted while it waits, and deleted afterwards', async () => {
  const id = await here.submit({ media_auth: { type: 'bearer_token', token: 'tok-at-rest' } })
  const rows = () =>
    here.world.db.selectFrom('upload_sources').select(['address']).where('recording_id', '=', id).execute()
  const [row] = await rows()
  assert(!row!.address!.includes('tok-at-rest') && !row!.address!.includes('127.0.0.1'))
  await here.world.settle()
  assert.deepEqual(await rows(), [])
})

test('up to 3 redirects, each checked; credentials are sent to their own origin only', async () => {
  await using elsewhere = await openReceiver({ answering: (_, response) => response.end(words) })
  const hop = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end()
  here.receiver.answering = ({ path }, response) => {
    const left = Number(path.slice(1))
    if (left > 0) return hop(`/${left - 1}`)(response)
    return path === '/away'
      ? hop(elsewhere.url('/a.mp3'))(response)
      : path === '/in'
        ? hop('https://10.0.0.1/')(response)
        : response.end(words)
  }
  const media_auth = { type: 'bearer_token', token: 'tok-origin' }
  const at = (path: string) => here.processed({ url: here.receiver.url(path), media_auth })
  assert.deepEqual(await outcome(await at('/3')), ['SUCCESS', null])
  assert.deepEqual(await outcome(await at('/4')), [
    'FAILED',
    'The media could not be fetched: there were more than 3 redirects',
  ])
  assert.deepEqual(await outcome(await at('/in')), ['FAILED', 'Media URL cannot point to private IP address'])
  assert.deepEqual(await outcome(await at('/away')), ['SUCCESS', null])
  assert.equal(elsewhere.received[0]!.headers.authorization, undefined)
})

test('temporary failures are tried again after 5, 30, 120 and 300 s, others are final; the error is a sentence for people', async () => {
  here.receiver.answering = (_, response) => response.writeHead(404).end()
  assert.deepEqual(await outcome(await here.processed()), ['FAILED', 'The media server answered 404'])
  // The rest of an error answer never comes, and the worker does not wait for it.
  here.receiver.answering = (_, response) => response.writeHead(503).write('busy')
  const id = await here.processed()
  const asked = () => here.receiver.received.length
  let before = asked()
  for (const seconds of [5, 30, 120, 300]) {
    assert.deepEqual(await outcome(id), ['PENDING', null])
    here.world.advance({ seconds: seconds - 0.001 })
    await here.world.settle()
    assert.equal(asked(), before, `not before ${seconds} s`)
    here.world.advance({ seconds: 0.001 })
    await here.world.settle()
    assert.equal(asked(), ++before, `at ${seconds} s`)
  }
  assert.deepEqual(await outcome(id), ['FAILED', 'The media server answered 503'])
  here.world.advance({ hours: 1 })
  await here.world.settle()
  assert.equal(asked(), before)
  here.receiver.answering = (_, response) => response.end(words)
})

test('Retry-After is respected; after a stage has succeeded failures count from 0', async () => {
  let failuresLeft = 2
  here.receiver.answering = (_, response) =>
    failuresLeft-- > 0 ? response.writeHead(429, { 'retry-after': '60' }).end() : response.end(words)
  const id = await here.processed()
  here.world.advance({ seconds: 59 })
  await here.world.settle()
  assert.equal(failuresLeft, 1)
  here.world.advance({ seconds: 1 })
  await here.world.settle()
  assert.equal(failuresLeft, 0)
  here.world.base.engines.transcriber = {
    transcribe: () => Promise.reject(new EngineError('The transcription service is busy', { retryable: true })),
  }
  here.world.advance({ seconds: 60 })
  await here.world.settle()
  for (const seconds of [5, 30, 120]) {
    here.world.advance({ seconds })
    await here.world.settle()
    assert.deepEqual(await outcome(id), ['PENDING', null])
  }
  here.world.base.engines.transcriber = readAloud
  here.world.advance({ seconds: 300 })
  await here.world.settle()
  assert.deepEqual(await outcome(id), ['SUCCESS', null])
})

test('the size is limited: at the limit and one byte above, and no remains stay on disk', async () => {
  const files = (await here.files()).length
  const sized = async (bytes: number) => {
    here.receiver.answering = (_, response) => response.end('a'.repeat(bytes))
    return outcome(await here.processed())
  }
  assert.deepEqual(await sized(4_097), [
    'FAILED',
    'The media could not be fetched: the answer is larger than 4096 bytes',
  ])
  assert.equal((await here.files()).length, files)
  assert.deepEqual(await sized(4_096), ['SUCCESS', null])
  here.receiver.answering = (_, response) => response.end(words)
})

test('27, 28: without a transcription service media are refused at once; if it is removed later, they are not fetched', async () => {
  const asked = here.receiver.received.length
  const sentence = 'No transcription service is configured'
  const id = await here.submit()
  here.world.base.engines.transcriber = null
  await here.world.settle()
  assert.deepEqual(await outcome(id), ['FAILED', sentence])
  const body = { title: 'Call', url: here.receiver.url('/a.mp3') }
  const headers = { 'idempotency-key': 'again' }
  const refused = await here.world.post('/api/v1/recordings/upload', keys.bo, body, { headers })
  assert.deepEqual([refused.status, refused.body], [422, failureBody(sentence)])
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '4', 'upload-metadata': `title ${btoa('Call')}` }
  const begun = await here.world.post('/api/v1/recordings/upload/tus', keys.bo, undefined, { headers: tus })
  assert.deepEqual([begun.status, begun.body], [422, failureBody(sentence)])
  const transcript = { speech_segments: [{ speaker: 'Bo', text: 'Yes.', start_time: 0, end_time: 1 }] }
  const written = await here.world.post('/api/v1/recordings/upload', keys.bo, { title: 'Call', transcript })
  assert.equal(written.status, 201, 'a transcript needs no service')
  here.world.base.engines.transcriber = readAloud
  assert.equal((await here.world.post('/api/v1/recordings/upload', keys.bo, body, { headers })).status, 201)
  await here.world.settle()
  assert.equal(here.receiver.received.length, asked + 1)
  here.world.base.engines.transcriber = null
  const repeated = await here.world.post('/api/v1/recordings/upload', keys.bo, body, { headers })
  assert.deepEqual([repeated.status, repeated.headers['idempotency-replayed']], [201, 'true'])
  here.world.base.engines.transcriber = readAloud
})

test('an unexpected error is tried again, logged, and fails with a sentence without internals', async () => {
  here.world.base.engines.transcriber = { transcribe: () => Promise.reject(new TypeError('x is not a function')) }
  const files = (await here.files()).length
  const id = await here.processed()
  assert.equal((await here.files()).length, files + 1)
  for (const seconds of [5, 30, 120, 300]) {
    here.world.advance({ seconds })
    await here.world.settle()
  }
  assert.deepEqual(await outcome(id), ['FAILED', 'The recording could not be processed'])
  assert.equal((await here.files()).length, files, 'the media of a failed upload is gone')
  assert(here.world.logged.some((line) => line.includes('x is not a function')))
  here.world.base.engines.transcriber = readAloud
})

/** The dependencies of a worker, so that a test can run stages itself. */
function stageByHand(id: string, more: object = {}) {
  const { config, ...base } = here.world.base
  const deps = {
    ...base,
    ...base.engines,
    store: base.media,
    holdSeconds: 30,
    notesLanguage: '',
    retryDelaysSeconds: [5],
    publicUrl: 'https://x.test',
    limits: mediaLimits(config),
    mediaTimeoutSeconds: 10,
    stopping: new AbortController().signal,
    ...more,
  }
  return processUpload(deps, { workspace_id: 'ws_acme', recording_id: id })
}

const stored = (id: string) =>
  here.world.db
    .selectFrom('upload_sources')
    .select(['media_file', 'transcript', 'written_notes', 'failures'])
    .where('recording_id', '=', id)
    .executeTakeFirst()

test('a crash after any stage repeats nothing that was stored, and the upload ends once', async () => {
  const id = await here.submit()
  const states: unknown[] = []
  const asked = here.receiver.received.length
  for (let run = 0; run < 5; run++) {
    const state = await stored(id)
    states.push(state && [state.media_file, state.transcript, state.written_notes].filter(Boolean).length)
    // A worker that dies in the middle: the database stores nothing of its work, and no failure is counted.
    const dying = {
      stopping: AbortSignal.abort(new Error('killed')),
      jobs: { send: () => Promise.reject(new Error('killed')) },
    }
    if (run < 3) await assert.rejects(stageByHand(id, dying))
    assert.deepEqual(await stored(id), state)
    await stageByHand(id)
  }
  assert.deepEqual(states, [0, 1, 2, 3, undefined])
  assert.equal(here.receiver.received.length, asked + 1)
  await here.world.settle()
  assert.deepEqual(await outcome(id), ['SUCCESS', null])
  assert.equal(await stored(id), undefined)
})

test('two workers at each stage: one recording, its items once', async () => {
  const { answering } = here.receiver
  const { engines } = here.world.base
  here.receiver.answering = (_, response) => response.end('I will send the deck to Bo.')
  here.world.base.engines = { ...engines, noteWriter: scriptedWriter }
  const id = await here.submit()
  for (let run = 0; run < 4; run++) await Promise.all([stageByHand(id), stageByHand(id), stageByHand(id)])
  await here.world.settle()
  here.receiver.answering = answering
  here.world.base.engines = engines
  const made = await here.recording(id)
  const { note } = (await here.world.get(`/api/v1/note/${made.note_id}`, keys.bo)).body
  assert.deepEqual(note.recording_ids, [id])
  const items = await here.world.post('/api/v1/action_items', keys.bo, { filters: { note_id: made.note_id } })
  assert.equal(items.body.data.length, 1)
  assert.equal(note.content_markdown.match(/^\* Action Item/gm)?.length, 1)
})

test('deleting the recording, or its note, removes upload, source and file', async () => {
  const rest = (await here.files()).length
  for (const kind of ['recording', 'note']) {
    const id = await here.processed()
    assert.equal((await here.files()).length, rest + 1)
    const made = await here.recording(id)
    const target = kind === 'recording' ? id : made.note_id
    assert.equal((await here.world.delete(`/api/v1/${kind}/${target}`, keys.ada)).status, 200)
    assert.equal((await here.files()).length, rest, kind)
    assert.equal((await here.world.get(`/api/v1/recordings/upload/${id}`, keys.bo)).status, 404)
    assert.equal((await here.world.get(new URL(made.media_url).pathname + new URL(made.media_url).search)).status, 404)
  }
})

test('the work for an upload ends at once when the upload is deleted, and is no failure', async () => {
  const id = await here.submit()
  const logged = here.world.logged.length
  let reason: unknown
  here.world.base.engines.transcriber = {
    async transcribe(_media, _hints, signal) {
      await here.world.db.deleteFrom('uploads').where('recording_id', '=', id).execute()
      await once(signal, 'abort')
      reason = signal.reason
      throw new EngineError('The transcription ended', { retryable: true })
    },
  }
  await here.world.settle()
  here.world.base.engines.transcriber = readAloud
  assert.match(String(reason), /The work is not wanted any more/)
  assert.equal((await here.world.get(`/api/v1/recordings/upload/${id}`, keys.bo)).status, 404)
  assert.deepEqual(
    here.world.logged.slice(logged).filter((line) => line.includes('failed')),
    [],
  )
})

test('audio that a killed process extracted for its transcription is removed after a day', async () => {
  const [old, young] = await Promise.all(['old', 'young'].map((name) => mkdtemp(join(tmpdir(), scratchPrefix + name))))
  await writeFile(join(old!, 'sound.wav'), words)
  const dayAgo = (milliseconds: number) => new Date(here.world.base.clock().getTime() - 86_400_000 + milliseconds)
  await utimes(old!, dayAgo(-1_000), dayAgo(-1_000))
  await utimes(young!, dayAgo(1_000), dayAgo(1_000))
  await backgroundJobs(here.world.base)
    .find(({ name }) => name === 'tidy-uploads')!
    .run({})
  await assert.rejects(stat(old!), { code: 'ENOENT' })
  await rm(young!, { recursive: true })
})

test('29b: zero-day retention deletes existing transcripts and stores no new ones; AI notes stay', async () => {
  // Its messages are kept and not sent.
  const webhook = { id: 'wh_bo', owner: 'u_bo', url: 'https://hooks.test/', status: 'inactive' }
  await here.world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', webhooks: [webhook] })
  const before = await here.processed()
  assert((await here.files()).length > 0)
  const pending = await here.submit()
  const traces = () => tracesOf(here.world.db, 'Good morning. I will')
  assert.deepEqual(await traces(), ['messages', 'recordings', 'search_passages'])
  const zeroDay = await here.world.request('PATCH', '/api/v1/workspace', {
    key: keys.ada,
    body: { retention: 'zero_day' },
  })
  assert.equal(zeroDay.status, 200)
  await here.world.settle()
  for (const id of [before, pending]) {
    const made = await here.recording(id)
    assert.deepEqual([made.transcript, made.media_url], [null, null])
    assert.match(made.ai_notes.markdown, /deck/)
  }
  assert.deepEqual(await here.files(), [])
  assert(!here.world.logged.join('').includes('Good morning'))
  assert.deepEqual(await traces(), [])
})

test('the transcriber gets the glossary of the workspace as it is at that time', async () => {
  const glossaries: string[][] = []
  here.world.base.engines.transcriber = {
    transcribe(media, hints, signal) {
      glossaries.push(hints.glossary)
      return readAloud.transcribe(media, hints, signal)
    },
  }
  await here.processed()
  const body = { glossary: [{ term: 'Plastworks', meaning: 'a customer' }, { term: 'Zbigniew' }], templates: [] }
  assert.equal((await here.world.request('PUT', '/api/v1/note_templates', { key: keys.ada, body })).status, 200)
  await here.processed()
  here.world.base.engines.transcriber = readAloud
  assert.deepEqual(glossaries, [[], ['Plastworks', 'Zbigniew']])
})

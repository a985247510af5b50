/** Failures of back ends: a temporary failure is tried again, a final one becomes a sentence. */

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBackEnd, type Reply } from '../../../test/support/back-end.ts'
import { EngineError } from '../../platform/errors.ts'
import { openTranscriber } from './transcribe/transcribe.ts'

const folder = await mkdtemp(join(tmpdir(), 'minutebook-faults-'))
after(() => rm(folder, { recursive: true, force: true }))
const path = join(folder, 'media')
await writeFile(path, 'sound')
const media = { path, bytes: 5, contentType: null, fileName: 'a.mp3' }
const hints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }
const log = { warn() {} }

async function errorOf(reply: Reply, timeoutSeconds = 20): Promise<EngineError> {
  await using backEnd = await openBackEnd(() => reply)
  return await errorAt(backEnd.url, timeoutSeconds)
}

async function errorAt(url: string, timeoutSeconds = 20): Promise<EngineError> {
  const service = {
    kind: 'openai',
    url,
    apiKey: 'sk-secret',
    model: 'm',
    timeoutSeconds,
    maxBytes: 100_000,
    pauseSeconds: 1,
  } as const
  try {
    await openTranscriber(service, log).transcribe(media, hints, new AbortController().signal)
  } catch (error) {
    assert(error instanceof EngineError, String(error))
    assert.match(error.message, /^The transcription service [^\n]+$/)
    assert.doesNotMatch(error.message, /sk-secret|127\.0\.0\.1/)
    assert.doesNotMatch(String(error.cause), /sk-secret/)
    return error
  }
  assert.fail('should have failed')
}

const echo = { error: { message: 'Incorrect API key provided: sk-secret' } }

test('429 and 5xx are retryable, with the seconds to wait', async () => {
  for (const status of [408, 425, 429, 500, 502, 503, 504]) {
    const error = await errorOf({ status, body: echo })
    assert.deepEqual([error.retryable, error.retryAfterSeconds], [true, null], String(status))
  }
  const seconds = await errorOf({ status: 429, headers: { 'retry-after': '7' } })
  assert.deepEqual([seconds.retryable, seconds.retryAfterSeconds], [true, 7])
  assert.equal((await errorOf({ status: 503, headers: { 'retry-after': '0' } })).retryAfterSeconds, 0)
})

test('Retry-After may be a date, relative to the date of the response', async () => {
  const date = 'Mon, 05 Jan 2026 09:00:00 GMT'
  const later = { 'retry-after': 'Mon, 05 Jan 2026 09:02:00 GMT', date }
  assert.equal((await errorOf({ status: 503, headers: later })).retryAfterSeconds, 120)
  const past = { 'retry-after': 'Mon, 05 Jan 2026 08:00:00 GMT', date }
  assert.equal((await errorOf({ status: 503, headers: past })).retryAfterSeconds, 0)
  assert.equal((await errorOf({ status: 503, headers: { 'retry-after': 'soon' } })).retryAfterSeconds, null)
})

test('other error statuses are final, with our own messages', async () => {
  const refusals = {
    400: 'refused the request (status 400)',
    401: 'did not accept its key',
    402: 'asks to be paid first',
    403: 'does not allow this with its key',
    404: 'was not found, or does not have the model',
    413: 'does not take a recording of this size or length',
    415: 'does not take a file of this kind',
    418: 'refused the request (status 418)',
  }
  for (const [status, sentence] of Object.entries(refusals)) {
    const error = await errorOf({ status: Number(status), body: echo })
    assert.deepEqual([error.retryable, error.message], [false, `The transcription service ${sentence}`])
  }
})

test('an account without credit is a final failure, also with status 429', async () => {
  const body = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }
  const error = await errorOf({ status: 429, body, headers: { 'retry-after': '1' } })
  assert.deepEqual([error.retryable, error.message], [false, 'The transcription service asks to be paid first'])
})

test('a redirect is not followed, because it would send the key', async () => {
  await using other = await openBackEnd(() => ({ body: { text: 'caught' } }))
  for (const status of [301, 302, 303, 307, 308]) {
    const error = await errorOf({ status, headers: { location: other.url } })
    assert.deepEqual([error.retryable, error.message], [false, 'The transcription service answered with a redirect'])
  }
  assert.equal(other.requests.length, 0)
})

test('an unreadable response is retryable', async () => {
  for (const body of ['', 'Bad gateway', '{"text": "Good', '[]', '"text"', 'null', '{}', '{"segments": 1}']) {
    const error = await errorOf({ body })
    assert.deepEqual(
      [error.retryable, error.message],
      [true, 'The transcription service gave an answer that could not be read'],
      body,
    )
  }
})

test('a response that breaks off, never ends or never comes is retryable', async () => {
  assert.equal((await errorOf('reset')).retryable, true)
  const endless = await errorOf('endless')
  assert.deepEqual([endless.retryable, endless.message.slice(-21)], [true, 'answer without an end'])
  const slow = await errorOf('silence', 0.2)
  assert.deepEqual([slow.retryable, slow.message.slice(-24)], [true, 'not answer within 0.2 s'.padStart(24)])
})

test('a back end that cannot be reached is retryable', async () => {
  const gone = await openBackEnd(() => ({}))
  await gone[Symbol.asyncDispose]()
  const error = await errorAt(gone.url)
  assert.deepEqual([error.retryable, error.message], [true, 'The transcription service could not be reached'])
})

test('an aborted call throws the signal’s reason', async () => {
  await using backEnd = await openBackEnd(() => 'silence')
  const service = {
    kind: 'asr',
    url: backEnd.url,
    apiKey: '',
    model: '',
    timeoutSeconds: 20,
    maxBytes: 1_000,
    pauseSeconds: 1,
  } as const
  const reason = new Error('The process is stopping')
  const signal = AbortSignal.any([AbortSignal.timeout(50), AbortSignal.abort(reason)])
  await assert.rejects(openTranscriber(service, log).transcribe(media, hints, signal), reason)
  const stop = new AbortController()
  const waiting = openTranscriber(service, log).transcribe(media, hints, stop.signal)
  setTimeout(() => stop.abort(reason), 50)
  await assert.rejects(waiting, reason)
})

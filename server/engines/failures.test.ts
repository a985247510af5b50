/** What back ends do wrong, and what becomes of it: a passing fault is tried again, a final one is a sentence. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBackEnd, type Reply } from '../../test/support/back-end.ts'
import { EngineError } from './engines.ts'
import { transcriberBy } from './transcribe/transcribe.ts'

const folder = await mkdtemp(join(tmpdir(), 'minutebook-faults-'))
after(() => rm(folder, { recursive: true, force: true }))
const path = join(folder, 'media')
await writeFile(path, 'sound')
const media = { path, bytes: 5, contentType: null, fileName: 'a.mp3' }
const hints = { languageCode: null, title: '', speakers: [] }

async function faultOf(reply: Reply, timeoutSeconds = 20): Promise<EngineError> {
  await using backEnd = await openBackEnd(() => reply)
  return await faultAt(backEnd.url, timeoutSeconds)
}

async function faultAt(url: string, timeoutSeconds = 20): Promise<EngineError> {
  const service = { kind: 'openai', url, apiKey: 'sk-secret', model: 'm', timeoutSeconds, mostBytes: 100_000 } as const
  try {
    await transcriberBy(service).transcribe(media, hints, new AbortController().signal)
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

test('429 and 5xx pass, and say when to come back', async () => {
  for (const status of [408, 425, 429, 500, 502, 503, 504]) {
    const fault = await faultOf({ status, body: echo })
    assert.deepEqual([fault.passing, fault.retryAfterSeconds], [true, null], String(status))
  }
  const seconds = await faultOf({ status: 429, headers: { 'retry-after': '7' } })
  assert.deepEqual([seconds.passing, seconds.retryAfterSeconds], [true, 7])
  assert.equal((await faultOf({ status: 503, headers: { 'retry-after': '0' } })).retryAfterSeconds, 0)
})

test('Retry-After may be a date, held against the date of the answer', async () => {
  const date = 'Mon, 05 Jan 2026 09:00:00 GMT'
  const later = { 'retry-after': 'Mon, 05 Jan 2026 09:02:00 GMT', date }
  assert.equal((await faultOf({ status: 503, headers: later })).retryAfterSeconds, 120)
  const past = { 'retry-after': 'Mon, 05 Jan 2026 08:00:00 GMT', date }
  assert.equal((await faultOf({ status: 503, headers: past })).retryAfterSeconds, 0)
  assert.equal((await faultOf({ status: 503, headers: { 'retry-after': 'soon' } })).retryAfterSeconds, null)
})

test('other refusals are final, in words of ours', async () => {
  const refusals = {
    400: 'refused the request (status 400)',
    401: 'did not accept its key',
    402: 'asks to be paid first',
    403: 'does not allow this with its key',
    404: 'was not found, or does not have the model',
    413: 'does not take a file of this size',
    415: 'does not take a file of this kind',
    418: 'refused the request (status 418)',
  }
  for (const [status, sentence] of Object.entries(refusals)) {
    const fault = await faultOf({ status: Number(status), body: echo })
    assert.deepEqual([fault.passing, fault.message], [false, `The transcription service ${sentence}`])
  }
})

test('a redirect is not followed: the key would go along', async () => {
  await using other = await openBackEnd(() => ({ body: { text: 'caught' } }))
  for (const status of [301, 302, 303, 307, 308]) {
    const fault = await faultOf({ status, headers: { location: other.url } })
    assert.deepEqual([fault.passing, fault.message], [false, 'The transcription service answered with a redirect'])
  }
  assert.equal(other.asked.length, 0)
})

test('an answer that cannot be read passes', async () => {
  for (const body of ['', 'Bad gateway', '{"text": "Good', '[]', '"text"', 'null', '{}', '{"segments": 1}']) {
    const fault = await faultOf({ body })
    assert.deepEqual(
      [fault.passing, fault.message],
      [true, 'The transcription service gave an answer that could not be read'],
      body,
    )
  }
})

test('an answer that breaks off, never ends or never comes passes', async () => {
  assert.equal((await faultOf('reset')).passing, true)
  const endless = await faultOf('endless')
  assert.deepEqual([endless.passing, endless.message.slice(-21)], [true, 'answer without an end'])
  const slow = await faultOf('silence', 0.2)
  assert.deepEqual([slow.passing, slow.message.slice(-24)], [true, 'not answer within 0.2 s'.padStart(24)])
})

test('a back end that is not there passes', async () => {
  const gone = await openBackEnd(() => ({}))
  await gone[Symbol.asyncDispose]()
  const fault = await faultAt(gone.url)
  assert.deepEqual([fault.passing, fault.message], [true, 'The transcription service could not be reached'])
})

test('whoever stops the work gets their own reason', async () => {
  await using backEnd = await openBackEnd(() => 'silence')
  const service = {
    kind: 'asr',
    url: backEnd.url,
    apiKey: '',
    model: '',
    timeoutSeconds: 20,
    mostBytes: 1_000,
  } as const
  const reason = new Error('The process is stopping')
  const signal = AbortSignal.any([AbortSignal.timeout(50), AbortSignal.abort(reason)])
  await assert.rejects(transcriberBy(service).transcribe(media, hints, signal), reason)
  const stop = new AbortController()
  const waiting = transcriberBy(service).transcribe(media, hints, stop.signal)
  setTimeout(() => stop.abort(reason), 50)
  await assert.rejects(waiting, reason)
})

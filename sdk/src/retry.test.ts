/** What is retried, and when. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf, errorOf, MinutebookError } from './errors.ts'
import { isTemporary, pauseOrThrow, pauseSeconds, retrying, sleep } from './retry.ts'

const answer = (status: number, headers: Record<string, string> = {}, text = '') =>
  errorOf(new Response(null, { status, headers, statusText: 'As it is' }), text)
const told = '{"message":"Told"}'

test('retries come after 1, 2, 5, then 10 s, or after the time in Retry-After, from a second to an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 1_000].map((failures) => pauseSeconds(failures, new TypeError('fetch failed'))),
    [1, 2, 5, 10, 10, 10],
  )
  const asked = ['0', '1', '7', '3600', '3601', '999999999'].map((seconds) => answer(503, { 'retry-after': seconds }))
  assert.deepEqual(
    asked.map((error) => pauseSeconds(1, error)),
    [1, 1, 7, 3_600, 3_600, 3_600],
  )
  for (const odd of ['soon', '-1', '1.5', '9999999999', 'Wed, 21 Oct 2026 07:28:00 GMT']) {
    assert.equal(pauseSeconds(2, answer(503, { 'retry-after': odd })), 2)
  }
})

test('a lost connection, a proxy without its service and any error with Retry-After are temporary; rejections are not', () => {
  const temporary = [
    ...[new TypeError('fetch failed'), new DOMException('too long', 'TimeoutError'), answer(500, {}, told)],
    ...[answer(502), answer(503, {}, '<html>'), answer(504, {}, '{"error":"x"}'), answer(408, {}, told)],
    ...[answer(423, {}, told), answer(503, { 'retry-after': '1' }, told), answer(429, { 'retry-after': '1' }, told)],
  ]
  for (const error of temporary) assert.equal(isTemporary(error), true, String(error))
  const final = [answer(502, {}, told), answer(503, {}, told), answer(507, {}, told)]
  for (const status of [302, 400, 401, 403, 404, 409, 410, 412, 413, 422, 429]) final.push(answer(status))
  for (const error of final) assert.equal(isTemporary(error), false, String(error.status))
})

test('an error has the fields of the response', () => {
  const body = { message: 'a; b', code: 'rate_limited', errors: [{ location: 'body.title', message: 'a' }] }
  const error = answer(400, { 'x-request-id': 'req_1' }, JSON.stringify(body))
  assert.deepEqual(
    [error.name, error.message, error.status, error.code, error.errors, error.requestId, error.retryAfterSeconds],
    ['MinutebookError', body.message, 400, body.code, body.errors, 'req_1', null],
  )
  const bare = answer(502, {}, '<html>')
  assert.deepEqual([bare.message, bare.code, bare.errors, bare.requestId], ['As it is', null, [], null])
  const elsewhere = answer(301, { location: 'https://acme.test' })
  assert.equal(elsewhere.message, 'The service redirects to https://acme.test; use that address')
  assert.deepEqual([answer(410, {}, told).name, answer(410) instanceof MinutebookError], ['CursorExpiredError', true])
})

test('a call gives the data of a response, or throws its error', () => {
  const response = new Response('', { status: 404 })
  assert.equal(dataOf({ data: 5, response: new Response('') }), 5)
  assert.throws(() => dataOf({ error: { message: 'Note not found' }, response }), {
    message: 'Note not found',
    status: 404,
  })
  assert.throws(() => dataOf({ error: '<html>', response: new Response('', { status: 502 }) }), { message: 'HTTP 502' })
})

test('twenty consecutive failures are retried, one more is not; a rejection is not retried', async () => {
  const gone = new AbortController()
  const lost = new TypeError('fetch failed')
  const paused = pauseOrThrow(20, lost, gone.signal)
  gone.abort(new Error('given up'))
  await assert.rejects(paused, { message: 'given up' })
  await assert.rejects(pauseOrThrow(21, lost), lost)
  let tries = 0
  const refuse = () => {
    tries += 1
    throw answer(404)
  }
  await assert.rejects(
    retrying(async () => refuse()),
    { status: 404 },
  )
  assert.equal(tries, 1)
})

test('a sleep ends when its signal is aborted, also if it was aborted before', async () => {
  await sleep(3_600, AbortSignal.abort())
  const stopping = new AbortController()
  const asleep = sleep(3_600, stopping.signal)
  stopping.abort()
  await asleep
})

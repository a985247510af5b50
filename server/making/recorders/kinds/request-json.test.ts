import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineError } from '../../../platform/errors.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { requestJson } from './request-json.ts'

const sent = { service: 'Google', method: 'GET', headers: {} } as const
const send = (request: () => Promise<never>) => requestJson({ request }, 'https://google.test', sent)

test('the error of a failed request names the service and says whether to retry', async () => {
  for (const [error, message, retryable] of [
    [new OutboundError('time', 'There was no answer'), 'Google could not be asked: there was no answer', true],
    [new OutboundError('size', 'The answer is too large'), 'Google could not be asked: the answer is too large', false],
    [new OutboundError('url', 'Google URL must be HTTPS'), 'Google URL must be HTTPS', false],
  ] as const)
    await assert.rejects(
      send(() => Promise.reject(error)),
      { message, retryable } satisfies Partial<EngineError>,
    )
  const other = new Error('not of the network')
  await assert.rejects(
    send(() => Promise.reject(other)),
    other,
  )
})

test('an answer is counted before it is parsed: as many values as a transcript may have, and no deep nesting', async () => {
  const answer = (text: string) => {
    const request = async () => ({ status: 200, body: Buffer.from(text), truncated: false }) as never
    return requestJson({ request }, 'https://google.test', sent)
  }
  const list = (values: number) => `{"a":[${Array.from({ length: values - 2 }, () => 1).join()}]}`
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  assert(await answer(list(300_000)))
  await assert.rejects(answer(list(300_001)), {
    message: 'Google gave an answer with more than 300000 values',
    retryable: false,
  } satisfies Partial<EngineError>)
  assert(await answer(nested(64)))
  await assert.rejects(answer(nested(65)), { message: 'Google gave an answer that nests deeper than 64 levels' })
})

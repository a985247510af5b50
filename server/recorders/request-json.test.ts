import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineError } from '../engines/engines.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { askJson } from './request-json.ts'

const question = { service: 'Google', method: 'GET', headers: {} } as const
const ask = (request: () => Promise<never>) => askJson({ request }, 'https://google.test', question)

test('a failed request names the service, and whether trying again may help', async () => {
  for (const [error, message, retryable] of [
    [new OutboundError('time', 'There was no answer'), 'Google could not be asked: there was no answer', true],
    [new OutboundError('size', 'The answer is too large'), 'Google could not be asked: the answer is too large', false],
    [new OutboundError('url', 'Google URL must be HTTPS'), 'Google URL must be HTTPS', false],
  ] as const)
    await assert.rejects(
      ask(() => Promise.reject(error)),
      { message, retryable } satisfies Partial<EngineError>,
    )
  const other = new Error('not of the network')
  await assert.rejects(
    ask(() => Promise.reject(other)),
    other,
  )
})

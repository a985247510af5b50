/** Retries of requests that the rate limit rejected, and their limits. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createClient } from './client.ts'

/** The service rejects `times` requests with this `Retry-After`. @returns the outcome, and the seconds waited */
async function askWhileRefused(times: number, retryAfter: string) {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let tries = 0
    const bodies: string[] = []
    const client = createClient({
      url: 'http://127.0.0.1',
      fetch: async (request) => {
        bodies.push(await (request as Request).text())
        const status = tries++ < times ? 429 : 200
        return new Response('{}', { status, headers: { 'retry-after': retryAfter } })
      },
    })
    const state: { status?: number } = {}
    client.POST('/api/v1/note', { body: { title: 'x' } }).then(({ response }) => {
      state.status = response.status
    })
    let seconds = -1
    while (state.status === undefined) {
      seconds += 1
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
      mock.timers.tick(1_000)
    }
    assert.deepEqual([...new Set(bodies)], ['{"title":"x"}'])
    return { status: state.status, tries, seconds }
  } finally {
    mock.timers.reset()
  }
}

test('the client retries after the time in Retry-After, up to a minute, and up to ten times', async () => {
  assert.deepEqual(await askWhileRefused(1, '59'), { status: 200, tries: 2, seconds: 59 })
  assert.deepEqual(await askWhileRefused(1, '60'), { status: 200, tries: 2, seconds: 60 })
  assert.deepEqual(await askWhileRefused(1, '61'), { status: 429, tries: 1, seconds: 0 })
  assert.deepEqual(await askWhileRefused(9, '1'), { status: 200, tries: 10, seconds: 9 })
  assert.deepEqual(await askWhileRefused(10, '1'), { status: 200, tries: 11, seconds: 10 })
  assert.deepEqual(await askWhileRefused(11, '1'), { status: 429, tries: 11, seconds: 10 })
})

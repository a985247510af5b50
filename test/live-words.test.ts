/** The words of a recording while it is made, with a transcriber that the test holds; real words are in record.deep.ts. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LiveWords } from '../server/making/engines/shared/engines.ts'
import { EngineError } from '../server/platform/errors.ts'
import { keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { encode, path, piece, tusClient } from './support/tus-client.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())
const { ask } = tusClient(() => here.world)

const begin = async () => {
  const headers = { 'upload-defer-length': '1', 'upload-metadata': encode({ title: 'Call' }) }
  return (await ask('POST', path, headers)).headers.location!
}
const heard: LiveWords = { segments: [{ text: 'Good morning.', start: 0.4, end: 1.2 }], until: 1.4, isCut: true }

/** @returns the seconds from which it was asked to hear */
async function hearing(answer: () => Promise<LiveWords | null>, work: () => Promise<void>): Promise<number[]> {
  const { engines } = here.world.base
  const { transcriber } = engines
  const from: number[] = []
  engines.transcriber = {
    ...transcriber!,
    hearLive: (_path, second) => {
      from.push(second)
      return answer()
    },
  }
  await work().finally(() => (engines.transcriber = transcriber))
  return from
}

test('words are those of the engine, from the second that is asked for', async () => {
  const url = await begin()
  const from = await hearing(
    async () => heard,
    async () => {
      const { status, body } = await ask('GET', `${url}/words`)
      const speech_segments = [{ text: 'Good morning.', start_time: 0.4, end_time: 1.2 }]
      assert.deepEqual([status, body], [200, { speech_segments, until: 1.4, skipped: true, busy: false }])
      await ask('GET', `${url}/words?from=1.4`)
    },
  )
  assert.deepEqual(from, [0, 1.4])
})

test('while the engine is busy, or cannot read what there is, no words come and nothing is skipped', async () => {
  const url = await begin()
  const failing = async () => {
    throw new EngineError('The media could not be decoded', { retryable: false })
  }
  for (const answer of [async () => null, failing]) {
    await hearing(answer, async () => {
      const { status, body } = await ask('GET', `${url}/words?from=3.5`)
      assert.deepEqual([status, body], [200, { speech_segments: [], until: 3.5, skipped: false, busy: true }])
    })
  }
})

test('only of an own upload that still grows, and only with a model of this machine', async () => {
  const url = await begin()
  assert.equal((await ask('GET', `${url}/words`)).status, 422)
  await hearing(
    async () => heard,
    async () => {
      const of = async (address: string, key?: string) => {
        const { status, body } = await ask('GET', `${address}/words`, {}, key ? { key } : {})
        return status === 404 ? body : status
      }
      const unknown = failureBody('Upload not found')
      assert.deepEqual([await of(url, keys.ada), await of(`${path}/r_none`)], [unknown, unknown])
      const known = (await ask('POST', path, { 'upload-length': '9', 'upload-metadata': encode({ title: 'x' }) }))
        .headers
      assert.deepEqual(await of(known.location!), unknown)
      assert.equal(await of(url), 200)
      assert.equal(
        (await ask('PATCH', url, { ...piece, 'upload-offset': '0', 'upload-length': '5' }, { body: 'sound' })).status,
        204,
      )
      assert.deepEqual(await of(url), unknown)
    },
  )
})

test('from is a second of a week', async () => {
  const url = await begin()
  await hearing(
    async () => heard,
    async () => {
      for (const [from, status] of [
        [0, 200],
        [604_799, 200],
        [604_800, 200],
        [604_801, 400],
        [-1, 400],
        ['x', 400],
      ] as const)
        assert.equal((await ask('GET', `${url}/words?from=${from}`)).status, status, `${from}`)
    },
  )
})

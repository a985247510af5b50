import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { withoutFfmpeg } from '../../../test/support/real-media.ts'
import { EngineError } from '../../platform/errors.ts'
import { speedSentence } from './describe-machine.ts'

const { signal } = new AbortController()
const never = new AbortController().signal

/** @param opening  seconds that each recording costs; @param perSecond  seconds for a second of sound */
async function measured(opening: number, perSecond: number): Promise<string> {
  let now = 0
  const heard: string[] = []
  const transcribe = async (path: string) => {
    assert.equal(existsSync(path), !withoutFfmpeg)
    heard.push(basename(path, '.wav'))
    now += 1_000 * (opening + perSecond * Number(heard.at(-1)))
  }
  const sentence = await speedSentence('tiny', signal, transcribe, { milliseconds: () => now, longest: never })
  assert.deepEqual(heard, ['1', '10'])
  return sentence
}

test('an hour is told by what ten seconds take more than one, so that opening the models does not count', async () => {
  const cases: [opening: number, perSecond: number, told: string][] = [
    [5, 0.2, '12 min'],
    [0, 0.2, '12 min'],
    [5, 0, '1 s'],
    [5, 0.01, '36 s'],
    [5, 1.45, '87 min'],
    [5, 1.5, '1.5 h'],
    [5, 3, '3.0 h'],
  ]
  for (const [opening, perSecond, told] of cases) {
    const expected = `speech: 1 hour of sound takes about ${told} on this machine (tiny, measured with 10 s of sound).`
    assert.equal(await measured(opening, perSecond), expected)
  }
})

test('a machine that is too slow, and a model that fails, are sentences; a stop is none', async () => {
  const stop = new AbortController()
  const ends = (reason: unknown) => () => Promise.reject(reason)
  const late = AbortSignal.abort(new Error('late'))
  assert.match(
    await speedSentence('tiny', signal, ends(late.reason), { longest: late }),
    /took more than 90 s with tiny/,
  )
  const failure = ends(new EngineError('The speech model cannot be read', { retryable: false }))
  const failed = await speedSentence('tiny', signal, failure, { longest: never })
  assert.equal(failed, 'speech: tiny is installed, and could not be tried: The speech model cannot be read.')
  stop.abort(new Error('Stopped'))
  await assert.rejects(speedSentence('tiny', stop.signal, ends(stop.signal.reason), { longest: never }), /Stopped/)
})

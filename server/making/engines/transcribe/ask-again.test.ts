/** A second question about what a service did not hear: its words are put in, and its failures fail nothing. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { withoutFfmpeg } from '../../../../test/support/real-media.ts'
import { EngineError } from '../../../platform/errors.ts'
import type { Transcription } from '../shared/engines.ts'
import { askAgain } from './ask-again.ts'
import { madeFormats } from './made-formats.ts'
import { soundOf } from './sound-of-media.ts'

const { signal } = new AbortController()

const heard = (...lines: [text: string, start: number, end: number][]): Transcription => ({
  transcript: {
    language_code: 'en',
    speech_segments: lines.map(([text, start_time, end_time]) => ({
      speaker: 'Speaker 1',
      text,
      start_time,
      end_time,
    })),
  },
  durationSeconds: 70,
})

suite('with ffmpeg', { skip: withoutFfmpeg }, () => {
  let folder: string
  let media: { path: string; bytes: number; contentType: null; fileName: string }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-again-'))
    const path = join(folder, 'murmur.wav')
    // As loud and quiet as syllables are.
    const murmur = "aevalsrc='0.3*(random(0)-0.5)*lt(mod(t,0.6),0.35)':s=16000:d=70"
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', murmur, path])
    media = { path, bytes: 0, contentType: null, fileName: 'murmur.wav' }
  })
  after(() => rm(folder, { recursive: true }))

  /** What a service said after the first half minute. */
  const first = heard(['Good morning.', 0, 30])

  async function again(answers: { convert?: () => unknown; ask?: () => Promise<Transcription> }, given = first) {
    const convert = async () =>
      answers.convert ? answers.convert() : { parts: [media], [Symbol.asyncDispose]: async () => {} }
    const ask = answers.ask ?? (() => assert.fail('asked'))
    const tools = { maxSeconds: 3_600, convert } as never
    const whole = { media, sound: await soundOf(media, signal) }
    const { transcript } = await askAgain({ tools, format: madeFormats.flac, ask }, whole, given, signal)
    return transcript.speech_segments.map(({ text, start_time, end_time }) => [text, start_time, end_time])
  }

  const marked = [
    ['Good morning.', 0, 30],
    ['[not understood]', 30, 70],
  ]

  test('its words have their time in the recording', async () => {
    assert.deepEqual(await again({ ask: async () => heard(['And so on.', 2, 5]) }), [
      ['Good morning.', 0, 30],
      ['And so on.', 32, 35],
    ])
  })

  test('where it hears nothing, fails, or its sound cannot be made, a mark stands', async () => {
    const fails = async () => {
      throw new EngineError('The disk is full', { retryable: true })
    }
    assert.deepEqual(await again({ ask: async () => heard() }), marked)
    assert.deepEqual(await again({ ask: fails }), marked)
    assert.deepEqual(await again({ convert: fails }), marked)
    assert.deepEqual(await again({ convert: () => null }), marked)
    const broken = async () => {
      throw new TypeError('a fault of ours')
    }
    await assert.rejects(again({ ask: broken }), TypeError)
  })

  test('without half a minute of such sound nothing is asked', async () => {
    const all = heard(['Good morning.', 0, 41])
    assert.deepEqual(await again({}, all), [['Good morning.', 0, 41]])
  })
})

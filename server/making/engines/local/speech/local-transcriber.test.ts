/** What goes wrong around the speech process; with real models it is tested in test/deep/ears.deep.ts. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { makeMedia, withoutFfmpeg } from '../../../../../test/support/real-media.ts'
import { EngineError } from '../../../../platform/errors.ts'
import { type FoundSpeech, findSpeech } from './find-speech.ts'
import { liveStart } from './live-speech.ts'
import { openLocalTranscriber } from './local-transcriber.ts'
import type { SpeechLimits } from './run-speech.ts'

const hints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }
const patient = { seconds: 60, silentSeconds: 60 }
const { signal } = new AbortController()
const media = { path: '', bytes: 0, contentType: null, fileName: '' }

async function open({ limits = patient, ...change }: Partial<FoundSpeech> & { limits?: SpeechLimits } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-speech-'))
  const path = (name: string) => join(folder, name)
  for (const name of ['encoder', 'decoder', 'tokens', 'detector', 'sound']) await writeFile(path(name), 'no model')
  const words = { encoder: path('encoder'), decoder: path('decoder'), tokens: path('tokens') }
  const models = { name: 'none', words, detector: path('detector'), speakers: null }
  const reasons: string[] = []
  const log = { warn: (details: object) => reasons.push(JSON.stringify(details)) }
  const installed: { speech: FoundSpeech | null } = {
    speech: { models, bytes: 0, version: '1', verify: async () => [], ...change },
  }
  const transcriber = openLocalTranscriber(
    {
      findSpeech: async (name = 'none') => (name === 'none' ? installed.speech : null),
      processes: 1,
      threads: 1,
      limits,
    },
    log,
  )
  const media = { path: path('sound'), bytes: 8, contentType: null, fileName: 'sound' }
  return {
    reasons,
    installed,
    transcriber,
    transcribe: (by = signal) => transcriber.transcribe(media, hints, by),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('files that are no models end the process and not the service; the reason is logged', async () => {
  await using speech = await open()
  await assert.rejects(speech.transcribe(), /^EngineError|speech model/)
  assert.equal(speech.reasons.length, 1)
})

test('a growing recording never waits: while another one is transcribed, it is not heard', async () => {
  const looked = Promise.withResolvers<string[]>()
  await using speech = await open({ verify: () => looked.promise })
  const hear = () => speech.transcriber.hearLive!('none.ogg', 2, signal)
  assert.deepEqual(await Promise.all([hear(), hear()]), [{ segments: [], until: 2, isCut: false }, null])
  const transcribing = assert.rejects(speech.transcribe(), /is damaged/)
  assert.equal(await hear(), null)
  looked.resolve(['It is damaged.'])
  await transcribing
  assert.deepEqual(await hear(), { segments: [], until: 2, isCut: false })
})

test('a recording that is finished while it is heard is no failure in the log', { skip: withoutFfmpeg }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-growing-'))
  const path = join(folder, 'growing.wav')
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=3', path])
  await using there = await open()
  await assert.rejects(there.transcriber.hearLive!(path, 0, signal), EngineError)
  assert.equal(there.reasons.length, 1)
  const finish = async () => {
    await rm(path)
    return []
  }
  await using gone = await open({ verify: finish })
  await assert.rejects(gone.transcriber.hearLive!(path, 0, signal), EngineError)
  assert.deepEqual(gone.reasons, [])
  await rm(folder, { recursive: true })
})

test('of a growing recording at most 30 s are heard at once, and of more the last 10', () => {
  assert.deepEqual(liveStart(39.9, 10), { liveFrom: 10, isCut: false })
  assert.deepEqual(liveStart(40, 10), { liveFrom: 10, isCut: false })
  assert.deepEqual(liveStart(40.5, 10), { liveFrom: 30.5, isCut: true })
})

test('a model that is asked for by name is the one that is used', async () => {
  await using speech = await open({ verify: async () => ['It was looked at.'] })
  const { isReady, transcribe } = speech.transcriber
  assert.deepEqual(await Promise.all([undefined, 'none', 'large'].map((model) => isReady!(model))), [true, true, false])
  const by = (model: string) => transcribe(media, { ...hints, model }, signal)
  await assert.rejects(by('none'), /is damaged/)
  await assert.rejects(by('large'), /No transcription service is configured/)
})

test('files that changed since they were installed are not opened', async () => {
  await using speech = await open({ verify: async () => ['tiny: encoder.onnx has another digest.'] })
  await assert.rejects(speech.transcribe(), { message: 'The speech model of this server is damaged', retryable: false })
  assert.match(speech.reasons[0]!, /encoder\.onnx has another digest/)
})

test('people who wait for the only process take turns, however many each of them asks for', async () => {
  const [held, begun] = [Promise.withResolvers<null>(), Promise.withResolvers<void>()]
  const findSpeech = (name?: string) => {
    begun.resolve()
    return name === 'held' ? held.promise : Promise.resolve(null)
  }
  const transcriber = openLocalTranscriber({ findSpeech, processes: 1, threads: 1, limits: patient }, { warn() {} })
  const first = assert.rejects(transcriber.transcribe(media, { ...hints, model: 'held' }, signal, { sharer: 'ada' }))
  await begun.promise
  const served: string[] = []
  const waiting = ['ada', 'ada', 'ada', 'bo'].map((sharer) =>
    transcriber.hearVoices!(media, [], signal, sharer).catch(() => served.push(sharer)),
  )
  held.resolve(null)
  await Promise.all([first, ...waiting])
  assert.deepEqual(served, ['ada', 'bo', 'ada', 'ada'])
})

test('a recording that is too long takes no process', { skip: withoutFfmpeg }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-long-'))
  try {
    const long = await makeMedia(folder, 'flac', 2)
    const findSpeech = async () => assert.fail('looked')
    const { transcribe } = openLocalTranscriber(
      { findSpeech, processes: 1, threads: 1, limits: patient, maxSeconds: 1 },
      { warn() {} },
    )
    const message = 'The recording is longer than this service transcribes'
    await assert.rejects(transcribe(long, hints, signal), { message, retryable: false })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('silence is told as it is read, so that hours of it are not taken for a process that is stuck', async (t) => {
  const found = await import('./hear-speech.ts').catch(() => null)
  if (!found || withoutFfmpeg) return t.skip('there is no ffmpeg, or no build of sherpa-onnx-node')
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-silent-'))
  try {
    const { path } = await makeMedia(folder, 'flac', 35)
    const detector = { acceptWaveform() {}, isEmpty: () => true, flush() {} }
    const order = { sound: { path, tracks: [0], maxSeconds: 60 }, speakerCount: null }
    const heard: number[] = []
    const models = { openDetector: () => detector, recognizer: null, voiceReader: null }
    await found.hearSpeech(models as never, order, (seconds) => heard.push(Math.floor(seconds)))
    assert.deepEqual(heard, [2, 4, 6, 8], 'of the first looks at it')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('where people speak and no word is understood, the transcript says so; noise that a detector takes for speech is none', async (t) => {
  const found = await import('./hear-speech.ts').catch(() => null)
  if (!found || withoutFfmpeg) return t.skip('there is no ffmpeg, or no build of sherpa-onnx-node')
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-murmur-'))
  const turnsOf = async (sound: string) => {
    const path = join(folder, 'sound.wav')
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', `aevalsrc=${sound}:d=40`, path])
    const spans: object[] = []
    const detector = {
      acceptWaveform() {},
      isEmpty: () => spans.length === 0,
      front: () => spans[0],
      pop: () => spans.pop(),
      flush: () => spans.push({ start: 16_000, samples: { length: 320_000 } }),
    }
    const recognizer = {
      createStream: () => ({ acceptWaveform() {} }),
      decodeAsync: async () => ({ text: '', tokens: [], timestamps: [] }),
    }
    const models = { openDetector: () => detector, recognizer, voiceReader: null }
    const order = { sound: { path, tracks: [0], maxSeconds: 60 }, speakerCount: null }
    return (await found.hearSpeech(models as never, order, () => {})).turns.map(({ text }) => text)
  }
  try {
    const murmur = "'0.3*(random(0)-0.5)*lt(mod(t,0.6),0.35)'"
    assert.deepEqual(new Set(await turnsOf(murmur)), new Set(['[not understood]']))
    assert.deepEqual(await turnsOf("'0.3*(random(0)-0.5)'"), [])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('an aborted transcription ends at once, also one that waits for its turn', async () => {
  await using speech = await open()
  const stop = new AbortController()
  const both = [speech.transcribe(stop.signal), speech.transcribe(stop.signal)]
  stop.abort(new Error('Stopped'))
  for (const each of await Promise.allSettled(both))
    assert.equal((each as PromiseRejectedResult).reason.message, 'Stopped')
})

test('a process that takes too long is ended', async () => {
  await using speech = await open({ limits: { seconds: 0.001, silentSeconds: 60 } })
  await assert.rejects(speech.transcribe(), { message: 'The transcription took too long', retryable: true })
})

test('models that come, go or are replaced count from the next recording on, and are checked again', async () => {
  let checks = 0
  await using speech = await open({ verify: async () => (checks++ === 0 ? [] : ['It differs.']) })
  const first = speech.installed.speech!
  await assert.rejects(speech.transcribe())
  await assert.rejects(speech.transcribe())
  assert.equal(checks, 1)
  speech.installed.speech = { ...first, version: '2' }
  await assert.rejects(speech.transcribe(), /is damaged/)
  speech.installed.speech = null
  assert.equal(await speech.transcriber.isReady!(), false)
  await assert.rejects(speech.transcribe(), { message: 'No transcription service is configured', retryable: false })
})

test('a failure is tried again if a model was replaced meanwhile', async () => {
  await using speech = await open()
  const found = speech.installed.speech!
  found.verify = async () => {
    speech.installed.speech = { ...found, version: '2' }
    return ['It is away.']
  }
  await assert.rejects(speech.transcribe(), { retryable: true })
})

test('without models nothing is found', async () => {
  assert.equal(await findSpeech('/no/such/folder', ''), null)
})

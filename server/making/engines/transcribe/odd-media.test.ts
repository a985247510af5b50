/** Media and answers that succeed without the words, if nobody looks. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { formOf, openBackEnd, type ReceivedRequest, type Reply } from '../../../../test/support/back-end.ts'
import { readWav, withoutFfmpeg } from '../../../../test/support/real-media.ts'
import { durationOf } from './media-tools.ts'
import { readTranscription } from './read-transcription.ts'
import type { SttKind } from './services.ts'
import { openTranscriber } from './transcribe.ts'

const folder = await mkdtemp(join(tmpdir(), 'minutebook-odd-'))
after(() => rm(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
const skip = withoutFfmpeg
const words: Reply = { body: { text: 'Good morning.' } }

const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2']
const silence = ['-f', 'lavfi', '-t', '2', '-i', 'anullsrc=r=16000:cl=mono']
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5:duration=2']

async function make(name: string, args: string[]): Promise<string> {
  const path = join(folder, name)
  await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...args, path])
  return path
}

/** @returns the transcript, and the requests that the service got */
async function hear(
  path: string,
  kind: SttKind,
  answer: (form: FormData, number: number) => Reply | Promise<Reply>,
  languageCode: string | null = null,
) {
  const requests: ReceivedRequest[] = []
  await using backEnd = await openBackEnd(async (request, number) => {
    requests.push(request)
    return answer(await formOf(request), number)
  })
  const service = {
    kind,
    url: backEnd.url,
    apiKey: '',
    model: 'm',
    timeoutSeconds: 20,
    maxBytes: 100_000,
    pauseSeconds: 1,
  }
  const media = { path, bytes: (await stat(path)).size, contentType: null, fileName: path }
  const hints = { languageCode, title: '', speakers: [], agenda: '', glossary: [] }
  const heard = await openTranscriber(service, { warn() {} }).transcribe(media, hints, signal)
  return { ...heard, requests }
}

const fileIn = async (form: FormData) => Buffer.from(await (form.get('file') as File).arrayBuffer())

/** The loudest sample, of 1. */
async function peakOf(sound: Buffer): Promise<number> {
  const path = join(folder, 'sent')
  await writeFile(path, sound)
  const { stderr } = await promisify(execFile)('ffmpeg', ['-i', path, '-af', 'volumedetect', '-f', 'null', '-'])
  return 10 ** (Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1]) / 20)
}

test('of several tracks all are heard, in every container and by every service', { skip }, async () => {
  const tracks = [...silence, ...tone, '-map', '0:a', '-map', '1:a']
  for (const [name, codec] of [
    ['two.mkv', 'pcm_s16le'],
    ['two.mp4', 'aac'],
    ['two.mov', 'aac'],
  ] as const) {
    const path = await make(name, [...tracks, '-c:a', codec])
    for (const kind of ['openai', 'whispercpp'] as const) {
      let sent = Buffer.alloc(0)
      const { durationSeconds } = await hear(path, kind, async (form) => {
        sent = await fileIn(form)
        return words
      })
      assert((await peakOf(sent)) > 0.05, `${name} for ${kind}`)
      assert(Math.abs(durationSeconds! - 2) < 0.1)
    }
  }
})

test('media with a picture only are a sentence, and are sent to nobody', { skip }, async () => {
  const path = await make('picture.mp4', picture)
  const hearing = hear(path, 'openai', () => assert.fail('sent'))
  await assert.rejects(hearing, { message: 'The media has no sound', retryable: false })
})

test('a recording without a length in its header is read to its end', { skip }, async () => {
  const path = join(folder, 'live.webm')
  // A pipe cannot be wound back, so the length is never written.
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', ...tone, ...picture, '-f', 'webm', 'pipe:1'], {
    encoding: 'buffer',
  })
  await writeFile(path, stdout)
  assert(Math.abs((await durationOf({ path }, signal))! - 2) < 0.1)
  const { transcript, durationSeconds } = await hear(path, 'openai', () => words)
  const [whole] = transcript.speech_segments
  assert.deepEqual([whole!.start_time, whole!.end_time, Math.round(durationSeconds!)], [0, durationSeconds, 2])
})

test('whisper.cpp gets WAV with 16 kHz and 16 bits', { skip }, async () => {
  const wavs = {
    '8-bit.wav': ['pcm_u8', '16000'],
    'rate.wav': ['pcm_s16le', '44100'],
    'law.wav': ['pcm_mulaw', '8000'],
    'plain.wav': ['pcm_s16le', '16000'],
  }
  for (const [name, [codec, rate]] of Object.entries(wavs)) {
    const path = await make(name, [...tone, '-c:a', codec!, '-ar', rate!])
    let sent = Buffer.alloc(0)
    await hear(path, 'whispercpp', async (form) => {
      sent = await fileIn(form)
      return words
    })
    assert.deepEqual(readWav(sent), { isWav: true, isPcm: true, channels: 1, hertz: 16_000, bits: 16 }, name)
  }
})

test('silence is asked about once more, without the language, or else without times', async () => {
  const path = join(folder, 'a.mp3')
  await writeFile(path, 'sound')
  const silent = { model: 'voxtral', text: '', language: null, segments: [] }
  const voxtral = (form: FormData): Reply =>
    form.has('language') && form.has('timestamp_granularities') ? { body: silent } : words
  const german = await hear(path, 'openai', voxtral, 'de')
  assert.deepEqual([german.requests.length, german.transcript.speech_segments[0]!.text], [2, 'Good morning.'])
  const timeless = (form: FormData): Reply => (form.has('timestamp_granularities') ? { body: silent } : words)
  assert.equal((await hear(path, 'openai', timeless)).transcript.speech_segments.length, 1)
  const nothing = await hear(path, 'openai', () => ({ body: silent }))
  assert.deepEqual([nothing.requests.length, nothing.transcript.speech_segments], [2, []])
  const refusing = await hear(path, 'openai', (_, number) => (number === 0 ? { body: silent } : { status: 400 }), 'de')
  assert.deepEqual(refusing.transcript.speech_segments, [])
})

test('times after the end of the media are in a smaller unit', () => {
  const answer = (unit: number, ends = [4.2, 9]) => ({
    text: 'Good morning. We ship.',
    duration: 9 * unit,
    segments: [
      { start: 0, end: ends[0]! * unit, text: ' Good morning.', words: [{ word: 'Good', start: unit, end: 2 * unit }] },
      { start: ends[0]! * unit, end: ends[1]! * unit, text: ' We ship.' },
    ],
  })
  const timesOf = (given: object, length: number | null) =>
    readTranscription(given, length)!.segments.map(({ start, end }) =>
      [start, end].map((time) => Math.round(time * 1e6) / 1e6),
    )
  const times = [
    [0, 4.2],
    [4.2, 9],
  ]
  for (const unit of [1, 1e3, 1e9]) {
    const length = unit === 1e3 ? 9 : 3_600
    assert.deepEqual(timesOf(answer(unit), length), times, String(unit))
    assert.equal(readTranscription(answer(unit), length)!.durationSeconds, 9)
    assert.equal(readTranscription(answer(unit), length)!.words[0]![0]!.end, 2)
  }
  const { duration, ...published } = answer(1e9)
  assert.deepEqual(timesOf(published, null), times, 'as LocalAI answers')
  assert.deepEqual(timesOf({ ...published, duration: 9 }, null), times)
  const ignored = [
    [0, 0],
    [0, 0],
  ]
  assert.deepEqual(timesOf({ ...published, duration }, null), ignored, 'a duration that is impossible too')
  assert.deepEqual(
    timesOf(answer(1, [4.2, 30]), 9),
    [
      [0, 4.2],
      [4.2, 30],
    ],
    'a model that invents words at the end',
  )
  assert.deepEqual(timesOf(answer(1, [4.2, 100]), 9), [
    [0, 4.2],
    [4.2, 100],
  ])
})

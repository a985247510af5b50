/** Media and answers that succeed without the words, if nobody looks. */
// In a third of the runs: it makes and decodes media.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { formOf, openBackEnd, type ReceivedRequest, type Reply } from '../../../../test/support/back-end.ts'
import { readWav, withoutFfmpeg } from '../../../../test/support/real-media.ts'
import type { SttKind } from './services.ts'
import { soundOf } from './sound-of-media.ts'
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

test('stereo WAV goes to whisper.cpp as it is, as it reads it', { skip }, async () => {
  const path = await make('stereo.wav', [...tone, '-c:a', 'pcm_s16le', '-ar', '16000', '-ac', '2'])
  const { requests } = await hear(path, 'whispercpp', async (form) => {
    assert.equal(readWav(await fileIn(form)).channels, 2)
    return words
  })
  assert.equal(requests.length, 1)
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
  assert(Math.abs((await soundOf({ path }, signal)).seconds! - 2) < 0.1)
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
    'six.wav': ['pcm_s16le', '16000', '-ac', '6'],
  }
  for (const [name, [codec, rate, ...more]] of Object.entries(wavs)) {
    const path = await make(name, [...tone, '-c:a', codec!, '-ar', rate!, ...more])
    let sent = Buffer.alloc(0)
    await hear(path, 'whispercpp', async (form) => {
      sent = await fileIn(form)
      return words
    })
    assert.deepEqual(readWav(sent), { isWav: true, isPcm: true, channels: 1, hertz: 16_000, bits: 16 }, name)
  }
})

test('silence is asked about again: without the language, then without times, one at a time', async () => {
  const path = join(folder, 'a.mp3')
  await writeFile(path, 'sound')
  const silent = { model: 'voxtral', text: '', language: null, segments: [] }
  const asked = (form: FormData) => ['language', 'timestamp_granularities'].map((name) => form.has(name))
  const heardBy = async (hears: (language: boolean, times: boolean) => boolean, languageCode: string | null) => {
    const questions: boolean[][] = []
    const { transcript } = await hear(
      path,
      'openai',
      (form) => {
        questions.push(asked(form))
        const [language, times] = asked(form)
        return hears(language!, times!) ? words : { body: silent }
      },
      languageCode,
    )
    return [questions, transcript.speech_segments.map(({ text }) => text)]
  }
  const voxtral = (language: boolean, times: boolean) => !(language && times)
  const [both, onlyTimes, onlyLanguage, neither] = [
    [true, true],
    [false, true],
    [true, false],
    [false, false],
  ]
  const morning = ['Good morning.']
  assert.deepEqual(await heardBy(voxtral, 'de'), [[both, onlyTimes], morning])
  assert.deepEqual(await heardBy((_, times) => !times, 'de'), [[both, onlyTimes, onlyLanguage], morning])
  assert.deepEqual(await heardBy((_, times) => !times, null), [[onlyTimes, neither], morning])
  assert.deepEqual(await heardBy(() => false, null), [[onlyTimes, neither], []])
  assert.deepEqual(await heardBy(() => false, 'de'), [[both, onlyTimes, onlyLanguage], []])
})

test('the first answer stays if a second question fails in any way', async () => {
  const path = join(folder, 'a.mp3')
  await writeFile(path, 'sound')
  const silent = { body: { text: '', segments: [] } }
  const failures: Reply[] = [
    'reset',
    { status: 400 },
    { status: 429 },
    { status: 500 },
    { body: 'no JSON' },
    { body: [] },
  ]
  for (const failure of [...failures, { body: { error: 'x' } }, { status: 302 }]) {
    const heard = await hear(path, 'openai', (_, number) => (number === 0 ? silent : failure), 'de')
    assert.deepEqual(heard.transcript.speech_segments, [], JSON.stringify(failure))
  }
  const later = await hear(path, 'openai', (_, number) => [silent, { status: 500 }, words][number]!, 'de')
  assert.deepEqual(later.transcript.speech_segments.length, 1, 'the third question is asked all the same')
})

/** As loud and as restless as speech. */
const babble = (seconds: number) => {
  const syllables = 'if(lt(mod(t,1.2),0.8),if(lt(mod(t,0.3),0.15),1,0.3),0.001)'
  return ['-f', 'lavfi', '-i', `sine=frequency=300:duration=${seconds},volume='${syllables}':eval=frame`]
}
const first: Reply = { body: { duration: 100, segments: [{ start: 0, end: 10, text: 'Good morning.' }] } }
const linesOf = ({ transcript }: Awaited<ReturnType<typeof hear>>) =>
  transcript.speech_segments.map(({ speaker, text, start_time, end_time }) => [speaker, text, start_time, end_time])

test('where people speak and no words were heard, it is asked once more, alone', { skip }, async () => {
  const path = await make('long.mp3', babble(100))
  const more = { segments: [{ start: 2, end: 80, text: 'More words.' }], words: [{ word: 'More', start: 2, end: 3 }] }
  let seconds = 0
  const heard = await hear(path, 'openai', async (form, number) => {
    if (number === 0) return first
    await writeFile(join(folder, 'again'), await fileIn(form))
    seconds = (await soundOf({ path: join(folder, 'again') }, signal)).seconds!
    return { body: more }
  })
  assert.deepEqual(linesOf(heard), [
    ['', 'Good morning.', 0, 10],
    ['', 'More words.', 12, 90],
  ])
  assert.deepEqual(heard.words, [null, [['More', 12, 13]]])
  assert.deepEqual([heard.requests.length, Math.round(seconds), Math.round(heard.durationSeconds!)], [2, 90, 100])
})

test('what still has no words is marked, also after a failure, and where nothing was heard at all', {
  skip,
}, async () => {
  const path = await make('long.mp3', babble(100))
  const nothing: Reply = { body: { segments: [] } }
  for (const second of [nothing, { status: 500 }, 'reset'] satisfies Reply[]) {
    const heard = await hear(path, 'openai', (_, number) => (number === 0 ? first : second))
    const marked = heard.transcript.speech_segments[1]!
    assert.deepEqual(
      [marked.speaker, marked.text, marked.start_time],
      ['', '[not understood]', 10],
      JSON.stringify(second),
    )
    assert(Math.abs(marked.end_time - heard.durationSeconds!) < 0.01)
  }
  const silent = linesOf(await hear(path, 'asr', () => nothing))
  assert.deepEqual(
    silent.map(([, text, start]) => [text, start]),
    [['[not understood]', 0]],
  )
})

test('nothing is asked again of silence, of a hum, or of speech that has words', { skip }, async () => {
  const pause = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=100,volume=0.0005']
  const hum = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=100']
  for (const [name, args] of [
    ['pause.mp3', pause],
    ['hum.mp3', hum],
  ] as const)
    assert.equal((await hear(await make(name, args), 'asr', () => first)).requests.length, 1, name)
  const all: Reply = { body: { segments: [0, 40, 80].map((start) => ({ start, end: start + 20, text: 'Words.' })) } }
  assert.equal((await hear(await make('long.mp3', babble(100)), 'asr', () => all)).requests.length, 1)
})

test('who speaks in a stretch that was asked about again may be somebody else', { skip }, async () => {
  const path = await make('long.mp3', babble(100))
  const said = (start: number, text: string) => ({ start, end: start + 5, text, speaker: 'SPEAKER_00' })
  const heard = await hear(path, 'asr', (_, number) => ({
    body: { segments: number === 0 ? [said(0, 'One.'), said(90, 'Two.')] : [said(0, 'Three.')] },
  }))
  assert.deepEqual(
    linesOf(heard).map(([speaker, text]) => [speaker, text]),
    [
      ['Speaker 1', 'One.'],
      ['Speaker 2', 'Three.'],
      ['Speaker 1', 'Two.'],
    ],
  )
})

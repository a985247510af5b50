/** Every kind of transcription service, over real sockets. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { formOf, openBackEnd, type ReceivedRequest, type Reply } from '../../../../test/support/back-end.ts'
import type { Media, TranscriptionHints } from '../shared/engines.ts'
import type { SttService } from './services.ts'
import { openTranscriber } from './transcribe.ts'

const folder = await mkdtemp(join(tmpdir(), 'minutebook-engines-'))
after(() => rm(folder, { recursive: true, force: true }))

// Hides the programs of the machine. Some tests put their own programs into this folder.
const nodeFolder = join(process.execPath, '..')
const everyFolder = process.env.PATH
before(() => {
  process.env.PATH = [folder, nodeFolder].join(delimiter)
})
after(() => {
  process.env.PATH = everyFolder
})

const sound = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))

async function media(fileName = 'weekly.mp3', contentType: string | null = 'audio/mpeg'): Promise<Media> {
  const path = join(folder, 'media')
  await writeFile(path, sound)
  return { path, bytes: sound.length, contentType, fileName }
}

const hints: TranscriptionHints = {
  languageCode: 'en-GB',
  title: 'Weekly',
  speakers: ['Ada Moreau', 'Bo Lindqvist'],
  agenda: '',
  glossary: [],
}

function transcriber(url: string, more: Partial<SttService> = {}) {
  const known = { kind: 'openai', url, apiKey: 'sk-secret', model: 'whisper-1' } as const
  const options = { timeoutSeconds: 20, maxBytes: 100_000, pauseSeconds: 1 }
  return openTranscriber({ ...known, ...options, ...more }, { warn() {} })
}

async function hear(answer: Reply, more: Partial<SttService> = {}, what = hints) {
  await using backEnd = await openBackEnd(() => answer)
  return await transcriber(backEnd.url, more).transcribe(await media(), what, new AbortController().signal)
}

const fieldsOf = async (request: ReceivedRequest) => {
  const form = await formOf(request)
  return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
}

const verbose = {
  task: 'transcribe',
  language: 'english',
  duration: 4.5,
  text: 'Good morning. Shall we start?',
  segments: [
    {
      id: 0,
      start: 0,
      end: 1.4,
      text: ' Good morning.',
      avg_logprob: -0.2,
      no_speech_prob: 0.01,
      compression_ratio: 1,
    },
    {
      id: 1,
      start: 1.4,
      end: 4.5,
      text: ' Shall we start?',
      avg_logprob: -0.3,
      no_speech_prob: 0.02,
      compression_ratio: 1,
    },
  ],
  words: null,
}

test('openai: the request has the file, the documented fields and a bearer key; the response has segments', async () => {
  await using backEnd = await openBackEnd(() => ({ body: verbose }))
  const heard = await transcriber(backEnd.url).transcribe(
    await media('Wöchentlich "1".mp3'),
    hints,
    new AbortController().signal,
  )
  const [request] = backEnd.requests
  assert.equal(request!.path, '/v1/audio/transcriptions')
  assert.equal(request!.headers.authorization, 'Bearer sk-secret')
  assert.equal(request!.headers['content-length'], String(request!.body.length))
  assert.deepEqual(await fieldsOf(request!), [
    ['model', 'whisper-1'],
    ['language', 'en'],
    ['response_format', 'verbose_json'],
    ['temperature', '0'],
    ['prompt', 'Weekly. Ada Moreau, Bo Lindqvist'],
    ['timestamp_granularities[]', 'segment'],
    ['timestamp_granularities[]', 'word'],
    ['timestamp_granularities', 'segment'],
    ['timestamp_granularities', 'word'],
  ])
  const file = (await formOf(request!)).get('file') as File
  assert.equal(file.name, 'Wöchentlich "1".mp3')
  assert.equal(file.type, 'audio/mpeg')
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), sound)
  assert.deepEqual(heard, {
    transcript: {
      language_code: 'en-GB',
      speech_segments: [
        { speaker: '', text: 'Good morning.', start_time: 0, end_time: 1.4 },
        { speaker: '', text: 'Shall we start?', start_time: 1.4, end_time: 4.5 },
      ],
    },
    durationSeconds: 4.5,
  })
})

test('openai: the prompt has the glossary and the names of the agenda', async () => {
  await using backEnd = await openBackEnd(() => ({ body: verbose }))
  const known = { ...hints, glossary: ['Kubernetes'], agenda: 'the launch of Zephyr' }
  await transcriber(backEnd.url).transcribe(await media(), known, new AbortController().signal)
  const prompt = (await fieldsOf(backEnd.requests[0]!)).find(([name]) => name === 'prompt')
  assert.deepEqual(prompt, ['prompt', 'Weekly. Kubernetes, Ada Moreau, Bo Lindqvist, Zephyr'])
})

test('openai: without a hint no language is sent, and without a key no header', async () => {
  await using backEnd = await openBackEnd(() => ({ body: verbose }))
  const nothing = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }
  const heard = await transcriber(backEnd.url, { apiKey: '' }).transcribe(
    await media(),
    nothing,
    new AbortController().signal,
  )
  assert.equal(backEnd.requests[0]!.headers.authorization, undefined)
  assert(!(await fieldsOf(backEnd.requests[0]!)).some(([name]) => name === 'language'))
  assert.equal(heard.transcript.language_code, 'en')
})

test('openai: text without segments becomes one segment over the whole duration', async () => {
  const { transcript, durationSeconds } = await hear({ body: { text: ' Good morning. ' } })
  assert.deepEqual(transcript.speech_segments, [{ speaker: '', text: 'Good morning.', start_time: 0, end_time: 0 }])
  assert.equal(durationSeconds, null)
  const known = await hear({ body: { text: 'Good morning.', duration: 3 } })
  assert.deepEqual([known.transcript.speech_segments[0]!.end_time, known.durationSeconds], [3, 3])
})

test('openai: a model without verbose_json gets a second request for json; later requests use json at once', async () => {
  await using backEnd = await openBackEnd((_, number) =>
    number === 0
      ? { status: 400, body: { error: { message: "response_format 'verbose_json' is not compatible with model" } } }
      : { body: { text: 'Good morning.' } },
  )
  const engine = transcriber(backEnd.url)
  const again = async () => engine.transcribe(await media(), hints, new AbortController().signal)
  assert.equal((await again()).transcript.speech_segments[0]!.text, 'Good morning.')
  await again()
  const formats = await Promise.all(
    backEnd.requests.map(async (request) => (await formOf(request)).get('response_format')),
  )
  assert.deepEqual(formats, ['verbose_json', 'json', 'json'])
})

test('openai: if json is rejected too, the format is not remembered, because it is not the reason', async () => {
  await using backEnd = await openBackEnd((_, number) =>
    number < 2
      ? { status: 400, body: { error: { message: 'no sound, with or without response_format' } } }
      : { body: { segments: [{ start: 1, end: 2, text: 'Good morning.' }] } },
  )
  const engine = transcriber(backEnd.url)
  const again = async () => engine.transcribe(await media(), hints, new AbortController().signal)
  await assert.rejects(again(), /refused the request \(status 400\)/)
  assert.equal((await again()).transcript.speech_segments[0]!.start_time, 1)
  const formats = await Promise.all(
    backEnd.requests.map(async (request) => (await formOf(request)).get('response_format')),
  )
  assert.deepEqual(formats, ['verbose_json', 'json', 'verbose_json'])
})

test('openai: a service without times of words is asked for those of segments, and then for text', async () => {
  const refusals = ['word timestamps are not supported', "response_format 'verbose_json' is not supported"]
  await using backEnd = await openBackEnd((_, number) =>
    number < 2 ? { status: 400, body: { error: { message: refusals[number] } } } : { body: { text: 'Good morning.' } },
  )
  await transcriber(backEnd.url).transcribe(await media(), hints, new AbortController().signal)
  const sent = await Promise.all(
    backEnd.requests.map(async (request) => {
      const form = await formOf(request)
      return [form.get('response_format'), ...form.getAll('timestamp_granularities[]')]
    }),
  )
  assert.deepEqual(sent, [['verbose_json', 'segment', 'word'], ['verbose_json', 'segment'], ['json']])
})

test('a service that finds the media too large and cannot be given parts: one request, one sentence', async () => {
  await using backEnd = await openBackEnd(() => ({ status: 413 }))
  await assert.rejects(transcriber(backEnd.url).transcribe(await media(), hints, new AbortController().signal), {
    message: 'The transcription service does not take a recording of this size or length',
    retryable: false,
  })
})

test('openai: a diarizing model separates speakers and gets no prompt', async () => {
  await using backEnd = await openBackEnd(() => ({
    body: {
      duration: 9,
      text: '…',
      segments: [
        { id: 's1', start: 0, end: 2, speaker: 'A', text: 'Hello.' },
        { id: 's2', start: 2, end: 5, speaker: 'ada moreau', text: 'Hello, you.' },
      ],
    },
  }))
  const engine = transcriber(backEnd.url, { model: 'gpt-4o-transcribe-diarize' })
  const { transcript } = await engine.transcribe(await media(), hints, new AbortController().signal)
  assert.deepEqual(
    transcript.speech_segments.map(({ speaker }) => speaker),
    ['Speaker A', 'Ada Moreau'],
  )
  assert.deepEqual(await fieldsOf(backEnd.requests[0]!), [
    ['model', 'gpt-4o-transcribe-diarize'],
    ['language', 'en'],
    ['response_format', 'diarized_json'],
    ['chunking_strategy', 'auto'],
  ])
})

test('openai: a recording that is too long for a diarizing model is cut, and speakers are numbered by part', async () => {
  await program(
    'ffprobe',
    `console.log(JSON.stringify({ format: { duration: process.argv.at(-1).includes('part-') ? '1200.0' : '2500.5' } }))`,
  )
  await program(
    'ffmpeg',
    `const at = (name) => process.argv[process.argv.indexOf(name) + 1]
     const target = process.argv.at(-1) === '-' ? 1 : process.argv.at(-1)
     fs.writeFileSync(target, process.argv.includes('-ss') ? 'sound ' + at('-ss') + ' ' + at('-t') : '')`,
  )
  try {
    await using backEnd = await openBackEnd((_, number) => ({
      body: {
        duration: number === 2 ? 100 : 1_200,
        segments: [
          { start: 1, end: 2, speaker: 'A', text: `Part ${number}` },
          { start: 2, end: 3, speaker: 'Bo Lindqvist', text: 'Yes' },
        ],
      },
    }))
    const engine = transcriber(backEnd.url, { model: 'gpt-4o-transcribe-diarize' })
    const { transcript, durationSeconds } = await engine.transcribe(await media(), hints, new AbortController().signal)
    assert.deepEqual(
      transcript.speech_segments.map(({ speaker, start_time }) => [speaker, start_time]),
      [
        ['Speaker A (part 1)', 1],
        ['Bo Lindqvist', 2],
        ['Speaker A (part 2)', 1_201],
        ['Bo Lindqvist', 1_202],
        ['Speaker A (part 3)', 2_401],
        ['Bo Lindqvist', 2_402],
      ],
    )
    assert.equal(durationSeconds, 2_500.5)
    const sent = await Promise.all(
      backEnd.requests.map(async (request) => ((await formOf(request)).get('file') as File).text()),
    )
    assert.deepEqual(sent, ['sound 0 1230', 'sound 1200 1230', 'sound 2400 1230'])
  } finally {
    await removePrograms()
  }
})

test('whispercpp: the request has its own path, with WAV if ffmpeg works, else the original file', async () => {
  await using backEnd = await openBackEnd(() => ({ body: verbose }))
  const engine = transcriber(backEnd.url, { kind: 'whispercpp' })
  await engine.transcribe(await media(), hints, new AbortController().signal)
  await program('ffmpeg', "fs.writeFileSync(process.argv.at(-1), 'RIFF')")
  await engine.transcribe(await media(), hints, new AbortController().signal)
  await removePrograms()
  assert.deepEqual(
    backEnd.requests.map(({ path }) => path),
    ['/inference', '/inference'],
  )
  const files = await Promise.all(backEnd.requests.map(async (request) => (await formOf(request)).get('file') as File))
  assert.deepEqual(
    files.map(({ name, size }) => [name, size]),
    [
      ['weekly.mp3', sound.length],
      ['sound.wav', 4],
    ],
  )
})

test('a full disk during cutting is a temporary failure; the whole recording is not sent instead', async () => {
  await program('ffprobe', 'console.log(\'{"format":{"duration":"2500.5"}}\')')
  await program('ffmpeg', "fs.writeSync(2, 'av_interleaved_write_frame(): No space left on device'); process.exit(228)")
  try {
    await using backEnd = await openBackEnd(() => ({ status: 413 }))
    for (const more of [{ model: 'gpt-4o-transcribe-diarize' }, { kind: 'whispercpp' }] as const) {
      const hearing = transcriber(backEnd.url, more).transcribe(await media(), hints, new AbortController().signal)
      await assert.rejects(hearing, {
        message: 'There is too little free space on the server to cut or convert the recording',
        retryable: true,
      })
    }
    assert.equal(backEnd.requests.length, 0)
  } finally {
    await removePrograms()
  }
})

test('whispercpp: an old build reports an error with status 200', async () => {
  await assert.rejects(hear({ body: { error: 'failed to read WAV file' } }, { kind: 'whispercpp' }), {
    message: 'The transcription service could not make sense of the media',
    retryable: false,
  })
})

test('asr: the request has its own path, query and field; a segment without a speaker has the previous one', async () => {
  await using backEnd = await openBackEnd(() => ({
    body: {
      text: '…',
      language: 'de',
      segments: [
        { start: 0, end: 1, text: 'Guten Morgen.', speaker: 'SPEAKER_01' },
        { start: 1, end: 2, text: 'Fangen wir an?', speaker: null },
        { start: 2, end: 3, text: 'Ja.', speaker: 'SPEAKER_00' },
        { start: 3, end: 4, text: 'Gern.' },
      ],
    },
  }))
  const engine = transcriber(backEnd.url, { kind: 'asr' })
  const { transcript } = await engine.transcribe(await media(), hints, new AbortController().signal)
  assert.equal(backEnd.requests[0]!.path, '/asr?output=json&task=transcribe&language=en&diarize=true')
  assert.deepEqual([...(await formOf(backEnd.requests[0]!)).keys()], ['audio_file'])
  await engine.transcribe(await media(), { ...hints, speakerCount: 2 }, new AbortController().signal)
  assert.match(backEnd.requests[1]!.path, /&diarize=true&min_speakers=2&max_speakers=2$/)
  assert.equal(transcript.language_code, 'de')
  assert.deepEqual(
    transcript.speech_segments.map(({ speaker }) => speaker),
    ['Speaker 2', 'Speaker 2', 'Speaker 1', 'Speaker 1'],
  )
})

/** Puts a program with this name and JavaScript source on the path. */
async function program(name: string, script: string): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, `#!${process.execPath}\nconst fs = require('node:fs')\n${script}\n`)
  await chmod(path, 0o755)
}

async function removePrograms(): Promise<void> {
  await Promise.all(['ffmpeg', 'ffprobe'].map((name) => rm(join(folder, name), { force: true })))
}

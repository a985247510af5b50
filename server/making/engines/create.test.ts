import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBackEnd } from '../../../test/support/back-end.ts'
import { type Config, readConfig } from '../../platform/context/config.ts'
import { Threads } from '../../platform/threads.ts'
import { createLanguageModel, createNoteWriter, createTranscriber, llmKindOf, sttKindOf } from './create.ts'
import { isReady } from './shared/engines.ts'

const threads = new Threads({ error: assert.fail })
after(() => threads.close())
const log = { warn() {} }
const means = { log, threads }
const writerFor = (config: Config) => createNoteWriter(config, createLanguageModel(config), means)
const signal = new AbortController().signal
const speech_segments = [
  { speaker: 'Ada', text: 'We have decided to print the blue cover.', start_time: 0, end_time: 4 },
]
const meeting = {
  title: '',
  startedAt: null,
  people: [],
  transcript: JSON.stringify({ language_code: 'en', speech_segments }),
}

test('without settings nothing transcribes, and the embedded writer writes', async () => {
  const config = readConfig({})
  assert.equal(await isReady(createTranscriber(config, log)), false)
  assert.equal((await writerFor(config).write(meeting, signal)).generatedBy, 'embedded')
})

test('without a service an installed speech model is used, with one only if STT_KIND is local', async () => {
  const models = { name: 'tiny', words: {}, detector: '', speakers: null }
  const speech = { models, bytes: 0, version: '1', verify: async () => [] }
  const STT_URL = 'http://127.0.0.1:9'
  for (const [settings, expected] of [
    [{}, 'local'],
    [{ STT_KIND: 'local', STT_URL }, 'local'],
    [{ STT_URL }, 'openai'],
    [{ STT_URL, STT_KIND: 'asr' }, 'asr'],
    [{ STT_KIND: 'openai' }, null],
  ] as const) {
    assert.equal(sttKindOf(readConfig(settings), speech), expected)
    const alone = expected === 'local' ? null : expected
    assert.equal(sttKindOf(readConfig(settings), null), alone)
    assert.equal(await isReady(createTranscriber(readConfig(settings), log, async () => speech)), expected !== null)
    assert.equal(await isReady(createTranscriber(readConfig(settings), log)), alone !== null)
  }
})

test('without a service an installed language model is used if its library is there', async () => {
  const found = { name: 'tiny', path: '', bytes: 0, version: '1', verify: async () => [], runtime: 'file:///llama.js' }
  const LLM_URL = 'http://127.0.0.1:9'
  const azure = { LLM_KIND: 'azure', LLM_API_KEY: 'k', LLM_MODEL: 'm' }
  for (const [settings, expected] of [
    [{}, 'local'],
    [{ LLM_KIND: 'local', LLM_URL }, 'local'],
    [{ LLM_URL }, 'openai'],
    [{ LLM_URL, ...azure }, 'azure'],
    [{ LLM_KIND: 'anthropic', LLM_API_KEY: 'k', LLM_MODEL: 'm' }, 'anthropic'],
    [{ LLM_KIND: 'openai' }, null],
  ] as const) {
    const config = readConfig(settings)
    const alone = expected === 'local' ? null : expected
    assert.equal(llmKindOf(config, found), expected)
    assert.deepEqual([llmKindOf(config, null), llmKindOf(config, { ...found, runtime: null })], [alone, alone])
    assert.equal((await createLanguageModel(config, async () => found)())?.kind ?? null, expected)
  }
  assert.equal((await createLanguageModel(readConfig({ LLM_URL }))())!.name, 'gpt-4o-mini')
})

test('an address works with and without its version', async () => {
  await using backEnd = await openBackEnd(() => ({ status: 404 }))
  for (const end of ['', '/', '/v1', '/v1/']) {
    const config = readConfig({ STT_URL: backEnd.url + end, LLM_URL: backEnd.url + end })
    const media = { path: '/dev/null', bytes: 0, contentType: null, fileName: 'a.mp3' }
    const hints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }
    await assert.rejects(createTranscriber(config, log)!.transcribe(media, hints, signal), { retryable: false })
    assert.equal((await writerFor(config).write(meeting, signal)).generatedBy, 'embedded')
  }
  const paths = new Set(backEnd.requests.map(({ path }) => path))
  assert.deepEqual([...paths], ['/v1/audio/transcriptions', '/v1/chat/completions'])
})

test('each kind of language model gets requests at its path, with or without the version in the address', async () => {
  await using backEnd = await openBackEnd(() => ({ status: 401 }))
  for (const [LLM_KIND, end] of [
    // Groq's address ends like this.
    ['openai', '/openai/v1'],
    ['azure', ''],
    ['azure', '/openai'],
    ['azure', '/openai/v1/'],
    ['anthropic', ''],
    ['anthropic', '/v1'],
  ]) {
    const config = readConfig({ LLM_URL: backEnd.url + end, LLM_KIND, LLM_API_KEY: 'k', LLM_MODEL: 'm' })
    assert.equal((await writerFor(config).write(meeting, signal)).generatedBy, 'embedded')
  }
  assert.deepEqual(
    backEnd.requests.map(({ path }) => path),
    [...Array(4).fill('/openai/v1/chat/completions'), '/v1/messages', '/v1/messages'],
  )
})

test('a hosted service with a key uses its public address by default', () => {
  for (const STT_KIND of ['deepgram', 'assemblyai', 'gladia']) {
    assert(createTranscriber(readConfig({ STT_KIND, STT_API_KEY: 'k' }), log))
  }
  assert.equal(createTranscriber(readConfig({ STT_KIND: 'asr' }), log), null)
})

test('each kind of service gets its own request', async () => {
  await using backEnd = await openBackEnd(() => ({ body: { text: 'Good morning.' } }))
  for (const STT_KIND of ['openai', 'whispercpp', 'asr']) {
    const transcriber = createTranscriber(readConfig({ STT_URL: backEnd.url, STT_KIND }), log)!
    const media = { path: '/dev/null', bytes: 0, contentType: null, fileName: 'a.wav' }
    const { transcript } = await transcriber.transcribe(
      media,
      { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] },
      signal,
    )
    assert.equal(transcript.speech_segments[0]!.text, 'Good morning.')
  }
  assert.deepEqual(
    backEnd.requests.map(({ path }) => path.split('?')[0]),
    ['/v1/audio/transcriptions', '/inference', '/asr'],
  )
})

test('hosted services get requests at the set address, with or without a version in it', async () => {
  await using backEnd = await openBackEnd(() => ({ status: 401 }))
  for (const [STT_KIND, end] of [
    ['deepgram', '/v1'],
    ['assemblyai', '/v2'],
    ['gladia', '/v2/'],
    ['azure', '/'],
  ] as const) {
    const config = readConfig({ STT_URL: backEnd.url + end, STT_KIND, STT_API_KEY: 'k' })
    const media = { path: '/dev/null', bytes: 0, contentType: null, fileName: 'a.wav' }
    const hints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }
    await assert.rejects(createTranscriber(config, log)!.transcribe(media, hints, signal), /did not accept its key/)
  }
  assert.deepEqual(
    backEnd.requests.map(({ path, headers }) => [
      path.split('?')[0],
      headers.authorization ?? headers['x-gladia-key'] ?? headers['ocp-apim-subscription-key'],
    ]),
    [
      ['/v1/listen', 'Token k'],
      ['/v2/upload', 'k'],
      ['/v2/upload', 'k'],
      ['/speechtotext/transcriptions:transcribe', 'k'],
    ],
  )
})

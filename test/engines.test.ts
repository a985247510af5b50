/** `GET /api/v1/engines`: what transcribes and writes, and which models are there (decision 54). */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { languageModelHint } from '../server/app/commands/language-model-hint.ts'
import { createTranscriber } from '../server/making/engines/create.ts'
import { findLanguageModel } from '../server/making/engines/local/language/find-language-model.ts'
import { addFolder } from '../server/making/engines/local/models/add-folder.ts'
import { readConfig } from '../server/platform/context/config.ts'
import { acme, keys } from './support/acme.ts'
import { claim, notesOf } from './support/claims.ts'
import { ggufOf, installFakeLlama } from './support/fake-llama.ts'
import { openWorld } from './support/world.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-engines-'))
})
after(() => rm(folder, { recursive: true }))

async function enginesWith(settings: Record<string, string>) {
  await using world = await openWorld({ MODELS_DIR: join(folder, 'none'), ...settings }, { anew: true })
  await world.load(...acme())
  const { status, body } = await world.get('/api/v1/engines', keys.bo)
  assert.equal(status, 200)
  return body
}

test('without models and services only the embedded writer works', async () => {
  const notes = { kind: 'embedded', model: null }
  assert.deepEqual(await enginesWith({}), { transcription: null, notes, embeddings: null, models: [] })
})

test('services are named with their models, and nothing of their addresses and keys', async () => {
  const { transcription, notes, embeddings } = await enginesWith({
    STT_KIND: 'deepgram',
    STT_API_KEY: 'k',
    LLM_URL: 'http://127.0.0.1:9',
    LLM_MODEL: 'qwen',
    EMBEDDING_URL: 'http://127.0.0.1:9',
    EMBEDDING_MODEL: 'minilm',
  })
  assert.deepEqual(transcription, { kind: 'deepgram', model: 'nova-3', languages: null, speakers: true })
  assert.deepEqual(notes, { kind: 'openai', model: 'qwen' })
  assert.deepEqual(embeddings, { kind: 'openai', model: 'minilm' })
})

test('a model counts as soon as it is installed, and no longer when it is removed', async () => {
  const modelsDir = join(folder, 'models')
  await using world = await openWorld({ MODELS_DIR: modelsDir }, { anew: true })
  await world.load(...acme())
  world.base.engines.transcriber = createTranscriber(world.config, world.base.log, world.base.findSpeech)
  const engines = async () => (await world.get('/api/v1/engines', keys.bo)).body
  const submit = async () => {
    const sent = { title: 'Call', url: 'https://example.com/call.mp3' }
    return (await world.post('/api/v1/recordings/upload', keys.bo, sent)).status
  }
  const own = join(folder, 'own')
  await mkdir(own)
  for (const name of ['encoder.onnx', 'decoder.onnx', 'tokens.txt']) await writeFile(join(own, name), name)
  const options = { modelsDir, clock: () => new Date('2026-11-26T10:00:00Z'), signal: new AbortController().signal }
  await addFolder({ folder: own, name: 'tiny', purpose: 'words' }, options)
  assert.deepEqual([(await engines()).transcription, await submit()], [null, 422])

  await mkdir(join(folder, 'vad'))
  await writeFile(join(folder, 'vad', 'detector.onnx'), 'detector')
  await addFolder({ folder: join(folder, 'vad'), name: 'vad', purpose: 'detector' }, options)
  const { transcription, models } = await engines()
  assert.deepEqual(transcription, { kind: 'local', model: 'tiny', languages: null, speakers: false })
  assert.deepEqual(models, [
    { name: 'tiny', purpose: 'words', licence: null, bytes: 34 },
    { name: 'vad', purpose: 'detector', licence: null, bytes: 8 },
  ])
  assert.equal(await submit(), 201)

  await rm(join(modelsDir, 'vad'), { recursive: true })
  assert.deepEqual([(await engines()).transcription, await submit()], [null, 422])
})

test('an installed language model writes if its library is there; otherwise the start says the command', async () => {
  const modelsDir = join(folder, 'notes')
  const own = join(folder, 'gguf')
  await mkdir(own)
  await writeFile(join(own, 'tiny.gguf'), ggufOf('says {}'))
  const options = { modelsDir, clock: () => new Date('2026-11-26T10:00:00Z'), signal: new AbortController().signal }
  await addFolder({ folder: own, name: 'tiny', purpose: 'notes' }, options)
  const hintOf = async (settings: Record<string, string>) => {
    const config = readConfig({ MODELS_DIR: modelsDir, ...settings })
    const find = () => findLanguageModel(config.modelsDir!, config.llmModel)
    return (await languageModelHint({ config, findLanguageModel: find })).join('\n')
  }
  assert.deepEqual((await enginesWith({ MODELS_DIR: modelsDir })).notes, { kind: 'embedded', model: null })
  assert.match(
    await hintOf({}),
    /tiny needs a library.*\n.*npm install --prefix \S+notes --ignore-scripts node-llama-cpp@/,
  )
  assert.match(await hintOf({ LLM_KIND: 'local', LLM_MODEL: 'big' }), /no language model big is installed/)
  assert.equal(await hintOf({ LLM_URL: 'http://127.0.0.1:9' }), '')
  await installFakeLlama(modelsDir)
  assert.deepEqual((await enginesWith({ MODELS_DIR: modelsDir })).notes, { kind: 'local', model: 'tiny' })
  assert.equal(await hintOf({}), '')
})

test('a language model writes the next notes as soon as it is installed, and no longer when it is removed', async () => {
  const modelsDir = join(folder, 'running')
  await using world = await openWorld({ MODELS_DIR: modelsDir }, { anew: true })
  await world.load(...acme())
  const own = join(folder, 'running.gguf')
  await mkdir(own)
  let now = Date.UTC(2026, 10, 26, 10)
  const add = async (name: string) => {
    const notes = notesOf(claim(`By ${name}`, 'print the blue cover'))
    await writeFile(join(own, 'a.gguf'), ggufOf(`says ${JSON.stringify(notes)}`))
    const options = { modelsDir, clock: () => new Date(now++), signal: new AbortController().signal }
    await addFolder({ folder: own, name, purpose: 'notes' }, options)
  }
  const speech_segments = [
    { speaker: 'Ada', text: 'We have decided to print the blue cover.', start_time: 0, end_time: 4 },
  ]
  /** What `GET /engines` says, and who writes the notes of a new upload. */
  const writer = async () => {
    const { notes } = (await world.get('/api/v1/engines', keys.bo)).body
    const sent = { title: 'Call', transcript: { speech_segments } }
    const { recording_id } = (await world.post('/api/v1/recordings/upload', keys.bo, sent)).body
    await world.settle()
    const { recording } = (await world.get(`/api/v1/recording/${recording_id}`, keys.bo)).body
    return [notes.model, recording.ai_notes.generated_by]
  }
  assert.deepEqual(await writer(), [null, 'embedded'])
  await installFakeLlama(modelsDir)
  await add('tiny')
  assert.deepEqual(await writer(), ['tiny', 'tiny'])
  await add('other')
  assert.deepEqual(await writer(), ['other', 'other'])
  await rm(join(modelsDir, 'other'), { recursive: true })
  assert.deepEqual(await writer(), ['tiny', 'tiny'])
  await rm(join(modelsDir, 'tiny'), { recursive: true })
  assert.deepEqual(await writer(), [null, 'embedded'])
})

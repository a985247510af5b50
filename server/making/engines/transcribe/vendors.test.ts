/** Services with OpenAI's API, as each vendor publishes them, with real media: forms, names, formats and sizes. */
// In a third of the runs: it makes and decodes media.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { formOf, openBackEnd } from '../../../../test/support/back-end.ts'
import { groq } from '../../../../test/support/published/groq.ts'
import { openAiTranscription } from '../../../../test/support/published/openai-transcription.ts'
import { problemOf } from '../../../../test/support/published/published.ts'
import { whisperAsr } from '../../../../test/support/published/whisper-asr.ts'
import { makeMedia, withoutFfmpeg } from '../../../../test/support/real-media.ts'
import { openAzure } from '../../../../test/support/stt/azure.ts'
import { openForms, vendors } from '../../../../test/support/stt/forms.ts'
import { key } from '../../../../test/support/stt/stt-server.ts'
import type { Media, TranscriptionHints } from '../shared/engines.ts'
import { type Format, requestFor } from './form-request.ts'
import type { SttService } from './services.ts'
import { formatOf } from './sound-format.ts'
import { openTranscriber } from './transcribe.ts'

const { signal } = new AbortController()
const nothing: TranscriptionHints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }
const much = { ...nothing, languageCode: 'de-AT', title: 'Weekly', speakers: ['Ada Moreau'], glossary: ['Zephyr'] }

function transcriber(url: string, more: Partial<SttService> = {}) {
  const options = { apiKey: 'k', model: 'whisper-1', timeoutSeconds: 20, maxBytes: 100_000, pauseSeconds: 1 }
  return openTranscriber({ kind: 'openai', url, ...options, ...more }, { warn() {} })
}

test('the forms have only fields that OpenAI and Groq publish, at their own addresses', () => {
  for (const [url, published] of [
    ['https://api.openai.com', openAiTranscription],
    ['https://api.groq.com/openai', groq],
  ] as const)
    for (const format of ['words', 'verbose_json', 'json', 'diarized_json'] satisfies Format[]) {
      if (published === groq && format === 'diarized_json') continue
      for (const hints of [nothing, much]) {
        const { fields } = requestFor({ kind: 'openai', url, model: 'm' }, format, hints)
        assert.equal(problemOf(published, [...fields, ['file', '']]), null, `${url} ${format}`)
      }
    }
})

test('the query for whisper-asr-webservice has only fields that it publishes', () => {
  const { path } = requestFor({ kind: 'asr', url: 'http://127.0.0.1', model: '' }, 'words', much)
  assert.equal(problemOf(whisperAsr, [...new URL(path, 'http://127.0.0.1').searchParams]), null)
})

test('bytes that begin no known format have none, and short files are read', () => {
  for (const [head, format] of [
    ['', null],
    ['RIFF', null],
    ['RIFF1234WEBP', null],
    ['RIFF1234WAVE', 'wav'],
    ['ID3', 'mp3'],
    ['\xff\xfb', 'mp3'],
    ['\xff\xf1', 'aac'],
    ['\xff', null],
    ['....ftypqt  ', 'mov'],
    ['....moov', 'mov'],
    ['....ftypM4A ', 'm4a'],
    ['....ftypisom', 'mp4'],
    ['....ftyp3gp4', '3gp'],
    ['....ftyp', 'mp4'],
    ['#!AMR\n', 'amr'],
    ['hello', null],
  ] as const)
    assert.equal(formatOf(Buffer.from(head, 'latin1')), format, JSON.stringify(head))
})

suite('with ffmpeg', { skip: withoutFfmpeg }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-vendors-'))
  })
  after(() => rm(folder, { recursive: true }))

  /** Real media under a name that does not tell what they are. */
  async function made(kind: Parameters<typeof makeMedia>[1], seconds: number, fileName = 'content'): Promise<Media> {
    const { path } = await makeMedia(folder, kind, seconds)
    const renamed = join(folder, `${kind} ${seconds} ${fileName}`)
    await copyFile(path, renamed)
    return { path: renamed, bytes: (await stat(renamed)).size, contentType: null, fileName }
  }
  let mp3: Media
  before(async () => {
    mp3 = await made('mp3', 0.2)
  })
  const say = () => ({ duration: 1, segments: [{ start: 0, end: 1, text: 'Good morning.' }] })

  for (const [name, vendor] of Object.entries(vendors)) {
    const kind = name === 'whispercpp' ? ('whispercpp' as const) : ('openai' as const)
    test(`${name}: the form is as published, with and without hints`, async () => {
      await using server = await openForms(vendor, say)
      for (const hints of [nothing, much]) await transcriber(server.url, { kind }).transcribe(mp3, hints, signal)
      assert.deepEqual([server.problems, server.heard.length], [[], 2])
    })
  }

  test('the name has the ending of the bytes; what the vendor does not take is converted', async () => {
    await using server = await openForms(vendors.openai, say)
    for (const [kind, name, given] of [
      ...([
        ['wav', 'recording.wav', 'content'],
        ['mp3', 'recording.mp3', 'rec_0001'],
      ] as const),
      ...([
        ['mp4', 'recording.mp4', 'weekly.mov'],
        ['ogg', 'recording.ogg', 'weekly.mp3'],
      ] as const),
      ...([
        ['mov', 'sound.m4a', 'weekly.mp4'],
        ['aac', 'sound.m4a', 'weekly.aac'],
      ] as const),
      ...([['mkv', 'sound.m4a', 'content']] as const),
    ]) {
      await transcriber(server.url).transcribe(await made(kind, 0.2, given), nothing, signal)
      assert.equal(server.heard.at(-1)!.name, name, `${kind} ${given}`)
    }
  })

  test('azure: what it does not list is converted to FLAC', async () => {
    await using server = await openAzure()
    for (const [kind, name] of [
      ['m4a', 'sound.flac'],
      ['mp4', 'sound.flac'],
      ['webm', 'recording.webm'],
    ] as const) {
      await transcriber(server.url, { kind: 'azure', apiKey: key }).transcribe(await made(kind, 0.2), nothing, signal)
      assert.equal(((await formOf(server.requests.at(-1)!)).get('audio') as File).name, name)
    }
  })

  test('a format that a service refuses is converted once; the refusal of the converted one is final', async () => {
    for (const body of [
      { error: { message: 'file must be one of the following types: [wav]', code: 'unsupported_audio_format' } },
      { error: { message: 'The audio file could not be decoded or its format is not supported.' } },
      // vLLM's, for AAC.
      { error: { message: 'Invalid or unsupported audio file.', type: 'BadRequestError', code: 400 } },
    ]) {
      const refusing = (takesLast: boolean) => (_: unknown, number: number) =>
        takesLast && number === 1 ? { body: say() } : { status: 400, body }
      await using server = await openBackEnd(refusing(true))
      await transcriber(server.url).transcribe(mp3, nothing, signal)
      const names = await Promise.all(
        server.requests.map(async (each) => ((await formOf(each)).get('file') as File).name),
      )
      assert.deepEqual(names, ['recording.mp3', 'sound.flac'])
      await using never = await openBackEnd(refusing(false))
      const heard = transcriber(never.url).transcribe(mp3, nothing, signal)
      await assert.rejects(heard, { message: 'The transcription service refused the request (status 400)' })
      assert.equal(never.requests.length, 2)
    }
  })

  test('media that a service finds too large are cut, and it is remembered', async () => {
    for (const vendor of ['openai', 'groq', 'vllm'] as const) {
      await using server = await openForms(vendors[vendor], say)
      const engine = transcriber(server.url)
      const large = await made('wav', 3)
      assert(large.bytes > 500_000)
      const { transcript } = await engine.transcribe(large, nothing, signal)
      assert.equal(transcript.speech_segments[0]!.text, 'Good morning.')
      assert.deepEqual(
        server.heard.map(({ name }) => name),
        ['part-00000.m4a'],
      )
      assert.equal(server.requests.length, 2, vendor)
      if (vendor !== 'vllm') continue
      await engine.transcribe(large, nothing, signal)
      assert.equal(server.requests.length, 3, 'the second time it is not sent whole')
      await engine.transcribe(mp3, nothing, signal)
      assert.equal(server.heard.at(-1)!.name, 'recording.mp3')
    }
  })

  test('a refusal that speaks of the prompt or another field cuts nothing', async () => {
    for (const message of [
      'The prompt is too long: its maximum length is 224 tokens',
      'maximum context length is 448 tokens',
      'temperature: must be between 0 and 1',
      'The model does not exist',
    ]) {
      await using server = await openBackEnd(() => ({ status: 400, body: { error: { message } } }))
      await assert.rejects(transcriber(server.url).transcribe(mp3, nothing, signal))
      assert.equal(server.requests.length, 1, message)
    }
  })

  test('STT_MAX_BYTES and STT_MAX_SECONDS cut without a refusal: at the limit not, above it', async () => {
    await using server = await openForms(vendors.speaches, say)
    const media = await made('wav', 2)
    const names = async (limits: Partial<SttService>) => {
      server.heard.length = 0
      await transcriber(server.url, limits).transcribe(media, nothing, signal)
      return server.heard.map(({ name }) => name)
    }
    assert.deepEqual(await names({ maxMediaBytes: media.bytes }), ['recording.wav'])
    assert.deepEqual(await names({ maxMediaBytes: media.bytes - 1 }), ['part-00000.m4a'])
    const long = { ...(await made('flac', 121)), fileName: 'content' }
    const parts = async (maxMediaSeconds: number) => {
      server.heard.length = 0
      await transcriber(server.url, { maxMediaSeconds }).transcribe(long, nothing, signal)
      return server.heard.length
    }
    assert.deepEqual([await parts(121), await parts(120)], [1, 2])
  })
})

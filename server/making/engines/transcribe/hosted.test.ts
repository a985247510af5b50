/** Deepgram, AssemblyAI, Gladia and Azure, each with a strict local server of its API, and with errors. */

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { formOf, type ReceivedRequest, type Reply } from '../../../../test/support/back-end.ts'
import { openAssemblyAi } from '../../../../test/support/stt/assemblyai.ts'
import { openAzure } from '../../../../test/support/stt/azure.ts'
import { openDeepgram } from '../../../../test/support/stt/deepgram.ts'
import { openGladia } from '../../../../test/support/stt/gladia.ts'
import { key, type SttServer } from '../../../../test/support/stt/stt-server.ts'
import { waitFor } from '../../../../test/support/waiting.ts'
import { EngineError } from '../../../platform/errors.ts'
import type { Transcription, TranscriptionHints } from '../shared/engines.ts'
import { kinds, type SttKind, type SttService } from './services.ts'
import { openTranscriber } from './transcribe.ts'

const folder = await mkdtemp(join(tmpdir(), 'minutebook-hosted-'))
after(() => rm(folder, { recursive: true, force: true }))
const path = join(folder, 'media')
const sound = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))
await writeFile(path, sound)
const media = { path, bytes: sound.length, contentType: 'audio/mpeg', fileName: 'weekly.mp3' }

// Hides ffprobe, because the media of these tests are no real sound.
const everyFolder = process.env.PATH
before(() => {
  process.env.PATH = join(process.execPath, '..')
})
after(() => {
  process.env.PATH = everyFolder
})

const nothing: TranscriptionHints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }
const much: TranscriptionHints = {
  languageCode: 'en-GB',
  title: 'Weekly with Plastworks',
  speakers: ['Ada Moreau', 'Zbigniew Brzęczyszczykiewicz'],
  agenda: 'the launch of Zephyr\nask Ada about GPT-4o',
  glossary: ['Kubernetes'],
}

/** `asks` is the request that starts the work, `looks` the one that polls its result. */
type Hosted = {
  kind: SttKind
  open(): Promise<SttServer>
  asks: string
  looks: string | null
  vocabulary(request: ReceivedRequest): Promise<{ terms: unknown; language: unknown }>
}

const json = ({ body }: ReceivedRequest) => JSON.parse(body.toString())
const query = ({ path }: ReceivedRequest) => new URL(path, 'http://localhost').searchParams

const services: Hosted[] = [
  {
    kind: 'deepgram',
    open: openDeepgram,
    asks: 'POST /v1/listen',
    looks: null,
    vocabulary: async (request) => ({
      terms: query(request).getAll('keyterm'),
      language: query(request).get('language'),
    }),
  },
  {
    kind: 'assemblyai',
    open: openAssemblyAi,
    asks: 'POST /v2/transcript',
    looks: 'GET /v2/transcript',
    vocabulary: async (request) => ({ terms: json(request).keyterms_prompt, language: json(request).language_code }),
  },
  {
    kind: 'gladia',
    open: openGladia,
    asks: 'POST /v2/pre-recorded',
    looks: 'GET /v2/pre-recorded',
    vocabulary: async (request) => ({
      terms: json(request).custom_vocabulary_config?.vocabulary,
      language: json(request).language_config.languages[0],
    }),
  },
  {
    kind: 'azure',
    open: openAzure,
    asks: 'POST /speechtotext',
    looks: null,
    async vocabulary(request) {
      const { phraseList, locales } = JSON.parse((await formOf(request)).get('definition') as string)
      return { terms: phraseList?.phrases, language: locales?.[0] }
    },
  },
]

const logged: string[] = []
const log = { warn: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`) }

function transcriberAt({ url }: SttServer, kind: SttKind, more: Partial<SttService> = {}) {
  const { model } = kinds[kind]
  const options = { timeoutSeconds: 20, maxBytes: 100_000, pauseSeconds: 0.01 }
  return openTranscriber({ kind, url, apiKey: key, model, ...options, ...more }, log)
}

async function hear(server: SttServer, kind: SttKind, hints = nothing, more: Partial<SttService> = {}) {
  return await transcriberAt(server, kind, more).transcribe(media, hints, new AbortController().signal)
}

async function failureOf(heard: Promise<Transcription>): Promise<[string, boolean, number | null]> {
  const error = await heard.then(
    () => assert.fail('should have failed'),
    (error) => error,
  )
  assert(error instanceof EngineError, String(error))
  assert.doesNotMatch(error.message + String(error.cause), new RegExp(`${key}|127\\.0\\.0\\.1`))
  return [error.message.replace('The transcription service ', ''), error.retryable, error.retryAfterSeconds]
}

const asked = (server: SttServer, begins: string) =>
  server.requests.filter(({ method, path }) => `${method} ${path}`.startsWith(begins))

for (const { kind, open, asks, looks, vocabulary } of services) {
  suite(kind, () => {
    test('a transcript has segments, speakers, words, language and length; nothing is left at the service', async () => {
      await using server = await open()
      server.language = kind === 'azure' ? 'de-DE' : 'de'
      const named = kind === 'assemblyai' ? ['Speaker A', 'Speaker B'] : ['Speaker 1', 'Speaker 2']
      const { transcript, words, durationSeconds } = await hear(server, kind)
      assert.deepEqual(transcript, {
        language_code: server.language,
        speech_segments: [
          { speaker: named[0], text: 'Good morning, Zbigniew.', start_time: 0.5, end_time: 2.25 },
          { speaker: named[1], text: 'Plastworks ships today.', start_time: 3, end_time: 4.5 },
        ],
      })
      assert.deepEqual(words, [
        [
          ['Good', 0.5, 1],
          ['morning,', 1, 1.4],
          ['Zbigniew.', 1.5, 2.25],
        ],
        [
          ['Plastworks', 3, 3.75],
          ['ships', 3.75, 4],
          ['today.', 4, 4.5],
        ],
      ])
      assert.equal(durationSeconds, kind === 'assemblyai' ? 6 : 6.5)
      assert.deepEqual([...server.kept], [])
    })

    test('the request has the language and the vocabulary: glossary, names, then title and agenda', async () => {
      await using server = await open()
      const { transcript } = await hear(server, kind, much)
      const [request] = asked(server, asks)
      assert.deepEqual(await vocabulary(request!), {
        terms: ['Kubernetes', ...much.speakers, 'Weekly', 'Plastworks', 'Zephyr', 'Ada', 'GPT-4o'],
        language: kind === 'azure' ? 'en-GB' : 'en',
      })
      assert.equal(transcript.language_code, 'en-GB')
    })

    test('a model that accepts no vocabulary gets a request without one', async () => {
      await using server = await open()
      const said = 'keyterm, keyterms_prompt, custom_vocabulary and phraseList are not supported by this model'
      server.faults = { [asks]: [{ status: 400, body: { error: said } }] }
      assert.equal((await hear(server, kind, much)).transcript.speech_segments.length, 2)
      const sent = await Promise.all(asked(server, asks).map(vocabulary))
      assert.deepEqual(
        sent.map(({ terms }) => ((terms as string[] | undefined) ?? []).length),
        [8, 0],
      )
      server.faults = { [asks]: [{ status: 400, body: { error: said } }] }
      assert.deepEqual(await failureOf(hear(server, kind)), ['refused the request (status 400)', false, null])
    })

    test('silence gives an empty transcript', async () => {
      await using server = await open()
      server.speech = []
      const { transcript, words } = await hear(server, kind)
      assert.deepEqual([transcript.speech_segments, words], [[], undefined])
    })

    test('a wrong key is a final failure, a busy service a temporary one', async () => {
      await using server = await open()
      const wrong = hear(server, kind, nothing, { apiKey: 'other' })
      assert.deepEqual(await failureOf(wrong), ['did not accept its key', false, null])
      server.faults = {
        [asks]: [
          { status: 429, headers: { 'retry-after': '7' } },
          { status: 500, body: { error: `about ${key}` } },
        ],
      }
      assert.deepEqual(await failureOf(hear(server, kind)), ['has too much to do', true, 7])
      assert.deepEqual(await failureOf(hear(server, kind)), ['had a fault (status 500)', true, null])
      assert.equal((await hear(server, kind)).transcript.speech_segments.length, 2, 'and then it goes')
    })

    test('responses that are cut off, endless, not JSON or of another shape are temporary failures', async () => {
      await using server = await open()
      const faults: [Reply, string][] = [
        ['reset', 'could not be reached'],
        ['endless', 'gave an answer without an end'],
        [{ body: '<html>' }, 'gave an answer that could not be read'],
        ...[null, [], 5, {}, { results: { utterances: 'x' } }, { phrases: {} }].map((body): [Reply, string] => [
          { body: JSON.stringify(body) },
          'gave an answer that could not be read',
        ]),
      ]
      for (const [fault, sentence] of faults) {
        server.faults = { [asks]: [fault] }
        assert.deepEqual(await failureOf(hear(server, kind)), [sentence, true, null], JSON.stringify(fault))
      }
      server.faults = { [asks]: ['silence'] }
      const slow = hear(server, kind, nothing, { timeoutSeconds: 0.3 })
      assert.deepEqual(await failureOf(slow), ['did not answer within 0.3 s', true, null])
    })

    test('an aborted signal ends the transcription with its reason', async () => {
      await using server = await open()
      const [stop, reason] = [new AbortController(), new Error('The process is stopping')]
      server.faults = { [asks]: ['silence'] }
      const heard = transcriberAt(server, kind).transcribe(media, nothing, stop.signal)
      setTimeout(() => stop.abort(reason), 50)
      await assert.rejects(heard, reason)
    })

    if (looks === null) return

    test('one failed poll does not end the job, five consecutive ones do', async () => {
      await using server = await open()
      server.faults = {
        [looks]: [{ status: 503 }, { body: '[]' }, { status: 429, headers: { 'retry-after': '0' } }, { status: 500 }],
      }
      assert.equal((await hear(server, kind)).transcript.speech_segments.length, 2)
      assert.equal(asked(server, asks).length, 1)
      server.faults = { [looks]: Array.from({ length: 5 }, () => ({ status: 503 })) }
      assert.deepEqual(await failureOf(hear(server, kind)), ['had a fault (status 503)', true, null])
      assert.deepEqual([...server.kept], [], 'what was given up is deleted too')
    })

    test('a failed job is a final failure, with its reason only in the log', async () => {
      await using server = await open()
      server.job = { error: kind === 'gladia' ? 422 : `There is no audio in it, ${key}` }
      logged.length = 0
      assert.deepEqual(await failureOf(hear(server, kind)), ['could not transcribe the media', false, null])
      assert.match(logged.join(), kind === 'gladia' ? /error_code 422/ : /There is no audio in it, …/)
      assert.deepEqual([...server.kept], [])
      if (kind !== 'gladia') return
      server.job = { error: 503 }
      assert.deepEqual(await failureOf(hear(server, kind)), ['could not transcribe the media', true, null])
    })

    test('a job that never ends is given up after the time limit, and deleted', async () => {
      await using server = await open()
      server.job = 'never'
      const never = hear(server, kind, nothing, { timeoutSeconds: 0.4 })
      assert.deepEqual(await failureOf(never), ['did not finish within 0.4 s', true, null])
      assert.deepEqual([...server.kept], [])
    })

    test('a job that is given up because the process stops is deleted too', async () => {
      await using server = await open()
      server.job = 'never'
      const [stop, reason] = [new AbortController(), new Error('The process is stopping')]
      const heard = transcriberAt(server, kind).transcribe(media, nothing, stop.signal)
      await waitFor(async () => asked(server, looks).length > 2)
      stop.abort(reason)
      await assert.rejects(heard, reason)
      assert.deepEqual([...server.kept], [])
    })

    test('a result of another shape is a temporary failure', async () => {
      await using server = await open()
      const results =
        kind === 'gladia' ? [{}, { result: 5 }, { result: { transcription: { utterances: 5 } } }] : [{}, { text: 5 }]
      for (const result of results) {
        server.faults = { [looks]: [{ body: { ...result, status: kind === 'gladia' ? 'done' : 'completed' } }] }
        assert.deepEqual(await failureOf(hear(server, kind)), ['gave an answer that could not be read', true, null])
      }
    })

    test('an id with special characters is never requested', async () => {
      await using server = await open()
      for (const id of ['../../v1/key', 'a b', '', 5, null, 'a'.repeat(129)]) {
        server.faults = { [asks]: [{ body: { id } }] }
        assert.deepEqual(await failureOf(hear(server, kind)), ['gave an answer that could not be read', true, null])
      }
      assert.equal(asked(server, looks).length, 0)
    })

    test('a failed deletion causes only a log line', async () => {
      await using server = await open()
      server.faults = { DELETE: [{ status: 403, body: { error: key } }] }
      logged.length = 0
      assert.equal((await hear(server, kind)).transcript.speech_segments.length, 2)
      assert.equal(logged.length, 1)
      assert.match(logged[0]!, /may still have the media of an upload .*does not allow this with its key/)
      assert.doesNotMatch(logged[0]!, new RegExp(key))
    })
  })
}

test('deepgram: a media type that is no valid header is not sent', async () => {
  await using server = await openDeepgram()
  for (const contentType of ['audio/wav\r\nx-injected: y', 'audio/webm; codecs=opus', 'ü', null]) {
    await transcriberAt(server, 'deepgram').transcribe({ ...media, contentType }, nothing, new AbortController().signal)
    const { headers } = server.requests.at(-1)!
    assert.deepEqual([headers['content-type'], headers['x-injected']], ['application/octet-stream', undefined])
  }
})

test('deepgram: a model before nova-3 gets terms as keywords', async () => {
  await using server = await openDeepgram()
  await hear(server, 'deepgram', much, { model: 'nova-2' })
  assert.equal(query(server.requests[0]!).getAll('keywords')[0], 'Kubernetes')
})

test('assemblyai: a turn of several sentences becomes a segment for each; models are a list', async () => {
  await using server = await openAssemblyAi()
  const words: [string, number, number][] = [
    ['Yes.', 0, 1],
    ['We', 1, 1.5],
    ['do.', 1.5, 2],
  ]
  server.speech = [{ speaker: 1, words }]
  const { transcript } = await hear(server, 'assemblyai', nothing, { model: 'universal-3-pro, universal-2' })
  assert.deepEqual(transcript.speech_segments, [
    { speaker: 'Speaker B', text: 'Yes.', start_time: 0, end_time: 1 },
    { speaker: 'Speaker B', text: 'We do.', start_time: 1, end_time: 2 },
  ])
  assert.deepEqual(json(asked(server, 'POST /v2/transcript')[0]!).speech_models, ['universal-3-pro', 'universal-2'])
})

test('a known number of speakers is sent to the services that take it', async () => {
  const told = async (open: () => Promise<SttServer>, kind: SttKind, asks: string, speakerCount: number) => {
    await using server = await open()
    await hear(server, kind, { ...nothing, speakerCount })
    const request = asked(server, asks)[0]!
    return kind === 'azure' ? JSON.parse((await formOf(request)).get('definition') as string) : json(request)
  }
  const byAssemblyAi = (count: number) => told(openAssemblyAi, 'assemblyai', 'POST /v2/transcript', count)
  assert.equal((await byAssemblyAi(10)).speakers_expected, 10)
  assert.equal((await byAssemblyAi(11)).speakers_expected, undefined)
  const gladia = await told(openGladia, 'gladia', 'POST /v2/pre-recorded', 3)
  assert.deepEqual(gladia.diarization_config, { number_of_speakers: 3 })
  for (const [exactly, maxSpeakers] of [
    [1, 2],
    [3, 3],
  ] as const) {
    const azure = await told(openAzure, 'azure', 'POST /speechtotext', exactly)
    assert.deepEqual(azure.diarization, { enabled: true, maxSpeakers })
  }
})

test('azure: a language without a country is sent with its likeliest country, which does not count as detected', async () => {
  await using server = await openAzure()
  for (const [languageCode, locale] of [
    ['de', 'de-DE'],
    ['pt-PT', 'pt-PT'],
    ['zh', 'zh-CN'],
  ] as const) {
    const { transcript } = await hear(server, 'azure', { ...nothing, languageCode })
    const definition = JSON.parse((await formOf(server.requests.at(-1)!)).get('definition') as string)
    assert.deepEqual([definition.locales, transcript.language_code], [[locale], languageCode])
  }
})

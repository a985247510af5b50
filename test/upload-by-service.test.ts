/** Uploads of media with the hosted transcription services: the recording, and the failure reason of a failed upload. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds, type SttKind } from '../server/making/engines/transcribe/services.ts'
import { openTranscriber } from '../server/making/engines/transcribe/transcribe.ts'
import { keys } from './support/acme.ts'
import { openBackEnd } from './support/back-end.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { openAssemblyAi } from './support/stt/assemblyai.ts'
import { openAzure } from './support/stt/azure.ts'
import { openDeepgram } from './support/stt/deepgram.ts'
import { openGladia } from './support/stt/gladia.ts'
import { key, type SttServer } from './support/stt/stt-server.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'trace' })
})
after(() => here[Symbol.asyncDispose]())

const services: { sttKind: SttKind; open(): Promise<SttServer>; asks: string }[] = [
  { sttKind: 'deepgram', open: openDeepgram, asks: 'POST /v1/listen' },
  { sttKind: 'assemblyai', open: openAssemblyAi, asks: 'POST /v2/transcript' },
  { sttKind: 'gladia', open: openGladia, asks: 'POST /v2/pre-recorded' },
  { sttKind: 'azure', open: openAzure, asks: 'POST /speechtotext' },
]

function use({ url }: Pick<SttServer, 'url'>, kind: SttKind, apiKey = key): void {
  const options = { timeoutSeconds: 20, maxBytes: 100_000, pauseSeconds: 0.01 }
  const service = { kind, url, apiKey, model: kinds[kind].model, ...options }
  here.world.base.engines.transcriber = openTranscriber(service, here.world.base.log)
}

const outcome = async (id: string) => {
  const { status, failure_reason } = await here.upload(id)
  return [status, failure_reason]
}

for (const { sttKind, open, asks } of services) {
  test(`${sttKind}: the recording has segments, speakers and words`, async () => {
    await using server = await open()
    use(server, sttKind)
    const id = await here.processed({ language_code: 'en-GB' })
    assert.deepEqual(await outcome(id), ['SUCCESS', null])
    const { body } = await here.world.get(`/api/v1/recording/${id}/transcript`, keys.bo)
    assert.equal(body.language_code, 'en-GB')
    assert.deepEqual(
      body.speech_segments.map(({ speaker, text, start_time, end_time }: Record<string, unknown>) => ({
        speaker,
        text,
        start_time,
        end_time,
      })),
      [
        {
          speaker: sttKind === 'assemblyai' ? 'Speaker A' : 'Speaker 1',
          text: 'Good morning, Zbigniew.',
          start_time: 0.5,
          end_time: 2.25,
        },
        {
          speaker: sttKind === 'assemblyai' ? 'Speaker B' : 'Speaker 2',
          text: 'Plastworks ships today.',
          start_time: 3,
          end_time: 4.5,
        },
      ],
    )
    assert.deepEqual(body.speech_segments[0].words[0], { text: 'Good', start_time: 0.5, end_time: 1 })
  })

  test(`${sttKind}: Retry-After of a service is respected, and an unreachable one is tried again`, async () => {
    await using server = await open()
    use(server, sttKind)
    server.faults = { [asks]: [{ status: 429, headers: { 'retry-after': '60' } }, { status: 500 }] }
    const id = await here.processed()
    here.world.advance({ seconds: 59 })
    await here.world.settle()
    assert.deepEqual([await outcome(id), server.faults[asks]!.length], [['PENDING', null], 1])
    here.world.advance({ seconds: 1 })
    await here.world.settle()
    assert.deepEqual([await outcome(id), server.faults[asks]!.length], [['PENDING', null], 0])
    here.world.advance({ seconds: 30 })
    await here.world.settle()
    assert.deepEqual(await outcome(id), ['SUCCESS', null])
  })

  test(`${sttKind}: a failure is a sentence, and no log has the key`, async () => {
    await using server = await open()
    use(server, sttKind, 'not-the-key-4712')
    const id = await here.processed()
    assert.deepEqual(await outcome(id), ['FAILED', 'The transcription service did not accept its key'])
    if (sttKind === 'assemblyai' || sttKind === 'gladia') {
      use(server, sttKind)
      server.job = { error: sttKind === 'gladia' ? 400 : `no speech in ${key}` }
      const failed = await here.processed()
      assert.deepEqual(await outcome(failed), ['FAILED', 'The transcription service could not transcribe the media'])
    }
    const logged = here.world.logged.join()
    assert.match(logged, /A transcription failed/)
    assert(!logged.includes(key) && !logged.includes('not-the-key-4712'))
  })
}

test('the attendees of the event and the agenda of its note are the vocabulary, and of no other note', async () => {
  await using server = await openDeepgram()
  use(server, 'deepgram')
  const event_guid = 'evt1_20260105T090000Z'
  const { body } = await here.world.post('/api/v1/notes', keys.bo, { filters: { event_guid } })
  const agenda = { content_native_markdown: '::agenda{version=1}\n\n# Zephyr\n\nWhat does Plastworks want?' }
  const written = await here.world.post(`/api/v1/note/${body.data[0].id}/agenda`, keys.bo, agenda)
  assert.equal(written.status, 200, written.text)
  const terms = () => new URL(server.requests.at(-1)!.path, 'http://localhost').searchParams.getAll('keyterm')
  await here.processed({ event_guid, title: 'call' })
  assert(
    ['Zephyr', 'Plastworks', 'Ada Moreau'].every((term) => terms().includes(term)),
    terms().join(),
  )
  await here.processed({ title: 'call' })
  assert.deepEqual(terms(), [])
})

test('impossible times count as missing: the upload succeeds, with a valid end', async () => {
  for (const far of [1e12, 1e300]) {
    const segments = [{ text: 'Good morning.', start: 0, end: far, words: [{ word: 'Good', start: far, end: far }] }]
    await using server = await openBackEnd(() => ({ body: { text: 'Good morning.', duration: far, segments } }))
    use(server, 'openai')
    const id = await here.processed({ started_at: '2026-01-10T10:00:00Z' })
    assert.deepEqual(await outcome(id), ['SUCCESS', null])
    const { ended_at, transcript } = await here.recording(id)
    assert.deepEqual([ended_at, transcript.speech_segments[0].end_time], ['2026-01-10T10:00:00.000Z', 0])
  }
})

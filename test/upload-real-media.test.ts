/** Uploads of real media, which ffprobe and ffmpeg convert for the transcription service. */
// In a third of the runs: it makes and decodes media.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { createTranscriber } from '../server/making/engines/create.ts'
import { type BackEnd, formOf, openBackEnd, type ReceivedRequest, type Reply } from './support/back-end.ts'
import { openMediaWorld } from './support/media-world.ts'
import { makeMedia, readWav, withoutFfmpeg } from './support/real-media.ts'

suite('with ffmpeg', { skip: withoutFfmpeg }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-real-'))
  })
  after(() => rm(folder, { recursive: true }))

  /** Uploads media of this kind and length. @returns the recording, and the files that the service received */
  async function uploaded(
    kind: 'mp4' | 'flac',
    seconds: number,
    { reply, ...settings }: { reply: (request: ReceivedRequest, number: number) => Reply } & Record<string, unknown>,
  ) {
    const { path } = await makeMedia(folder, kind, seconds)
    const bytes = await readFile(path)
    await using backEnd: BackEnd = await openBackEnd(reply)
    await using here = await openMediaWorld({ STT_URL: backEnd.url, ...(settings as Record<string, string>) })
    here.world.base.engines.transcriber = createTranscriber(here.world.config, here.world.base.log)
    here.receiver.answering = (_, response) => response.end(bytes)
    const id = await here.processed({ started_at: '2026-01-10T10:00:00Z' })
    const { status, failure_reason } = await here.upload(id)
    assert.deepEqual([status, failure_reason], ['SUCCESS', null])
    const files = await Promise.all(
      backEnd.requests.map(async (request) => (await formOf(request)).get('file') as File),
    )
    return { recording: await here.recording(id), files }
  }

  test('a video of 25 s for a service that takes WAV', async () => {
    const { recording, files } = await uploaded('mp4', 25, {
      STT_KIND: 'whispercpp',
      reply: () => ({ body: { text: 'Beep.' } }),
    })
    assert.deepEqual(
      files.map(({ name, type }) => [name, type]),
      [['sound.wav', 'audio/wav']],
    )
    const sound = Buffer.from(await files[0]!.arrayBuffer())
    assert.deepEqual(readWav(sound), { isWav: true, isPcm: true, channels: 1, hertz: 16_000, bits: 16 })
    assert(Math.abs((sound.length - 44) / 32_000 - 25) < 0.3)
    const [segment, ...more] = recording.transcript.speech_segments
    assert.deepEqual([segment.text, segment.start_time, more], ['Beep.', 0, []])
    assert(Math.abs(segment.end_time - 25) < 0.3, 'the text alone is one segment over the length that ffprobe tells')
    assert.match(recording.ended_at, /^2026-01-10T10:00:2[45]/)
  })

  test('25 minutes for a service that recognizes speakers, in parts of 20', async () => {
    const { recording, files } = await uploaded('flac', 1_500, {
      STT_MODEL: 'gpt-4o-transcribe-diarize',
      reply: (_, number) => ({
        body: {
          duration: number === 0 ? 1_200 : 300,
          segments: [{ start: 1, end: 2, speaker: 'A', text: `Part ${number}` }],
        },
      }),
    })
    assert.deepEqual(
      files.map(({ name, type }) => [name, type]),
      [
        ['part-00000.m4a', 'audio/mp4'],
        ['part-00001.m4a', 'audio/mp4'],
      ],
    )
    for (const file of files) assert.equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 4, 8), 'ftyp')
    assert.deepEqual(recording.transcript.speech_segments, [
      { speaker: 'Speaker A (part 1)', text: 'Part 0', start_time: 1, end_time: 2 },
      { speaker: 'Speaker A (part 2)', text: 'Part 1', start_time: 1_201, end_time: 1_202 },
    ])
    assert.equal(recording.ended_at, '2026-01-10T10:25:00.000Z')
  })
})

/** Recordings whose channels or tracks have people of their own, by every kind of service. */
// In a third of the runs: it makes and decodes media.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { formOf, openBackEnd, type ReceivedRequest } from '../../../../test/support/back-end.ts'
import { withoutFfmpeg } from '../../../../test/support/real-media.ts'
import { openAssemblyAi } from '../../../../test/support/stt/assemblyai.ts'
import { openAzure } from '../../../../test/support/stt/azure.ts'
import { openDeepgram } from '../../../../test/support/stt/deepgram.ts'
import { openGladia } from '../../../../test/support/stt/gladia.ts'
import { key } from '../../../../test/support/stt/stt-server.ts'
import { kinds, type SttKind } from './services.ts'
import { openTranscriber } from './transcribe.ts'

const { signal } = new AbortController()
const hints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }
/** The near side speaks until then, the far one from then on. */
const turnSeconds = 2.6

suite('with ffmpeg', { skip: withoutFfmpeg }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-apart-'))
  })
  after(() => rm(folder, { recursive: true }))

  async function make(name: string, args: string[]): Promise<string> {
    const path = join(folder, name)
    await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...args, path])
    return path
  }
  const side = (hertz: number, when: string) => `sine=frequency=${hertz}:duration=6,volume='if(${when},1,0)':eval=frame`
  const near = ['-f', 'lavfi', '-i', side(300, `lt(t,${turnSeconds})`)]
  const far = ['-f', 'lavfi', '-i', side(900, `gte(t,${turnSeconds})`)]
  const stereo = ['-filter_complex', '[0][1]join=inputs=2:channel_layout=stereo', '-c:a', 'libopus', '-b:a', '64k']
  const call = () => make('call.ogg', [...near, ...far, ...stereo])

  async function hear(path: string, kind: SttKind, url: string) {
    const options = { apiKey: key, model: kinds[kind].model, timeoutSeconds: 20, maxBytes: 100_000, pauseSeconds: 0.01 }
    const media = { path, bytes: (await stat(path)).size, contentType: null, fileName: path }
    const heard = await openTranscriber({ kind, url, ...options }, { warn() {} }).transcribe(media, hints, signal)
    return heard.transcript.speech_segments.map(({ speaker, text }) => [speaker, text])
  }

  async function channelsOf(sound: Buffer): Promise<number> {
    const path = join(folder, 'sent')
    await writeFile(path, sound)
    const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-show_entries', 'stream=channels', path])
    return Number(/channels=(\d+)/.exec(stdout)?.[1])
  }

  const fileIn = async (request: ReceivedRequest) => {
    const form = await formOf(request)
    return Buffer.from(await ((form.get('file') ?? form.get('audio_file')) as File).arrayBuffer())
  }

  /** Which of the two tones is in the sound, when it is loud. */
  async function toneOf(sound: Buffer): Promise<number> {
    const path = join(folder, 'heard')
    await writeFile(path, sound)
    const raw = ['-f', 's16le', '-ac', '1', '-ar', '16000', '-']
    const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', path, ...raw], {
      encoding: 'buffer',
      maxBuffer: 10_000_000,
    })
    const samples = Array.from({ length: stdout.length >> 1 }, (_, index) => stdout.readInt16LE(2 * index))
    const loud = samples.filter((sample) => Math.abs(sample) > 300)
    const crossings = loud.filter((sample, index) => sample > 0 && loud[index - 1]! <= 0).length
    const seconds = loud.length / 16_000
    return crossings / seconds < 600 ? 300 : 900
  }

  for (const kind of ['openai', 'whispercpp', 'asr'] as const)
    test(`${kind}: each channel is sent for itself, and its words have its time`, async () => {
      const sent: number[] = []
      await using server = await openBackEnd(async (request) => {
        const sound = await fileIn(request)
        assert.equal(await channelsOf(sound), 1)
        const tone = await toneOf(sound)
        sent.push(tone)
        const [start, end, text] = tone === 300 ? [0.5, 2.25, 'Good morning.'] : [3, 4.5, 'Hello.']
        return { body: { language: 'en', duration: 6, segments: [{ start, end, text }] } }
      })
      assert.deepEqual(await hear(await call(), kind, server.url), [
        ['Speaker 1', 'Good morning.'],
        ['Speaker 2', 'Hello.'],
      ])
      assert.deepEqual(sent, [300, 900])
    })

  test('each track is sent for itself, from where it begins', async () => {
    const path = await make('obs.mkv', [...near, ...far, '-map', '0:a', '-map', '1:a', '-c:a', 'libopus'])
    const sent: number[] = []
    await using server = await openBackEnd(async (request) => {
      sent.push(await toneOf(await fileIn(request)))
      const [start, end] = sent.length === 1 ? [0, 2] : [3, 5]
      return { body: { segments: [{ start, end, text: `${sent.at(-1)}` }] } }
    })
    assert.deepEqual(await hear(path, 'openai', server.url), [
      ['Speaker 1', '300'],
      ['Speaker 2', '900'],
    ])
  })

  for (const [kind, open] of [
    ['deepgram', openDeepgram],
    ['assemblyai', openAssemblyAi],
    ['gladia', openGladia],
    ['azure', openAzure],
  ] as const)
    test(`${kind}: each channel is a request of its own, and nobody has two channels`, async () => {
      await using server = await open()
      // It hears both turns in each channel, as if each microphone took the other side too.
      assert.deepEqual(await hear(await call(), kind, server.url), [
        ['Speaker 1', 'Good morning, Zbigniew.'],
        ['Speaker 2', 'Plastworks ships today.'],
      ])
      const starts = server.requests.filter(({ method, path }) => method === 'POST' && !path.includes('upload'))
      assert.equal(starts.length, 2)
      assert.equal(server.kept.size, 0)
    })

  test('stereo of one sound is one request, with both channels; Gladia gets one channel', async () => {
    const path = await make('both.wav', [...near, '-ac', '2'])
    await using server = await openBackEnd(() => ({ body: { segments: [{ start: 0, end: 2, text: 'Hello.' }] } }))
    assert.deepEqual(await hear(path, 'openai', server.url), [['', 'Hello.']])
    assert.equal(server.requests.length, 1)
    assert.equal(await channelsOf(await fileIn(server.requests[0]!)), 2)
    await using gladia = await openGladia()
    await hear(path, 'gladia', gladia.url)
    const uploads = gladia.requests.filter(({ path }) => path === '/v2/upload')
    const sound = (await formOf(uploads[0]!)).get('audio') as File
    assert.deepEqual([uploads.length, await channelsOf(Buffer.from(await sound.arrayBuffer()))], [1, 1])
  })

  test('a failure of one channel fails the recording, and is tried again as a whole', async () => {
    await using server = await openBackEnd((_, number) =>
      number === 0 ? { body: { text: 'Hello.' } } : { status: 503 },
    )
    await assert.rejects(hear(await call(), 'openai', server.url), { retryable: true })
  })
})

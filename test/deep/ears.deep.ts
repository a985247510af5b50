/**
 * Real recordings become words on this machine, with small models of other projects. They are not part of this one:
 * SPEECH_SAMPLES names a folder with whisper-tiny.en/, silero-vad/, two models for speakers, and two_cities.wav, of which
 * 119 words are known.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addFolder } from '../../server/making/engines/local/models/add-folder.ts'
import { findSpeech } from '../../server/making/engines/local/speech/find-speech.ts'
import { openLocalTranscriber } from '../../server/making/engines/local/speech/local-transcriber.ts'
import { openMediaWorld } from '../support/media-world.ts'
import { withoutFfmpeg } from '../support/real-media.ts'
import {
  addSampleModels,
  missing,
  price,
  read,
  shareOfRightFrames,
  spokenIn,
  wav,
  wordErrors,
  wordsOf,
} from '../support/speech-samples.ts'

const hints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }

suite('with speech models', { skip: missing || withoutFfmpeg, timeout: 7_200_000 }, () => {
  let modelsDir: string
  const { signal } = new AbortController()
  before(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'minutebook-ears-'))
    await addSampleModels(modelsDir, signal)
  })
  after(() => rm(modelsDir, { recursive: true }))

  const reasons: object[] = []
  const open = async (change: object = {}) => {
    const speech = await findSpeech(modelsDir, '')
    const limits = { seconds: 3_600, silentSeconds: 600 }
    const log = { warn: (details: object) => void reasons.push(details) }
    return openLocalTranscriber(
      { findSpeech: async () => ({ ...speech!, ...change }), processes: 2, threads: 1, limits },
      log,
    )
  }
  const media = (path: string) => ({ path, bytes: 0, contentType: null, fileName: 'sound' })

  const usedFor = async (path: string) => {
    const done = (await open()).transcribe(media(path), hints, signal)
    const [child] = await speechProcesses(1)
    const [{ transcript, durationSeconds }, used] = await Promise.all([done, watch(child!)])
    return { ...used, segments: transcript.speech_segments.length, seconds: durationSeconds! }
  }

  test('wav, m4a, webm and mp4 become recaps with at most 3 of 119 words wrong', async () => {
    await using here = await openMediaWorld({ MODELS_DIR: modelsDir })
    const speech = await findSpeech(modelsDir, '')
    assert.equal((await here.world.base.findSpeech())?.models.name, speech!.models.name)
    here.world.base.engines.transcriber = await open()
    for (const [name, args] of [
      ['call.wav', []],
      ['call.m4a', ['-c:a', 'aac']],
      ['call.webm', ['-c:a', 'libopus']],
      ['call.mp4', ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5:duration=44', '-c:a', 'aac', '-shortest']],
    ] as const) {
      const path = join(modelsDir, name)
      await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', '-i', wav, ...args, path])
      const bytes = await readFile(path)
      here.receiver.answering = (_, response) => response.end(bytes)
      const id = await here.processed({ url: here.receiver.url(`/${name}`) })
      const { status, failure_reason } = await here.upload(id)
      assert.deepEqual([status, failure_reason], ['SUCCESS', null], name)
      const { transcript } = await here.recording(id)
      const text = transcript.speech_segments.map((segment: { text: string }) => segment.text).join(' ')
      assert(wordErrors(wordsOf(read), wordsOf(text)) <= 3, `${name}: ${text}`)
      assert(transcript.speech_segments.length > 3)
      await rm(path)
    }
  })

  test('the sound of other containers is read as well', async () => {
    const transcriber = await open()
    const heard = async (name: string, ...args: string[]) => {
      const path = join(modelsDir, name)
      await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', '-i', wav, '-t', '10', ...args, path])
      const { transcript } = await transcriber.transcribe(media(path), hints, signal)
      await rm(path)
      return wordsOf(transcript.speech_segments.map(({ text }) => text).join(' '))
    }
    const known = await heard('call.wav')
    assert(known.length > 20)
    for (const [name, ...args] of [
      ['call.mp3'],
      ['call.flac'],
      ['call.aac'],
      ['call.ogg', '-c:a', 'libvorbis'],
      ['call.mov', '-c:a', 'aac'],
      ['call.mkv', '-c:a', 'libopus'],
    ] as const) {
      const words = await heard(name, ...args)
      assert(wordErrors(known, words) <= 3, `${name}: ${words.join(' ')}`)
    }
  })

  test('an upload whose process is killed is taken up again; after the last try it fails; a deleted one ends', async () => {
    await using here = await openMediaWorld({ MODELS_DIR: modelsDir, UPLOAD_RETRY_DELAYS_SECONDS: '5,30' })
    here.world.base.engines.transcriber = await open()
    const bytes = await readFile(wav)
    here.receiver.answering = (_, response) => response.end(bytes)
    const begin = async () => {
      const settled = here.world.settle()
      const [child] = await speechProcesses(1)
      return { child: child!, settled }
    }
    const killOnce = async () => {
      const { child, settled } = await begin()
      process.kill(child, 'SIGKILL')
      await settled
    }
    const taken = await here.submit({ url: here.receiver.url('/call.wav') })
    await killOnce()
    assert.equal((await here.upload(taken)).status, 'PENDING')
    here.world.advance({ seconds: 5 })
    await here.world.settle()
    assert.equal((await here.upload(taken)).status, 'SUCCESS')

    const lost = await here.submit({ url: here.receiver.url('/call.wav') })
    await killOnce()
    for (const seconds of [5, 30]) {
      assert.equal((await here.upload(lost)).status, 'PENDING')
      here.world.advance({ seconds })
      await killOnce()
    }
    const { status, failure_reason } = await here.upload(lost)
    assert.deepEqual(
      [status, failure_reason],
      ['FAILED', 'The speech model stopped before the recording was transcribed'],
    )

    await here.submit({ url: here.receiver.url('/call.wav') })
    const { settled } = await begin()
    await here.world.db.deleteFrom('uploads').where('status', '=', 'PENDING').execute()
    await settled
    assert.deepEqual(await childrenOf(process.pid), [])
  })

  test('a model that is none fails its upload with a sentence', async () => {
    const folder = join(modelsDir, '.none')
    await mkdir(folder)
    for (const name of ['x-encoder.onnx', 'x-decoder.onnx', 'x-tokens.txt']) await writeFile(join(folder, name), 'none')
    const added = { modelsDir, clock: () => new Date(), signal }
    await addFolder({ folder, name: 'none', purpose: 'words' }, added)
    const speech = await findSpeech(modelsDir, 'none')
    const transcriber = await open(speech!)
    await assert.rejects(transcriber.transcribe(media(wav), hints, signal), /The speech model (cannot be read|stopped)/)
    await Promise.all([folder, join(modelsDir, 'none')].map((path) => rm(path, { recursive: true })))
  })

  test('each word has times in order, within the recording; silence has no words', async () => {
    const transcriber = await open()
    const { transcript, words, durationSeconds } = await transcriber.transcribe(media(wav), hints, signal)
    const times = words!.flat().flatMap((word) => (word ? [word[1], word[2]] : []))
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one! - other!),
    )
    assert(times[0]! >= 0 && times.at(-1)! <= durationSeconds!)
    assert.equal(transcript.language_code, 'en')
    const silence = join(modelsDir, 'silence.wav')
    const noise = ['-f', 'lavfi', '-i', 'anoisesrc=duration=60:amplitude=0.003:seed=1']
    await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...noise, silence])
    assert.deepEqual((await transcriber.transcribe(media(silence), hints, signal)).transcript.speech_segments, [])
    await rm(silence)
  })

  test('four voices are four speakers, each with its voice; a reader is one', async () => {
    const transcriber = await open()
    const { transcript, voices } = await transcriber.transcribe(media(price), hints, signal)
    const right = shareOfRightFrames(await spokenIn('r_price'), transcript.speech_segments)
    assert(right >= 0.95, `${right} of the frames have the right speaker`)
    const speakers = [1, 2, 3, 4].map((number) => `Speaker ${number}`)
    assert.deepEqual([...new Set(transcript.speech_segments.map(({ speaker }) => speaker))], speakers)
    assert.deepEqual(
      voices!.map(({ speaker }) => speaker),
      speakers,
    )
    const spans = transcript.speech_segments.map(({ speaker, start_time: start, end_time: end }) => ({
      speaker,
      start,
      end,
    }))
    const again = await transcriber.hearVoices!(media(price), spans, signal)
    for (const { speaker, vector, model } of voices!) {
      assert.match(model, /^campplus [0-9a-f]{12}$/)
      assert(Math.abs(Math.hypot(...vector) - 1) < 0.001)
      const likeness = (other: number[]) => other.reduce((sum, value, index) => sum + value * vector[index]!, 0)
      const [nearest] = again.toSorted((one, other) => likeness(other.vector) - likeness(one.vector))
      assert.equal(nearest!.speaker, speaker)
      assert(likeness(nearest!.vector) > 0.9)
    }
    const reader = await transcriber.transcribe(media(wav), hints, signal)
    assert.deepEqual([...new Set(reader.transcript.speech_segments.map(({ speaker }) => speaker))], ['Speaker 1'])
  })

  test('there are as many speakers as are said', async () => {
    const given = { ...hints, speakerCount: 3 }
    const { transcript } = await (await open()).transcribe(media(price), given, signal)
    assert.equal(new Set(transcript.speech_segments.map(({ speaker }) => speaker)).size, 3)
  })

  test('a channel with a person of its own is a speaker, also without models for speakers', async () => {
    const twoVoices = join(modelsDir, 'two-voices.wav')
    const filter = '[1:a]atrim=0:10,apad=whole_dur=54[a];[0:a]adelay=10s[b];[a][b]join=inputs=2:channel_layout=stereo'
    const both = ['-i', wav, '-i', price, '-filter_complex', filter, '-ar', '16000', twoVoices]
    await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...both])
    const { models } = (await findSpeech(modelsDir, ''))!
    for (const speakers of [models.speakers, null]) {
      const transcriber = await open({ models: { ...models, speakers } })
      const { transcript, voices, channels } = await transcriber.transcribe(media(twoVoices), hints, signal)
      for (const { speaker, start_time } of transcript.speech_segments) {
        assert.equal(speaker, start_time < 10 ? 'Speaker 1' : 'Speaker 2')
      }
      assert.equal(voices!.length, speakers ? 2 : 0)
      assert.deepEqual([channels!.get('Speaker 1'), channels!.get('Speaker 2'), channels!.size], [0, 1, 2])
    }
    await rm(twoVoices)
  })

  test('a track of each person is a speaker; tracks that repeat others are heard as one sound', async () => {
    const [first, second] = [join(modelsDir, 'first.wav'), join(modelsDir, 'second.wav')]
    const make = (...args: string[]) => promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...args])
    await make('-i', wav, '-t', '20', first)
    await make('-i', price, '-t', '10', second)
    const inputs = ['-i', first, '-itsoffset', '21', '-i', second, '-map', '0:a', '-map', '1:a']
    const mix = ['-filter_complex', '[1:a]adelay=21s[b];[0:a][b]amix=normalize=0[m]', '-map', '[m]']
    const { models } = (await findSpeech(modelsDir, ''))!
    for (const [name, args, speakers] of [
      ['tracks.mkv', [...inputs, '-c:a', 'libopus'], null],
      ['tracks.mp4', [...inputs, '-c:a', 'aac'], models.speakers],
      ['mixed.mkv', [...inputs, ...mix, '-c:a', 'libopus'], models.speakers],
    ] as const) {
      const path = join(modelsDir, name)
      await make(...args, path)
      const transcriber = await open({ models: { ...models, speakers } })
      const { speech_segments: segments } = (await transcriber.transcribe(media(path), hints, signal)).transcript
      assert.match(segments.map(({ text }) => text).join(' '), /best of times.*season of light/s, name)
      const speakersOf = (isFirst: boolean) =>
        segments.filter(({ start_time }) => start_time < 20.5 === isFirst).map(({ speaker }) => speaker)
      assert.deepEqual([...new Set(speakersOf(true))], ['Speaker 1'], name)
      assert(speakersOf(false).length > 0 && !speakersOf(false).includes('Speaker 1'), name)
      if (name !== 'mixed.mkv') assert.equal(new Set(speakersOf(false)).size, 1, name)
      await rm(path)
    }
    await Promise.all([first, second].map((path) => rm(path)))
  })

  // About 500 s of a processor.
  test('eight hours take little more memory than eight minutes, and nothing of the disk', async () => {
    const [once, minutes, hours] = ['once.ogg', 'minutes.ogg', 'hours.ogg'].map((name) => join(modelsDir, name))
    const make = (...args: string[]) => promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...args])
    const mono = 'aresample=16000,aformat=channel_layouts=mono'
    const spoken = `[0:a]atrim=0:10,${mono}[a];[1:a]atrim=0:10,${mono}[b];[a][b]concat=v=0:a=1,apad=whole_dur=240`
    await make('-i', wav, '-i', price, '-filter_complex', spoken, '-t', '240', '-c:a', 'libopus', once!)
    await make('-stream_loop', '1', '-i', once!, '-c', 'copy', minutes!)
    await make('-stream_loop', '119', '-i', once!, '-c', 'copy', hours!)
    const [short, long] = [await usedFor(minutes!), await usedFor(hours!)]
    assert(long.seconds > 28_700 && long.segments > 50 * short.segments)
    assert(long.peakBytes < 1.5 * short.peakBytes, `${long.peakBytes} bytes after ${short.peakBytes}`)
    assert.equal(long.writtenBytes, 0)
    await Promise.all([once, minutes, hours].map((path) => rm(path!)))
  })

  test('a killed process is a failure that is tried again, and an aborted one ends; two work at once', async () => {
    const transcriber = await open()
    const first = transcriber.transcribe(media(wav), hints, signal)
    const second = transcriber.transcribe(media(wav), hints, signal)
    const [child] = await speechProcesses(2)
    process.kill(child!, 'SIGKILL')
    const results = await Promise.allSettled([first, second])
    const failed = results.filter((result) => result.status === 'rejected')
    assert.equal(failed.length, 1)
    assert.match(failed[0]!.reason.message, /stopped before the recording was transcribed/)
    assert.equal(failed[0]!.reason.retryable, true)

    const stop = new AbortController()
    const aborted = transcriber.transcribe(media(wav), hints, stop.signal)
    await speechProcesses(1)
    stop.abort(new Error('Deleted'))
    await assert.rejects(aborted, /Deleted/)
    while ((await childrenOf(process.pid)).length > 0) await pause(20)
  })

  test('a speech process has a lower priority, and ends with the service that is killed', async () => {
    const from = (path: string) =>
      JSON.stringify(new URL(`../../server/making/engines/local/speech/${path}`, import.meta.url))
    const program = `
      const { findSpeech } = await import(${from('find-speech.ts')})
      const { openLocalTranscriber } = await import(${from('local-transcriber.ts')})
      const limits = { seconds: 600, silentSeconds: 600 }
      const find = () => findSpeech(${JSON.stringify(modelsDir)}, '')
      const local = openLocalTranscriber({ findSpeech: find, processes: 1, threads: 1, limits }, { warn() {} })
      await local.transcribe(${JSON.stringify(media(wav))}, ${JSON.stringify(hints)}, new AbortController().signal)`
    const file = join(modelsDir, 'service.mjs')
    await writeFile(file, program)
    const service = spawn(process.execPath, [file], { stdio: 'inherit' })
    const [child] = await speechProcesses(1, service.pid)
    while (getPriority(child!) !== 10) await pause(20)
    service.kill('SIGKILL')
    while (existsSync(`/proc/${child}`)) await pause(20)
    await rm(file)
  })

  test('too little memory is a sentence, and so are media without sound', async () => {
    const order = await open({ bytes: -450_000_000 })
    await assert.rejects(order.transcribe(media(wav), hints, signal), /needed more memory than it may have/)
    const text = join(modelsDir, 'text.mp4')
    await writeFile(text, 'no sound')
    await assert.rejects(
      (await open()).transcribe(media(text), hints, signal),
      /could not be decoded: it is damaged, protected or of an unknown kind/,
    )
    await rm(text)
  })

  test('a changed model is not opened', async () => {
    const file = join(modelsDir, 'whisper-tiny.en', 'tiny.en-tokens.txt')
    const bytes = await readFile(file)
    const transcriber = await open()
    await writeFile(file, Buffer.from(bytes).fill(32, 0, 10))
    await assert.rejects(transcriber.transcribe(media(wav), hints, signal), /speech model of this server is damaged/)
    await writeFile(file, bytes)
    assert.equal((await transcriber.transcribe(media(wav), hints, signal)).transcript.language_code, 'en')
  })
})

/** What the system says of a process while it lives. */
async function watch(id: number): Promise<{ peakBytes: number; writtenBytes: number }> {
  const seen = { peakBytes: 0, writtenBytes: 0 }
  for (;;) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
    const io = await readFile(`/proc/${id}/io`, 'utf8').catch(() => '')
    const [peak, written] = [/^VmHWM:\s+(\d+)/m.exec(status), /^write_bytes: (\d+)/m.exec(io)]
    if (!peak || !written) return seen
    Object.assign(seen, { peakBytes: 1_024 * Number(peak[1]), writtenBytes: Number(written[1]) })
    await pause(100)
  }
}

/** The ids of so many speech processes of another one, when they run. */
async function speechProcesses(count: number, parent = process.pid): Promise<number[]> {
  for (;;) {
    const found = await childrenOf(parent)
    if (found.length >= count) return found
    await pause(20)
  }
}

/** From Linux's list of processes; other children, such as database servers, have other programs. */
async function childrenOf(parent: number): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    ids.map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
      return status.includes(`PPid:\t${parent}\n`) && command.includes('speech-process') ? [id] : []
    }),
  )
  return found.flat()
}

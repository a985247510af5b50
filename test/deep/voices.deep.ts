/** A voice is given, and its person recognised, with the real models for speakers (SPEECH_SAMPLES, as in ears.deep.ts). */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { findSpeech } from '../../server/making/engines/local/speech/find-speech.ts'
import { openLocalTranscriber } from '../../server/making/engines/local/speech/local-transcriber.ts'
import { keys } from '../support/acme.ts'
import { openMediaWorld } from '../support/media-world.ts'
import { withoutFfmpeg } from '../support/real-media.ts'
import { addSampleModels, missing, price, wav } from '../support/speech-samples.ts'

const reading = (from: number, to: number) => ['-ss', String(from), '-to', String(to), '-i', wav]
const strangers = ['-t', '40', '-i', price]

async function openVoiceWorld() {
  const modelsDir = await mkdtemp(join(tmpdir(), 'minutebook-voices-'))
  await addSampleModels(modelsDir, new AbortController().signal)
  const here = await openMediaWorld({ MODELS_DIR: modelsDir })
  const limits = { seconds: 600, silentSeconds: 600 }
  const findModels = () => findSpeech(modelsDir, '')
  const speech = { findSpeech: findModels, processes: 1, threads: 1, limits }
  here.world.base.engines.transcriber = openLocalTranscriber(speech, console)
  return {
    world: here.world,
    /** Uploads the sound that ffmpeg makes of this; Bo and Ada are invited, and so many guests that all may be speakers. */
    async record(...args: string[]): Promise<string> {
      const path = join(modelsDir, 'sound.wav')
      await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...args, '-ar', '16000', path])
      const bytes = await readFile(path)
      here.receiver.answering = (_, response) => response.end(bytes)
      const url = here.receiver.url('/sound.wav')
      const guests = [1, 2, 3].map((guest) => ({ name: `Guest ${guest}`, email: `guest${guest}@elsewhere.test` }))
      const colleagues = [
        { name: 'Bo', email: 'bo@acme.test' },
        { name: 'Ada', email: 'ada@acme.test' },
      ]
      return here.processed({ url, participants: [...colleagues, ...guests] })
    },
    async heard(id: string) {
      const { speech_segments, recognised } = (await here.recording(id)).transcript
      return { speakers: [...new Set(speech_segments.map(({ speaker }: { speaker: string }) => speaker))], recognised }
    },
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]()
      await rm(modelsDir, { recursive: true })
    },
  }
}

test('62: who gave their voice is named in another recording and marked; strangers are not', {
  skip: missing || withoutFfmpeg,
  timeout: 600_000,
}, async () => {
  await using it = await openVoiceWorld()
  await it.world.patch('/api/v1/workspace', keys.ada, { voices: true })
  const first = await it.record(...reading(0, 22))
  assert.deepEqual(await it.heard(first), { speakers: ['Speaker 1'], recognised: undefined })
  const given = { speaker: 'Speaker 1', consent: true }
  const { body: claimed } = await it.world.post(`/api/v1/recording/${first}/voice`, keys.bo, given)
  assert.equal(claimed.voice, null, 'it may be Ada')
  const word = await it.world.post(`/api/v1/voice_claim/${claimed.claims[0].id}/word`, keys.ada, { is_theirs: true })
  assert.equal(word.status, 200)
  const { body } = await it.world.get('/api/v1/me/voice', keys.bo)
  assert.equal(body.voice?.recordings, 1, JSON.stringify(body))

  const joined = [...reading(22, 44), ...strangers, '-filter_complex', '[0:a][1:a]concat=n=2:v=0:a=1']
  const { speakers, recognised } = await it.heard(await it.record(...joined))
  assert.equal(speakers[0], 'Bo Lindqvist', `${speakers}`)
  assert.deepEqual(recognised, [{ speaker: 'Bo Lindqvist', before: 'Speaker 1' }])
  const others = await it.heard(await it.record(...strangers))
  assert(others.speakers.length > 1 && !others.speakers.includes('Bo Lindqvist'), `${others.speakers}`)
  assert.equal(others.recognised, undefined)
})

/** A world whose uploads download media from a loopback server; the transcriber returns the text of the file. */
import { readFile } from 'node:fs/promises'
import type { Transcriber } from '../../server/making/engines/shared/engines.ts'
import { acme, keys } from './acme.ts'
import { openLocation } from './media-locations.ts'
import { openReceiver } from './receiver.ts'
import { openWorld } from './world.ts'

/** The text of the media file is the transcript. */
export const readAloud: Transcriber = {
  async transcribe({ path }) {
    const text = (await readFile(path)).toString('latin1')
    const segment = { speaker: 'Ada Moreau', text: text.slice(0, 1_000), start_time: 0, end_time: 3 }
    return { transcript: { language_code: 'en', speech_segments: [segment] }, durationSeconds: 5 }
  },
}

export const words = 'Good morning. I will send the deck to Bo by Friday. '.repeat(40)

export async function openMediaWorld(settings: Record<string, string> = {}) {
  const location = await openLocation()
  const receiver = await openReceiver({
    answering: (_received, response) => {
      response.setHeader('content-type', 'audio/mpeg')
      response.end(words)
    },
  })
  const world = await openWorld({ ...location.settings, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32', ...settings })
  world.base.engines = { ...world.base.engines, transcriber: readAloud }
  await world.load(...acme())

  async function submit(given: object = {}, key = keys.bo): Promise<string> {
    const body = { title: 'Call', url: receiver.url('/calls/Weekly%20call.mp3'), ...given }
    const answer = await world.post('/api/v1/recordings/upload', key, body)
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body.recording_id
  }

  return {
    world,
    receiver,
    location,
    submit,
    upload: async (id: string, key = keys.bo) => (await world.get(`/api/v1/recordings/upload/${id}`, key)).body.upload,
    recording: async (id: string, key = keys.bo, query = '') =>
      (await world.get(`/api/v1/recording/${id}${query}`, key)).body.recording,
    /** Submits an upload, runs all due jobs, and returns the id. */
    async processed(given: object = {}, key = keys.bo): Promise<string> {
      const id = await submit(given, key)
      await world.settle()
      return id
    },
    files: location.files,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
      await location[Symbol.asyncDispose]()
    },
  }
}

export type MediaWorld = Awaited<ReturnType<typeof openMediaWorld>>

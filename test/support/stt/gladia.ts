/** A local server that speaks Gladia's `/v2/upload` and `/v2/pre-recorded`. */
import { formOf, type ReceivedRequest } from '../back-end.ts'
import { gladia } from '../published/gladia.ts'
import {
  endOf,
  key,
  openSttServer,
  Refusal,
  readFields,
  requireHeader,
  requireMedia,
  type SttServer,
  startOf,
  textOf,
} from './stt-server.ts'

/** It names another host, which nobody may ask. */
const elsewhere = 'https://api.gladia.invalid'

export async function openGladia(): Promise<SttServer> {
  const looks = new Map<string, number>()
  return openSttServer(async (server, request) => {
    requireHeader(request, 'x-gladia-key', key)
    const { method, path } = request
    if (method === 'POST' && path === '/v2/upload') {
      await readForm(request)
      server.kept.add('media')
      return { audio_url: `${elsewhere}/file/1`, audio_metadata: { id: '1', audio_duration: 6.5 } }
    }
    if (method === 'POST' && path === '/v2/pre-recorded') {
      begin(request)
      const id = `45463597-20b7-4af7-b3b3-f5fb778203a${looks.size}`
      looks.set(id, 0)
      server.kept.add(id)
      return { id, result_url: `${elsewhere}/v2/pre-recorded/${id}` }
    }
    const id = path.replace('/v2/pre-recorded/', '')
    if (!server.kept.has(id)) throw new Refusal('Not found', 404)
    if (method === 'DELETE') {
      server.kept.clear()
      return {}
    }
    const count = looks.get(id)!
    looks.set(id, count + 1)
    if (server.job === 'never' || count < 2) return { id, status: count === 0 ? 'queued' : 'processing', result: null }
    if (server.job !== 'done') return { id, status: 'error', error_code: server.job.error, result: null }
    return { id, status: 'done', error_code: null, result: resultOf(server) }
  })
}

async function readForm(request: ReceivedRequest): Promise<void> {
  requireMedia(request)
  const form = await formOf(request).catch(() => {
    throw new Refusal('The form cannot be read')
  })
  const audio = form.get('audio')
  if ([...form.keys()].join() !== 'audio' || !(audio instanceof File) || audio.size === 0) {
    throw new Refusal('The form has one file, audio')
  }
}

function begin({ headers, body }: ReceivedRequest): void {
  if (headers['content-type'] !== 'application/json') throw new Refusal('Content-Type must be application/json')
  const fields = readFields(body.toString(), gladia)
  if (fields.audio_url !== `${elsewhere}/file/1`) throw new Refusal('audio_url is not ours')
  if ('custom_vocabulary' in fields !== 'custom_vocabulary_config' in fields) {
    throw new Refusal('custom_vocabulary goes with custom_vocabulary_config')
  }
}

const resultOf = ({ speech, language }: SttServer) => ({
  metadata: { audio_duration: 6.5, number_of_distinct_channels: 1, billing_time: 7, transcription_time: 1 },
  transcription: {
    full_transcript: speech.map(textOf).join(' '),
    languages: [language],
    utterances: speech.map((turn) => ({
      text: textOf(turn),
      language,
      start: startOf(turn),
      end: endOf(turn),
      confidence: 0.9,
      channel: 0,
      speaker: turn.speaker,
      words: turn.words.map(([word, start, end]) => ({ word: ` ${word}`, start, end, confidence: 0.9 })),
    })),
  },
})

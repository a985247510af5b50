/** A local server that speaks AssemblyAI's `/v2/upload` and `/v2/transcript`. */
import type { ReceivedRequest } from '../back-end.ts'
import { assemblyAi } from '../published/assemblyai.ts'
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
const media = 'https://cdn.assemblyai.invalid/upload/'

export async function openAssemblyAi(): Promise<SttServer> {
  const looks = new Map<string, number>()
  return openSttServer((server, request) => {
    requireHeader(request, 'authorization', key)
    const { method, path, body } = request
    if (method === 'POST' && path === '/v2/upload') {
      requireMedia(request)
      server.kept.add('media')
      return { upload_url: `${media}1` }
    }
    if (method === 'POST' && path === '/v2/transcript') {
      begin(request, body)
      const id = `t-${looks.size + 1}`
      looks.set(id, 0)
      server.kept.add(id)
      return { id, status: 'queued', audio_url: `${media}1` }
    }
    const id = path.replace('/v2/transcript/', '')
    if (!server.kept.has(id)) throw new Refusal('Transcript not found', 404)
    if (method === 'DELETE') {
      server.kept.clear()
      return { id, status: 'completed', text: 'Deleted by user.' }
    }
    const count = looks.get(id)!
    looks.set(id, count + 1)
    if (server.job === 'never' || count < 2) return { id, status: count === 0 ? 'queued' : 'processing' }
    return server.job === 'done' ? transcript(id, server) : { id, status: 'error', error: server.job.error }
  })
}

function begin(request: ReceivedRequest, body: Buffer): void {
  if (request.headers['content-type'] !== 'application/json') throw new Refusal('Content-Type must be application/json')
  const fields = readFields(body.toString(), assemblyAi)
  if (!String(fields.audio_url).startsWith(media)) throw new Refusal('audio_url is not ours')
  if ('language_code' in fields === 'language_detection' in fields) {
    throw new Refusal('Either language_code or language_detection')
  }
}

/** Times are in milliseconds; silence has no utterances. */
function transcript(id: string, { speech, language }: SttServer) {
  const wordsOf = ({ words, speaker }: (typeof speech)[number]) =>
    words.map(([text, start, end]) => ({
      text,
      start: start * 1_000,
      end: end * 1_000,
      confidence: 0.9,
      speaker: 'AB'[speaker],
    }))
  return {
    id,
    status: 'completed',
    language_code: language,
    audio_duration: 6,
    text: speech.map(textOf).join(' '),
    words: speech.flatMap(wordsOf),
    utterances:
      speech.length === 0
        ? null
        : speech.map((turn) => ({
            start: startOf(turn) * 1_000,
            end: endOf(turn) * 1_000,
            speaker: 'AB'[turn.speaker],
            confidence: 0.9,
            text: textOf(turn),
            words: wordsOf(turn),
          })),
  }
}

/** A local server that speaks AssemblyAI's `/v2/upload` and `/v2/transcript`. */
import type { ReceivedRequest } from '../back-end.ts'
import {
  endOf,
  isTerms,
  isText,
  isTrue,
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

const job = {
  audio_url: (value: unknown) => String(value).startsWith(media),
  ...{ speaker_labels: isTrue, punctuate: isTrue, format_text: isTrue, language_detection: isTrue },
  language_code: (value: unknown) => /^[a-z]{2,3}(?:_[a-z]{2})?$/.test(String(value)),
  speech_models: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isText),
  keyterms_prompt: isTerms(1_000, 6),
}

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
  const fields = readFields(body.toString(), job)
  if (!fields.audio_url) throw new Refusal('audio_url is required')
  if ('language_code' in fields === 'language_detection' in fields) {
    throw new Refusal('Either language_code or language_detection')
  }
}

/** Times are in milliseconds; silence has no utterances. */
function transcript(id: string, { speech, language }: SttServer) {
  const wordsOf = ({ words, speaker }: (typeof speech)[number]) =>
    words.map(([text, start, end]) => ({
      ...{ text, start: start * 1_000, end: end * 1_000, confidence: 0.9, speaker: 'AB'[speaker] },
    }))
  return {
    ...{ id, status: 'completed', language_code: language, audio_duration: 6 },
    ...{ text: speech.map(textOf).join(' '), words: speech.flatMap(wordsOf) },
    utterances:
      speech.length === 0
        ? null
        : speech.map((turn) => ({
            ...{ start: startOf(turn) * 1_000, end: endOf(turn) * 1_000, speaker: 'AB'[turn.speaker], confidence: 0.9 },
            ...{ text: textOf(turn), words: wordsOf(turn) },
          })),
  }
}

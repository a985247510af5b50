/** A local server that speaks Deepgram's `POST /v1/listen`. */
import { deepgram } from '../published/deepgram.ts'
import { problemOf } from '../published/published.ts'
import { endOf, key, openSttServer, Refusal, requireHeader, requireMedia, startOf, textOf } from './stt-server.ts'

export const openDeepgram = () =>
  openSttServer(({ speech, language }, request) => {
    const { pathname, searchParams } = new URL(request.path, 'http://localhost')
    requireHeader(request, 'authorization', `Token ${key}`)
    if (request.method !== 'POST' || pathname !== '/v1/listen') throw new Refusal('Not found', 404)
    requireMedia(request)
    if (!/^[a-z]+\/[\w.+-]+$/.test(request.headers['content-type'] ?? '')) throw new Refusal('Content-Type is required')
    const problem = problemOf(deepgram, [...searchParams])
    if (problem) throw new Refusal(problem)
    const model = searchParams.get('model') ?? ''
    if (searchParams.has('keyterm') && !model.startsWith('nova-3')) throw new Refusal('keyterm needs Nova-3')
    if (searchParams.has('keywords') && model.startsWith('nova-3')) throw new Refusal('keywords are not for Nova-3')
    const detects = searchParams.has('detect_language')
    if (detects === searchParams.has('language')) throw new Refusal('Either language or detect_language')
    return {
      metadata: { request_id: 'a', duration: 6.5, channels: 1 },
      results: {
        channels: [
          {
            ...(detects && { detected_language: language }),
            alternatives: [{ transcript: speech.map(textOf).join(' '), confidence: 0.99, words: [] }],
          },
        ],
        utterances: speech.map((turn) => ({
          start: startOf(turn),
          end: endOf(turn),
          confidence: 0.9,
          channel: 0,
          speaker: turn.speaker,
          id: 'u',
          transcript: textOf(turn),
          words: turn.words.map(([text, start, end]) => ({
            word: text.toLowerCase().replace(/\W/g, ''),
            punctuated_word: text,
            start,
            end,
            confidence: 0.9,
            speaker: turn.speaker,
            speaker_confidence: 0.8,
          })),
        })),
      },
    }
  })

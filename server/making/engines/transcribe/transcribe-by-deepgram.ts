/**
 * Deepgram, or a server with its API: sends the media as the body of one request; the response is the transcript.
 * Nothing is stored there. Based on the public documents "Pre-Recorded Audio", "Diarization", "Utterances", "Keyterm
 * Prompting" and "Language Detection" of developers.deepgram.com; not tested with the real service.
 */
import { createReadStream } from 'node:fs'
import { fieldsOf, isFields } from './answer-fields.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import { languageOf } from './language-tag.ts'
import { contentTypeOf } from './multipart.ts'
import { readTranscription, speakerLabel, type Transcribed } from './read-transcription.ts'
import { readAnswer, requestService, requestWithVocabulary, unreadable } from './request-service.ts'
import { vocabularyOf } from './vocabulary.ts'

// The service accepts 500 tokens of terms. They are percent-encoded in the URL.
const limits = { maxTerms: 100, maxCharacters: 500, maxWords: 10 }

export const transcribeByDeepgram: FileTranscriber = async ({ service }, media, lengthSeconds, hints, signal) => {
  const send = (terms: string[]) => {
    const path = `/v1/listen?${queryFor(service.model, hints.languageCode, terms)}`
    const headers = { 'content-type': contentTypeOf(media), 'content-length': `${media.bytes}` }
    return requestService(service, { path, headers, body: createReadStream(media.path) }, signal)
  }
  const answer = await requestWithVocabulary(vocabularyOf(hints, limits), /keyterm|keywords/i, send)
  const transcribed = readDeepgram(readAnswer(service, answer), lengthSeconds)
  if (!transcribed) throw unreadable()
  return transcribed
}

function queryFor(model: string, languageCode: string | null, terms: string[]): URLSearchParams {
  const language = languageCode && languageOf(languageCode)
  // Models before nova-3 and flux use another parameter for terms.
  const term = /^(?:nova-3|flux)/.test(model) ? 'keyterm' : 'keywords'
  return new URLSearchParams([
    ['model', model],
    ...['diarize', 'utterances', 'punctuate', 'smart_format'].map((name): [string, string] => [name, 'true']),
    // Opts out of training its models with meetings.
    ['mip_opt_out', 'true'],
    language ? ['language', language] : ['detect_language', 'true'],
    ...terms.map((each): [string, string] => [term, each]),
  ])
}

/** @returns null for an unknown shape */
function readDeepgram(answer: unknown, lengthSeconds: number | null): Transcribed | null {
  if (!isFields(answer) || !isFields(answer.results) || !Array.isArray(answer.results.utterances)) return null
  const { metadata, results } = answer
  const [channel] = fieldsOf(results.channels)
  const segments = fieldsOf(answer.results.utterances).map(({ start, end, transcript, speaker, words }) => ({
    start,
    end,
    text: transcript,
    speaker: speakerLabel(speaker),
    words: fieldsOf(words).map((each) => ({ ...each, word: each.punctuated_word ?? each.word })),
  }))
  const duration = isFields(metadata) ? metadata.duration : undefined
  return readTranscription({ duration, language: channel?.detected_language, segments }, lengthSeconds)
}

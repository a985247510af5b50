/**
 * AssemblyAI: uploads the media, starts a job, polls it until it is done, reads its result and deletes it. Based on the
 * public documents "Transcribe a pre-recorded audio file", "Speaker diarization", "Keyterms prompting" and "Delete
 * transcripts" of assemblyai.com/docs; not tested with the real service.
 */
import { createReadStream } from 'node:fs'
import type { Media, TranscriptionHints } from '../shared/engines.ts'
import { type AnswerFields, fieldsOf, isFields } from './answer-fields.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import { failedJob, followJob } from './follow-job.ts'
import { languageOf } from './language-tag.ts'
import { readTranscription, splitIntoSentences, type Transcribed } from './read-transcription.ts'
import { readAnswer, readId, requestService, requestWithVocabulary, unreadable } from './request-service.ts'
import type { SttService } from './services.ts'
import { vocabularyOf } from './vocabulary.ts'

/** More are not documented for `speakers_expected`. */
const maxExpected = 10

const limits = { maxTerms: 200, maxCharacters: 10_000, maxWords: 6 }

export const transcribeByAssemblyAi: FileTranscriber = async (engine, media, lengthSeconds, hints, signal) => {
  const { service } = engine
  const id = await startJob(service, await upload(service, media, signal), hints, signal)
  const job = {
    path: `/v2/transcript/${id}`,
    done: 'completed',
    failure: ({ error }: AnswerFields) => failedJob(service, error),
    read: (job: AnswerFields) => readAssemblyAi(job, lengthSeconds),
  }
  return followJob(engine, job, signal)
}

/** @returns the address of the media at the service; it is only sent back to the service, and never requested */
async function upload(service: SttService, { path, bytes }: Media, signal: AbortSignal): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': `${bytes}` }
  const answer = await requestService(service, { path: '/v2/upload', headers, body: createReadStream(path) }, signal)
  const given = readAnswer(service, answer)
  if (isFields(given) && typeof given.upload_url === 'string') return given.upload_url
  throw unreadable()
}

/** @returns the id of the job */
async function startJob(
  service: SttService,
  audio_url: string,
  hints: TranscriptionHints,
  signal: AbortSignal,
): Promise<string> {
  const language = hints.languageCode && languageOf(hints.languageCode)
  const speakers = hints.speakerCount ?? null
  const models = service.model
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const send = (terms: string[]) => {
    const job = {
      audio_url,
      speaker_labels: true,
      ...(speakers !== null && speakers <= maxExpected && { speakers_expected: speakers }),
      punctuate: true,
      format_text: true,
      ...(language ? { language_code: language } : { language_detection: true }),
      ...(models.length > 0 && { speech_models: models }),
      ...(terms.length > 0 && { keyterms_prompt: terms }),
    }
    const headers = { 'content-type': 'application/json' }
    return requestService(service, { path: '/v2/transcript', headers, body: JSON.stringify(job) }, signal)
  }
  const answer = await requestWithVocabulary(vocabularyOf(hints, limits), /keyterms_prompt/, send)
  const job = readAnswer(service, answer)
  return readId(isFields(job) ? job.id : null)
}

/** Times are in milliseconds. An utterance is a whole turn and may last minutes. @returns null for an unknown shape */
function readAssemblyAi(
  { audio_duration, language_code, text, utterances, words }: AnswerFields,
  lengthSeconds: number | null,
): Transcribed | null {
  const heard = { duration: audio_duration, language: language_code }
  if (Array.isArray(utterances) && utterances.length > 0) {
    const segments = fieldsOf(utterances).flatMap((each) =>
      splitIntoSentences({ ...inSeconds(each), words: wordsOf(each.words) }),
    )
    return readTranscription({ ...heard, segments }, lengthSeconds)
  }
  // Media without speech have no utterances.
  if (typeof text !== 'string' && text !== null) return null
  return readTranscription({ ...heard, text: text ?? '', words: wordsOf(words) }, lengthSeconds)
}

const wordsOf = (words: unknown) => fieldsOf(words).map(inSeconds)

const inSeconds = ({ start, end, ...more }: AnswerFields): AnswerFields => ({
  ...more,
  start: seconds(start),
  end: seconds(end),
})

const seconds = (milliseconds: unknown) => (typeof milliseconds === 'number' ? milliseconds / 1_000 : null)

/**
 * Gladia, version 2: uploads the media, starts a job, polls it until it is done, reads its result and deletes it. Based on
 * the public documents "Upload", "Pre-recorded" (initiate, get, delete) and "Custom vocabulary" of docs.gladia.io; not
 * tested with the real service.
 */
import type { Media, TranscriptionHints } from '../shared/engines.ts'
import { type AnswerFields, fieldsOf, isFields } from './answer-fields.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import { failedJob, followJob } from './follow-job.ts'
import { languageOf } from './language-tag.ts'
import { multipart } from './multipart.ts'
import { readTranscription, speakerLabel, type Transcribed } from './read-transcription.ts'
import { readAnswer, readId, requestService, requestWithVocabulary, unreadable } from './request-service.ts'
import type { SttService } from './services.ts'
import { vocabularyOf } from './vocabulary.ts'

const limits = { maxTerms: 100, maxCharacters: 5_000, maxWords: 10 }

export const transcribeByGladia: FileTranscriber = async (engine, media, lengthSeconds, hints, signal) => {
  const { service } = engine
  const id = await startJob(service, await upload(service, media, signal), hints, signal)
  const job = {
    path: `/v2/pre-recorded/${id}`,
    done: 'done',
    failure: ({ error_code }: AnswerFields) => failed(service, error_code),
    read: (job: AnswerFields) => readGladia(job, lengthSeconds),
  }
  return followJob(engine, job, signal)
}

/** The reason is an HTTP status; from 500 on it is an error of the service. */
const failed = (service: SttService, code: unknown) =>
  failedJob(service, `error_code ${code}`, typeof code === 'number' && code >= 500)

/** @returns the address of the media at the service; it is only sent back to the service, and never requested */
async function upload(service: SttService, media: Media, signal: AbortSignal): Promise<string> {
  const given = readAnswer(
    service,
    await requestService(service, { path: '/v2/upload', ...multipart([], 'audio', media) }, signal),
  )
  if (isFields(given) && typeof given.audio_url === 'string') return given.audio_url
  throw unreadable()
}

/** @returns the id of the job; the `result_url` in the answer is not used, because the id is enough */
async function startJob(
  service: SttService,
  audio_url: string,
  hints: TranscriptionHints,
  signal: AbortSignal,
): Promise<string> {
  const language = hints.languageCode && languageOf(hints.languageCode)
  const speakers = hints.speakerCount ?? null
  const send = (vocabulary: string[]) => {
    const job = {
      audio_url,
      diarization: true,
      ...(speakers !== null && { diarization_config: { number_of_speakers: speakers } }),
      language_config: { languages: language ? [language] : [], code_switching: false },
      ...(service.model && { model: service.model }),
      ...(vocabulary.length > 0 && { custom_vocabulary: true, custom_vocabulary_config: { vocabulary } }),
    }
    const headers = { 'content-type': 'application/json' }
    return requestService(service, { path: '/v2/pre-recorded', headers, body: JSON.stringify(job) }, signal)
  }
  const answer = await requestWithVocabulary(vocabularyOf(hints, limits), /custom_vocabulary/, send)
  const job = readAnswer(service, answer)
  return readId(isFields(job) ? job.id : null)
}

/** @returns null for an unknown shape */
function readGladia({ result }: AnswerFields, lengthSeconds: number | null): Transcribed | null {
  if (!isFields(result) || !isFields(result.transcription)) return null
  const { languages, utterances } = result.transcription
  if (!Array.isArray(utterances)) return null
  const segments = fieldsOf(utterances).map(({ start, end, text, speaker, words }) => ({
    start,
    end,
    text,
    words,
    speaker: speakerLabel(speaker),
  }))
  const duration = isFields(result.metadata) ? result.metadata.audio_duration : undefined
  return readTranscription(
    { duration, language: Array.isArray(languages) ? languages[0] : undefined, segments },
    lengthSeconds,
  )
}

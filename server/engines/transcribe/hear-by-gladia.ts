/**
 * Gladia, version 2: media are uploaded, a job is begun, looked at until it is done, read and deleted.
 * After the public documents "Upload", "Pre-recorded" (initiate, get, delete) and "Custom vocabulary" of docs.gladia.io; not tried
 * against the real service.
 */
import type { Media, TranscriptionHints } from '../engines.ts'
import { languageOf } from '../language-tag.ts'
import { askService, askWithVocabulary, readAnswer, readId, unreadable } from './ask-service.ts'
import { failedJob, followJob } from './follow-job.ts'
import type { Hear } from './hear.ts'
import { multipart } from './multipart.ts'
import { type Fields, fieldsOf, isFields, numbered, readTranscription, type Transcribed } from './read-transcription.ts'
import type { SttService } from './services.ts'
import { vocabularyOf } from './vocabulary.ts'

const limits = { maxTerms: 100, maxCharacters: 5_000, maxWords: 10 }

export const hearByGladia: Hear = async (of, media, lengthSeconds, hints, signal) => {
  const { service } = of
  const id = await begin(service, await upload(service, media, signal), hints, signal)
  const job = {
    ...{ path: `/v2/pre-recorded/${id}`, done: 'done' },
    failure: ({ error_code }: Fields) => failed(service, error_code),
    read: (job: Fields) => readGladia(job, lengthSeconds),
  }
  return followJob(of, job, signal)
}

/** The reason is a status of HTTP: from 500 on it lies with the service. */
const failed = (service: SttService, code: unknown) =>
  failedJob(service, `error_code ${code}`, typeof code === 'number' && code >= 500)

/** @returns where the service keeps it; that address is only sent to the service, and never requested */
async function upload(service: SttService, media: Media, signal: AbortSignal): Promise<string> {
  const given = readAnswer(
    service,
    await askService(service, { path: '/v2/upload', ...multipart([], 'audio', media) }, signal),
  )
  if (isFields(given) && typeof given.audio_url === 'string') return given.audio_url
  throw unreadable()
}

/** @returns the id of the job; the `result_url` beside it is not asked, because the id leads to the same */
async function begin(
  service: SttService,
  audio_url: string,
  hints: TranscriptionHints,
  signal: AbortSignal,
): Promise<string> {
  const language = hints.languageCode && languageOf(hints.languageCode)
  const ask = (vocabulary: string[]) => {
    const job = {
      ...{ audio_url, diarization: true },
      language_config: { languages: language ? [language] : [], code_switching: false },
      ...(service.model && { model: service.model }),
      ...(vocabulary.length > 0 && { custom_vocabulary: true, custom_vocabulary_config: { vocabulary } }),
    }
    const headers = { 'content-type': 'application/json' }
    return askService(service, { path: '/v2/pre-recorded', headers, body: JSON.stringify(job) }, signal)
  }
  const answer = await askWithVocabulary(vocabularyOf(hints, limits), /custom_vocabulary/, ask)
  const job = readAnswer(service, answer)
  return readId(isFields(job) ? job.id : null)
}

/** @returns null for an unknown shape */
function readGladia({ result }: Fields, lengthSeconds: number | null): Transcribed | null {
  if (!isFields(result) || !isFields(result.transcription)) return null
  const { languages, utterances } = result.transcription
  if (!Array.isArray(utterances)) return null
  const segments = fieldsOf(utterances).map(({ start, end, text, speaker, words }) => ({
    ...{ start, end, text, words },
    speaker: numbered(speaker),
  }))
  const duration = isFields(result.metadata) ? result.metadata.audio_duration : undefined
  return readTranscription(
    { duration, language: Array.isArray(languages) ? languages[0] : undefined, segments },
    lengthSeconds,
  )
}

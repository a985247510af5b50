/** Reads and checks the fields of an upload request, without the database. *Pure.* */
import type { Static } from 'typebox'
import { CaptionError } from '../../meetings/recordings/transcript/captions.ts'
import { checkTimes } from '../../meetings/recordings/transcript/check-times.ts'
import { parseText } from '../../meetings/recordings/transcript/parse-text.ts'
import { type FieldError, invalid, invalidRequest } from '../../platform/errors.ts'
import type { Participant, StoredTranscript } from '../../platform/postgres/column-types.ts'
import { parseDateFilter } from '../../platform/time.ts'
import {
  type MediaAuth,
  maxSegments,
  type SubmitUpload,
  type TranscriptInput,
  type uploadFields,
} from './submit-schemas.ts'

type Fields = Pick<Static<typeof SubmitUpload>, keyof typeof uploadFields>

/** The facts of a recording, as they are stored. */
export type UploadFacts = {
  /** The path of the fields, for error locations: `body`. */
  within: string
  title: string
  languageCode: string | null
  eventGuid: string | null
  noteId: string | null
  channelId: string | null
  /** Of a note template. */
  templateId: string | null
  startedAt: Date | null
  participants: Participant[]
  /** `at` is null for now. */
  consent: { text: string; told: string[]; at: Date | null } | null
}

/** The header that a recorder's service expects its key in. */
export type KeyHeader = { type: 'header'; name: string; value: string }

/** The address of media, and the credentials for it. */
export type MediaAddress = { url: string; auth: MediaAuth | KeyHeader | null }

/** @param within  the path of the fields: `body` */
export function readFacts(fields: Fields, within: string): UploadFacts {
  if (fields.event_guid != null && fields.note_id != null) throw invalid(`${within}.note_id`, 'goes without event_guid')
  return {
    within,
    title: fields.title,
    languageCode: fields.language_code == null ? null : readLanguage(fields.language_code, `${within}.language_code`),
    eventGuid: fields.event_guid ?? null,
    noteId: fields.note_id ?? null,
    channelId: fields.channel_id ?? null,
    templateId: fields.template_id ?? null,
    startedAt: readTime(fields.started_at, `${within}.started_at`),
    participants: (fields.participants ?? []).map(({ name, email }) => ({ name: name ?? '', email: email ?? '' })),
    consent: fields.consent == null ? null : readConsent(fields.consent, `${within}.consent`),
  }
}

const readConsent = ({ text, told, at }: NonNullable<Fields['consent']>, location: string) => ({
  text,
  told: told ?? [],
  at: readTime(at, `${location}.at`),
})

/** @throws {ApiError} 400 for what is no language tag */
export function readLanguage(tag: string, location: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? ''
  } catch {
    throw invalid(location, 'must be a language tag such as en or pt-BR')
  }
}

// Date filters clamp moments to the years 1 to 9999, so an earlier moment reads as the first day.
const firstStart = new Date('0001-01-02T00:00:00Z')
const lastStart = new Date('9998-01-01T00:00:00Z')

function readTime(text: string | null | undefined, location: string): Date | null {
  if (text == null) return null
  const moment = text.includes('T') ? parseDateFilter(text) : null
  // End times and due dates are computed from it, and their years must have four digits too.
  if (!moment || moment.from < firstStart || moment.from >= lastStart)
    throw invalid(location, 'must be a time that exists, as 2026-01-31T09:00:00Z or 2026-01-31T09:00:00+01:00')
  return moment.from
}

/** @throws {ApiError} 400 for both or neither, and for fields that do not fit together */
export function readContent(body: SubmitUpload): { address: MediaAddress } | { transcript: StoredTranscript } {
  const { url, transcript, media_auth } = body
  if ((url == null) === (transcript == null)) throw invalid('body', 'must have exactly one of url and transcript')
  if (transcript != null) {
    if (media_auth != null) throw invalid('body.media_auth', 'goes with a url')
    return { transcript: readTranscript(transcript) }
  }
  const missing = media_auth && missingIn(media_auth)
  if (missing) throw invalid(`body.media_auth.${missing}`, `is required for ${media_auth.type}`)
  return { address: { url: url!, auth: media_auth ?? null } }
}

function missingIn({ type, token, username, password }: MediaAuth): string | undefined {
  if (type === 'bearer_token') return token == null ? 'token' : undefined
  return username == null ? 'username' : password == null ? 'password' : undefined
}

const at = 'body.transcript'

function readTranscript({ language_code, speech_segments, format, text }: TranscriptInput): StoredTranscript {
  const written = format != null || text != null
  if (written === (speech_segments != null)) throw invalid(at, 'must have either speech_segments or text')
  if (!written) return { language_code: language_code ?? '', speech_segments: readSegments(speech_segments!) }
  if (text == null) throw invalid(`${at}.text`, 'is required with format')
  try {
    const transcript = parseText(text, format ?? null)
    if (transcript.speech_segments.length > maxSegments)
      throw invalid(`${at}.text`, `must have at most ${maxSegments} segments`)
    return { ...transcript, language_code: language_code ?? transcript.language_code }
  } catch (error) {
    if (error instanceof CaptionError) throw invalid(`${at}.text`, error.message)
    throw error
  }
}

function readSegments(given: NonNullable<TranscriptInput['speech_segments']>): StoredTranscript['speech_segments'] {
  const errors = checkTimes(given).map(
    ({ segment, field, message }): FieldError => ({ location: `${at}.speech_segments[${segment}].${field}`, message }),
  )
  if (errors.length > 0) throw invalidRequest(errors)
  if (given.every(({ text }) => text.trim() === '')) throw invalid(`${at}.speech_segments`, 'must have words')
  return given.map(({ speaker, text, start_time, end_time }) => ({
    speaker: speaker ?? '',
    text,
    start_time,
    end_time,
  }))
}

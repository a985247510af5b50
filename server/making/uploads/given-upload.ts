/** Reads and checks the fields of an upload request, without the database. *Pure.* */
import type { Static } from 'typebox'
import { CaptionError } from '../../meetings/recordings/transcript/captions.ts'
import { checkTimes } from '../../meetings/recordings/transcript/check-times.ts'
import { parseText } from '../../meetings/recordings/transcript/parse-text.ts'
import { type FieldError, invalid, invalidRequest } from '../../platform/errors.ts'
import { readLanguage } from '../../platform/http/read-language.ts'
import type { StoredConsent, StoredTranscript, UploadFacts } from '../../platform/postgres/column-types.ts'
import { parseDateFilter, utc } from '../../platform/time.ts'
import type { WrittenNotes } from '../engines/shared/engines.ts'
import { readNotes } from '../engines/shared/notes-markdown.ts'
import {
  type MediaAuth,
  maxSegments,
  type SubmitUpload,
  type TranscriptInput,
  type uploadFields,
} from './submit-schemas.ts'

type Fields = Pick<Static<typeof SubmitUpload>, keyof typeof uploadFields>

/**
 * The fields of an upload: its title, the things that it names, what is said of the recording, whether it may wait for a
 * transcription service, and what it is as an import.
 */
export type UploadFields = {
  title: string
  targets: Targets
  facts: GivenFacts
  mayWait: boolean
  imported?: Imported | null
}

/** `notes` are null without any: they are written here. */
export type Imported = { key: string; notes: WrittenNotes | null }

/** `within` is the path of the fields, for error locations: `body`. */
export type Targets = {
  within: string
  event_guid: string | null
  note_id: string | null
  channel_id: string | null
  template_id: string | null
}

/** Consent without `at` was given when the upload began. */
export type GivenFacts = Omit<UploadFacts, 'consent'> & { consent?: Omit<StoredConsent, 'at'> & { at?: string } }

/** The header that a recorder's service expects its key in. */
export type KeyHeader = { type: 'header'; name: string; value: string }

/** The address of media, and the credentials for it. */
export type MediaAddress = { url: string; auth: MediaAuth | KeyHeader | null }

/** An import of notes, of which no words are known. */
export type NotesOnly = { notesOnly: true }

/** @param within  the path of the fields: `body` */
export function splitFields(fields: Fields, within: string): UploadFields {
  const [event_guid, note_id] = [fields.event_guid ?? null, fields.note_id ?? null]
  if (event_guid !== null && note_id !== null) throw invalid(`${within}.note_id`, 'goes without event_guid')
  const [channel_id, template_id] = [fields.channel_id ?? null, fields.template_id ?? null]
  const targets = { within, event_guid, note_id, channel_id, template_id }
  const mayWait = fields.may_wait === true
  return { title: fields.title, targets, facts: readFacts(fields, within), mayWait, imported: readImport(fields) }
}

function readImport({ import: given }: Fields): Imported | null {
  if (!given) return null
  const markdown = given.notes?.trim() ?? ''
  if (markdown === '') return { key: given.key, notes: null }
  const sections = readNotes(markdown, []).map(({ title, content, items }) => ({
    title,
    ...(content !== undefined && { content }),
    ...(items && { items: items.map(({ text, timestamp }) => ({ text, timestamp })) }),
  }))
  const generatedBy = given.notes_by ?? importedNotes
  return { key: given.key, notes: { generatedBy, imported: true, markdown, sections, actionItems: [] } }
}

function readFacts(fields: Fields, within: string): GivenFacts {
  const { language_code, started_at, participants, consent, own_microphone } = fields
  return {
    ...(language_code != null && { language_code: readLanguage(language_code, `${within}.language_code`) }),
    ...(started_at != null && { started_at: readTime(started_at, `${within}.started_at`) }),
    ...(participants?.[0] && {
      participants: participants.map(({ name, email }) => ({ name: name ?? '', email: email ?? '' })),
    }),
    ...(consent && { consent: readConsent(consent, `${within}.consent`) }),
    ...(own_microphone && { own_microphone }),
  }
}

/** Milliseconds by which the clock of a client may be ahead. */
const clockSkewMs = 5 * 60_000
/** Milliseconds before a recording at which people can have been told of it. */
const toldBeforeMs = 3_600_000

/**
 * Checked where an upload begins, and not again when it is complete: a clock that is put back meanwhile loses nothing.
 * @throws {ApiError} 400: people were told later than now, or long before the recording (decision 58)
 */
export function requirePlausibleConsent({ facts, targets }: UploadFields, now: Date): void {
  const { consent, started_at } = facts
  if (!consent?.at) return
  const at = Date.parse(consent.at)
  const location = `${targets.within}.consent.at`
  if (at > now.getTime() + clockSkewMs) throw invalid(location, `must not be later than now, ${utc(now)}`)
  if (started_at && at < Date.parse(started_at) - toldBeforeMs)
    throw invalid(location, 'must be at most an hour before started_at')
}

export function withConsentTime({ consent, ...facts }: GivenFacts, began: Date): UploadFacts {
  return { ...facts, ...(consent && { consent: { ...consent, at: consent.at ?? utc(began) } }) }
}

const readConsent = ({ text, told, at }: NonNullable<Fields['consent']>, location: string) => ({
  text,
  told: told ?? [],
  ...(at != null && { at: readTime(at, `${location}.at`) }),
})

// Date filters clamp moments to the years 1 to 9999, so an earlier moment reads as the first day.
const firstStart = new Date('0001-01-02T00:00:00Z')
const lastStart = new Date('9998-01-01T00:00:00Z')

/** @throws {ApiError} 400 */
export function readTime(text: string, location: string): string {
  const moment = text.includes('T') ? parseDateFilter(text) : null
  // End times and due dates are computed from it, and their years must have four digits too.
  if (!moment || moment.from < firstStart || moment.from >= lastStart)
    throw invalid(location, 'must be a time that exists, as 2026-01-31T09:00:00Z or 2026-01-31T09:00:00+01:00')
  return utc(moment.from)
}

/** Who wrote the notes of an import, where nobody said it. */
const importedNotes = 'imported'

/**
 * @throws {ApiError} 400 for both or neither of url and transcript (neither is right for an import with notes), and for fields
 *   that do not fit together
 */
export function readContent(
  body: SubmitUpload,
): { address: MediaAddress } | { transcript: StoredTranscript } | NotesOnly {
  const { url, transcript, media_auth } = body
  const isNotesOnly = url == null && transcript == null && Boolean(body.import?.notes?.trim())
  if ((url == null) === (transcript == null) && !isNotesOnly)
    throw invalid('body', 'must have exactly one of url and transcript')
  if (isNotesOnly) return { notesOnly: true }
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

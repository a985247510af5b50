/** The translations of a recording's AI notes, and requests for more (decision 71). */
import type { Static } from 'typebox'
import { getRecording, peopleInAiNotes } from '../../meetings/recordings/library/list-recordings.ts'
import { withPeople } from '../../meetings/recordings/library/present-recording.ts'
import { type Caller, sharerOf } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../platform/errors.ts'
import { readWrittenLanguage } from '../../platform/http/read-language.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { utcOrNull } from '../../platform/time.ts'
import { staleBefore } from '../corrections/notes-requests.ts'
import { lockRecording } from '../writing/lock-recording.ts'
import { maxTranslations, type OneTranslation } from './schemas.ts'
import { textsOf, withTexts } from './texts-of-notes.ts'

/** The job that translates; its data are `TranslationIds`. */
export const translateNotesJob = 'translate-ai-notes'

export type Asking = Pick<Context, 'db' | 'clock' | 'jobs'> & { usesModel(): Promise<boolean> }

export type TranslationIds = { workspace_id: string; recording_id: string; language: string }

export const noModel = 'No language model is set up here, and nothing else translates'
export const tooMany = `AI notes have at most ${maxTranslations} translations`

type Translation = Static<typeof OneTranslation>['translation']

const onlyNotes = { ai_notes: true, media_url: false, consent: false, marks: false }

/** For those who see the notes. @throws {ApiError} 404 */
export async function readTranslations(db: Db, caller: Caller, recordingId: string): Promise<Translation[]> {
  const recording = await getRecording(db, caller, recordingId, onlyNotes)
  const people = await peopleInAiNotes(db, caller, [recording])
  const sections = recording.ai_notes ? withPeople(recording.ai_notes, people).sections : []
  const rows = await translationsOf(db, { workspace_id: caller.workspace.id, recording_id: recordingId }).execute()
  return rows.map(({ language, texts, written_at, requested_at: _, ...row }) => ({
    notes_language: language,
    ...row,
    written_at: utcOrNull(written_at),
    sections: texts && withTexts(sections, texts),
  }))
}

const translationsOf = (db: Db, { workspace_id, recording_id }: Omit<TranslationIds, 'language'>) =>
  db
    .selectFrom('notes_translations')
    .select(['language', 'status', 'failure_reason', 'generated_by', 'written_at', 'texts', 'requested_at'])
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .orderBy('language')

/**
 * Everybody who sees the notes may ask: who needs another language mostly did not attend.
 * @throws {ApiError} 404 for a recording that is not the caller's to see, or without notes; 400, 409, 422
 */
export async function requestTranslation(
  { db, clock, jobs, usesModel }: Asking,
  caller: Caller,
  recordingId: string,
  tag: string,
): Promise<Translation> {
  const language = readWritten(tag)
  const { ai_notes } = await getRecording(db, caller, recordingId, onlyNotes)
  if (!ai_notes || textsOf(ai_notes.sections).length === 0) throw notFound('AI notes')
  if (!(await usesModel())) throw new ApiError(422, noModel)
  const ids = { workspace_id: caller.workspace.id, recording_id: recordingId, language }
  await db.transaction().execute(async (tx) => {
    await lockRecording(tx, ids.workspace_id, recordingId)
    if (!(await insertRequest(tx, clock(), ids))) return
    await jobs.send(tx, translateNotesJob, ids, { sharer: sharerOf(ids.workspace_id, caller.user.id) })
  })
  const found = (await readTranslations(db, caller, recordingId)).find((each) => each.notes_language === language)
  if (!found) throw notFound('AI notes')
  return found
}

/** Without variants and extensions, which change no word. @throws {ApiError} 400 for what nobody writes, and `spoken` */
function readWritten(tag: string): string {
  const { language, script, region } = new Intl.Locale(readWrittenLanguage(tag, 'body.notes_language'))
  if (language === 'spoken') throw invalid('body.notes_language', 'must be a language tag such as en or pt-BR')
  return [language, script, region].filter(Boolean).join('-')
}

/** One that failed, or whose job is lost, may be replaced. @returns false if it is there already, or is being written */
async function insertRequest(tx: Tx, now: Date, ids: TranslationIds): Promise<boolean> {
  const rows = await translationsOf(tx, ids).execute()
  const known = rows.find(({ language }) => language === ids.language)
  const stale = staleBefore(now)
  const isOver = ({ status, requested_at }: (typeof rows)[number]) =>
    status === 'failed' || (status === 'writing' && requested_at < stale)
  if (known && !isOver(known)) return false
  if (!known && rows.length >= maxTranslations) {
    const [oldest] = rows.filter(isOver).sort((one, other) => Number(one.requested_at) - Number(other.requested_at))
    if (!oldest) throw new ApiError(409, tooMany)
    await tx
      .deleteFrom('notes_translations')
      .where('workspace_id', '=', ids.workspace_id)
      .where('recording_id', '=', ids.recording_id)
      .where('language', '=', oldest.language)
      .execute()
  }
  const fresh = { status: 'writing' as const, requested_at: now, failures: 0, failure_reason: null }
  await tx
    .insertInto('notes_translations')
    .values({ ...ids, ...fresh })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'recording_id', 'language']).doUpdateSet(fresh))
    .execute()
  return true
}

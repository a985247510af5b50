/** Transcribes stored media, with what is known of the meeting: for an upload, or again for a recording. */

import { readEventAgenda } from '../../meetings/notes/read-agenda.ts'
import { findParticipants } from '../../meetings/recordings/library/participants.ts'
import { durationOf, withLanguage } from '../../meetings/recordings/transcript/check-times.ts'
import type { Context } from '../../platform/context/context.ts'
import { ResourceLimitError } from '../../platform/errors.ts'
import type { RecapFacts } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Task } from '../../platform/threads.ts'
import { isReady, NoTranscriberError, type TranscribeOptions, type Transcriber } from '../engines/shared/engines.ts'
import { readGlossary } from '../glossary/glossary.ts'
import type { putTerms } from '../glossary/put-terms.ts'
import { likelyFirst, termsOfMeeting } from '../glossary/terms-of-meeting.ts'
import { readNoteTemplates } from '../note-templates/note-templates.ts'
import { nameByVoice } from '../voices/stored-voices.ts'
import { nameRecorder, type OwnRecording } from './name-recorder.ts'

export type RecordedMeeting = {
  workspace_id: string
  recording_id: string
  title: string
  event_guid: string | null
  facts: Pick<RecapFacts, 'participants'>
  media_file: string | null
  media_type: string | null
  media_name: string | null
}

/** `transcript` and `words` are JSON, to be stored. */
export type HeardMeeting = { transcript: string; words: string | null; duration_seconds: number | null }

/** What a person said of the words: their language, how many people speak, and a model of this machine. */
type SpokenHints = { language_code?: string | null; speakers?: number | null; model?: string | null }

const putTermsTask: Task<typeof putTerms> = {
  module: new URL('../glossary/put-terms.ts', import.meta.url),
  name: 'putTerms',
  seconds: 120,
}

/** @param recorder  the upload, whose maker may be the only one who speaks, or have a channel */
export async function transcribeMedia(
  deps: Pick<Context, 'db' | 'secretKey' | 'store' | 'threads'> & { transcriber: Transcriber | null },
  meeting: RecordedMeeting,
  { language_code: languageCode = null, speakers = null, model = null }: SpokenHints,
  signal: AbortSignal,
  options: TranscribeOptions,
  recorder?: OwnRecording,
): Promise<HeardMeeting> {
  const { db, store } = deps
  const transcriber = await readyTranscriber(deps)
  const { workspace_id, event_guid, media_type, media_name } = meeting
  const people = await findParticipants(db, meeting)
  const names = people.map(({ name }) => name).filter((name) => name !== '')
  const texts = {
    title: meeting.title,
    series: event_guid ? await readSeriesTitle(db, workspace_id, event_guid) : '',
    agenda: event_guid ? await readEventAgenda(db, workspace_id, event_guid) : '',
  }
  const { terms } = await readGlossary(db, workspace_id)
  const glossary = likelyFirst([...terms, ...(await readNoteTemplates(db, workspace_id)).glossary], texts)
  await using media = await store.localFile(meeting.media_file!, signal)
  const heard = await transcriber.transcribe(
    { path: media.path, bytes: media.bytes, contentType: media_type, fileName: media_name! },
    {
      languageCode,
      ...texts,
      speakers: names,
      glossary: glossary.map(({ term }) => term),
      likely: glossary.filter(({ isLikely }) => isLikely).length,
      speakerCount: speakers,
      model,
    },
    signal,
    options,
  )
  const { voices, channels, durationSeconds } = heard
  const known = withLanguage(heard.transcript, languageCode)
  const { transcript, words } = await withTerms(
    deps,
    { transcript: known, words: heard.words ?? null },
    termsOfMeeting(glossary, names, texts),
    { signal, sharer: options.sharer },
  )
  const named = await nameByVoice(deps, meeting, transcript, voices ?? [])
  const whole = recorder ? await nameRecorder(db, recorder, named, channels) : named
  return {
    transcript: JSON.stringify(whole),
    words: words ? JSON.stringify(words) : null,
    duration_seconds: durationSeconds ?? durationOf(whole),
  }
}

/** What takes too long stays as it was heard: no words are lost for a spelling. */
async function withTerms(
  { threads }: Pick<Context, 'threads'>,
  heard: Parameters<typeof putTerms>[0],
  terms: Parameters<typeof putTerms>[1],
  share: { signal: AbortSignal; sharer?: string | undefined },
): Promise<ReturnType<typeof putTerms>> {
  if (terms.length === 0) return heard
  try {
    return await threads.run(putTermsTask, [heard, terms], { ...share, isPatient: true })
  } catch (error) {
    if (error instanceof ResourceLimitError) return heard
    throw error
  }
}

/** '' without a series. */
async function readSeriesTitle(db: Db, workspaceId: string, guid: string): Promise<string> {
  const row = await db
    .selectFrom('events as event')
    .innerJoin('series', (join) =>
      join.onRef('series.workspace_id', '=', 'event.workspace_id').onRef('series.id', '=', 'event.series_id'),
    )
    .select('series.title')
    .where('event.workspace_id', '=', workspaceId)
    .where('event.guid', '=', guid)
    .executeTakeFirst()
  return row?.title ?? ''
}

export async function readyTranscriber({ transcriber }: { transcriber: Transcriber | null }): Promise<Transcriber> {
  if (!(await isReady(transcriber))) throw new NoTranscriberError()
  return transcriber!
}

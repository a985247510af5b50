/** Transcribes stored media, with what is known of the meeting: for an upload, or again for a recording. */

import { readEventAgenda } from '../../meetings/notes/read-agenda.ts'
import { findParticipants } from '../../meetings/recordings/library/participants.ts'
import { durationOf, withLanguage } from '../../meetings/recordings/transcript/check-times.ts'
import type { Context } from '../../platform/context/context.ts'
import type { RecapFacts } from '../../platform/postgres/column-types.ts'
import { isReady, NoTranscriberError, type TranscribeOptions, type Transcriber } from '../engines/shared/engines.ts'
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

/** @param recorder  the upload, whose maker may be the only one who speaks, or have a channel */
export async function transcribeMedia(
  deps: Pick<Context, 'db' | 'secretKey' | 'store'> & { transcriber: Transcriber | null },
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
  const { glossary } = await readNoteTemplates(db, workspace_id)
  await using media = await store.localFile(meeting.media_file!, signal)
  const { transcript, words, voices, channels, durationSeconds } = await transcriber.transcribe(
    { path: media.path, bytes: media.bytes, contentType: media_type, fileName: media_name! },
    {
      languageCode,
      title: meeting.title,
      speakers: people.map(({ name }) => name).filter((name) => name !== ''),
      agenda: event_guid ? await readEventAgenda(db, workspace_id, event_guid) : '',
      glossary: glossary.map(({ term }) => term),
      speakerCount: speakers,
      model,
    },
    signal,
    options,
  )
  const named = await nameByVoice(deps, meeting, transcript, voices ?? [])
  const known = withLanguage(recorder ? await nameRecorder(db, recorder, named, channels) : named, languageCode)
  return {
    transcript: JSON.stringify(known),
    words: words ? JSON.stringify(words) : null,
    duration_seconds: durationSeconds ?? durationOf(known),
  }
}

export async function readyTranscriber({ transcriber }: { transcriber: Transcriber | null }): Promise<Transcriber> {
  if (!(await isReady(transcriber))) throw new NoTranscriberError()
  return transcriber!
}

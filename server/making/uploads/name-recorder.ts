/** Names who recorded alone with one microphone: nobody else can be the one who speaks. */
import { findParticipants } from '../../meetings/recordings/library/participants.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { StoredTranscript, UploadFacts } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isUnnamed } from '../voices/recognise-speakers.ts'

export type OwnRecording = { workspace_id: string; event_guid: string | null; facts: UploadFacts; submitted_by: string }

/** Only if nobody else was invited, named or told of it, and one voice is heard, to which nothing gave a name. */
export async function nameRecorder(
  db: Db,
  recording: OwnRecording,
  transcript: StoredTranscript,
): Promise<StoredTranscript> {
  const { workspace_id: workspaceId, submitted_by: userId, facts } = recording
  const [speaker, ...others] = new Set(transcript.speech_segments.map((segment) => segment.speaker))
  const isOneUnnamed = speaker !== undefined && others.length === 0 && (speaker === '' || isUnnamed(speaker))
  if (!facts.own_microphone || !isOneUnnamed || (facts.consent?.told.length ?? 0) > 0) return transcript
  const people = await findParticipants(db, recording)
  const known = await findPeople(
    db,
    workspaceId,
    people.map(({ email }) => email),
  )
  if (people.some(({ email }) => known.get(email)?.id !== userId)) return transcript
  const recorder = db.selectFrom('users').select('full_name').where('workspace_id', '=', workspaceId)
  const { full_name } = await recorder.where('id', '=', userId).executeTakeFirstOrThrow()
  return {
    ...transcript,
    speech_segments: transcript.speech_segments.map((segment) => ({ ...segment, speaker: full_name })),
  }
}

/** Names who recorded: nobody else can be the one who speaks, or it is their microphone. Marked, as it may be wrong. */
import { findParticipants } from '../../meetings/recordings/library/participants.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { StoredTranscript, UploadFacts } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Transcription } from '../engines/shared/engines.ts'
import { isUnnamed } from '../engines/transcribe/join-parts.ts'

export type OwnRecording = { workspace_id: string; event_guid: string | null; facts: UploadFacts; submitted_by: string }

/** @param channels  of the speakers, as the transcriber called them */
export async function nameRecorder(
  db: Db,
  recording: OwnRecording,
  transcript: StoredTranscript,
  channels: Transcription['channels'],
): Promise<StoredTranscript> {
  const { workspace_id: workspaceId, submitted_by: userId, facts } = recording
  const { speech_segments, recognised = [] } = transcript
  const speaker =
    facts.own_microphone === 'first_channel' ? mostHeard(transcript, channels, 0) : onlySpeaker(transcript)
  if (!facts.own_microphone || speaker === null || !(speaker === '' || isUnnamed(speaker))) return transcript
  if (facts.own_microphone === true && !(await isAlone(db, recording))) return transcript
  const recorder = db.selectFrom('users').select('full_name').where('workspace_id', '=', workspaceId)
  const { full_name } = await recorder.where('id', '=', userId).executeTakeFirstOrThrow()
  if (speech_segments.some((segment) => segment.speaker === full_name)) return transcript
  return {
    ...transcript,
    speech_segments: speech_segments.map((segment) =>
      segment.speaker === speaker ? { ...segment, speaker: full_name } : segment,
    ),
    recognised: [...recognised, { speaker: full_name, before: speaker, by: 'microphone' }],
  }
}

function onlySpeaker({ speech_segments }: StoredTranscript): string | null {
  const [speaker, ...others] = new Set(speech_segments.map((segment) => segment.speaker))
  return others.length === 0 ? (speaker ?? null) : null
}

/** Who speaks most of those who are heard in a channel; two people at one microphone are two. */
function mostHeard(
  { speech_segments, recognised = [] }: StoredTranscript,
  channels: Transcription['channels'],
  channel: number,
): string | null {
  const before = new Map(recognised.map((each) => [each.speaker, each.before]))
  const seconds = new Map<string, number>()
  for (const { speaker, start_time, end_time } of speech_segments)
    if (channels?.get(before.get(speaker) ?? speaker) === channel)
      seconds.set(speaker, (seconds.get(speaker) ?? 0) + end_time - start_time)
  const [most] = [...seconds].sort(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}

/** Nobody else was invited, named or told of it. */
async function isAlone(db: Db, recording: OwnRecording): Promise<boolean> {
  const { workspace_id: workspaceId, submitted_by: userId, facts } = recording
  if ((facts.consent?.told.length ?? 0) > 0) return false
  const people = await findParticipants(db, recording)
  const known = await findPeople(
    db,
    workspaceId,
    people.map(({ email }) => email),
  )
  return people.every(({ email }) => known.get(email)?.id === userId)
}

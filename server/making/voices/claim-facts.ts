/** Reads what is known of the speakers of a recording, to judge a claim (decision 62). */
import { sql } from 'kysely'
import { maxChanges } from '../../meetings/recordings/library/history-limits.ts'
import { findParticipants, type PeopleSource } from '../../meetings/recordings/library/participants.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { Participant, StoredTranscript } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import type { Change, ClaimFacts, KnownPerson } from './judge-claim.ts'

export type ClaimedSpeaker = { recordingId: string; speaker: string; claimantId: string; transcript: StoredTranscript }

export async function readClaimFacts(
  db: Db,
  meeting: PeopleSource,
  { recordingId, speaker, claimantId, transcript }: ClaimedSpeaker,
): Promise<ClaimFacts> {
  const { workspace_id: workspaceId } = meeting
  const accounts = await readAccounts(db, workspaceId)
  return {
    speaker,
    claimantId,
    speakers: [...new Set(transcript.speech_segments.map((segment) => segment.speaker))],
    recognised: new Set(transcript.recognised?.map((each) => each.speaker)),
    assumed: new Set(transcript.recognised?.filter(({ by }) => by).map((each) => each.speaker)),
    changes: await readChanges(db, workspaceId, recordingId),
    present: await readPresent(db, meeting, recordingId, accounts),
    accounts,
    claimed: await readClaimed(db, workspaceId, recordingId, transcript),
  }
}

/** Those that are not active cannot answer. */
async function readAccounts(db: Db, workspaceId: string): Promise<(KnownPerson & { account: string })[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name as name', 'email', 'active'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return rows.map(({ id, name, email, active }) => ({ id: active ? id : null, account: id, name, email }))
}

/** Each once: an account with its own name, also if it was invited by another address. */
async function readPresent(
  db: Db,
  meeting: PeopleSource,
  recordingId: string,
  accounts: (KnownPerson & { account: string })[],
): Promise<KnownPerson[]> {
  const { workspace_id: workspaceId } = meeting
  const named = (await findParticipants(db, meeting)).filter(({ name, email }) => name !== '' || email !== '')
  const emails = named.map(({ email }) => email).filter((email) => email !== '')
  const known = await findPeople(db, workspaceId, emails)
  const { rows } = await sql<{ id: string | null }>`
    select started_by as id from recordings where workspace_id = ${workspaceId} and id = ${recordingId}
    union select submitted_by from uploads where workspace_id = ${workspaceId} and recording_id = ${recordingId}
    union select note.created_by from recordings recording
      join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
      where recording.workspace_id = ${workspaceId} and recording.id = ${recordingId} and note.event_guid is null`.execute(
    db,
  )
  const ids = new Set([...rows.map(({ id }) => id), ...named.map(({ email }) => known.get(email)?.id)])
  const members = accounts.filter(({ account }) => ids.has(account))
  const keyOf = ({ name, email }: Participant) => foldCase(email || name)
  const listed = new Set(members.map(({ name }) => foldCase(name)))
  const guests = named.filter((person) => !known.has(person.email) && !listed.has(keyOf(person)))
  return [...members, ...new Map(guests.map((person) => [keyOf(person), { ...person, id: null }])).values()]
}

/** @returns null if the history is full, or left a segment out: then nobody knows who was called what */
async function readChanges(db: Db, workspaceId: string, recordingId: string): Promise<Change[] | null> {
  const rows = await db
    .selectFrom('recording_changes')
    .select('change')
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', recordingId)
    .execute()
  if (rows.length >= maxChanges || rows.some(({ change }) => change.segments_left_out)) return null
  return rows.flatMap(({ change: { speakers = [], segments = [] } }) => [
    ...speakers,
    ...segments.flatMap(({ speaker }) => speaker ?? []),
  ])
}

/** Claims that somebody denied count as well: they say whom the claimant takes for themself. */
async function readClaimed(db: Db, workspaceId: string, recordingId: string, { speech_segments }: StoredTranscript) {
  const rows = await db
    .selectFrom('voice_claims')
    .select(['user_id', 'spans'])
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', recordingId)
    .execute()
  return new Map(rows.map(({ user_id, spans }) => [user_id, speakerAt(speech_segments, spans)] as const))
}

/** Who is named now where the claimed sound begins. */
function speakerAt(segments: StoredTranscript['speech_segments'], [first]: [start: number, end: number][]) {
  const [start, end] = first!
  const middle = (start + end) / 2
  return segments.find((segment) => segment.start_time <= middle && middle < segment.end_time)?.speaker ?? null
}

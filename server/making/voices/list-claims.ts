/** Claims of voices that wait: one's own, and those of others that one was told of (decision 62). */
import { sql } from 'kysely'
import type { Caller, Person } from '../../people/caller/caller.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import type { Db } from '../../platform/postgres/db.ts'

/** `start_time` is where the speaker is heard first, in seconds; `speaker` as they are called there now. */
type ClaimedSound = { id: string; recording_id: string; title: string; speaker: string | null; start_time: number }

/** `waits_for` are those whose word is missing; `denied` if somebody said no. */
export type OwnClaim = ClaimedSound & { waits_for: Person[]; needs_word: boolean; denied: boolean }

/** `needed`: the claim waits for this word. */
export type AskedClaim = ClaimedSound & { person: Person; needed: boolean }

/** More are seldom open. */
const maxListed = 50

const sound = sql`claim.id, claim.recording_id, recordings.title, (claim.spans -> 0 ->> 0)::float as start_time,
  (select segment ->> 'speaker' from json_array_elements(recordings.transcript -> 'speech_segments') segment
    where (segment ->> 'start_time')::float <= middle.at and middle.at < (segment ->> 'end_time')::float
    limit 1) as speaker`

const tables = sql`voice_claims claim
  join recordings on recordings.workspace_id = claim.workspace_id and recordings.id = claim.recording_id
  cross join lateral (
    select ((claim.spans -> 0 ->> 0)::float + (claim.spans -> 0 ->> 1)::float) / 2 as at) middle`

/** Those that wait, newest first. */
export async function listOwnClaims(db: Db, caller: Caller): Promise<OwnClaim[]> {
  const workspaceId = caller.workspace.id
  const { rows } = await sql<OwnClaim>`
    select ${sound}, claim.needs_word and not said.vouched as needs_word, said.denied, said.waits_for
    from ${tables}
    cross join lateral (
      select coalesce(bool_or(word.says), false) as vouched, coalesce(bool_or(not word.says), false) as denied,
        coalesce(json_agg(json_build_object('id', person.id, 'email', person.email, 'full_name', person.full_name)
          order by person.full_name, person.id) filter (where word.needed and word.says is null), '[]') as waits_for
      from voice_words word
      join users person on person.workspace_id = word.workspace_id and person.id = word.user_id
      where word.workspace_id = ${workspaceId} and word.claim_id = claim.id) said
    where claim.workspace_id = ${workspaceId} and claim.user_id = ${caller.user.id} and claim.given_at is null
      and ${recordingVisible(caller)}
    order by claim.created_at desc, claim.id desc limit ${sql.lit(maxListed)}`.execute(db)
  return rows
}

/** Those of which the person said nothing yet, newest first; only of recordings that they see. */
export async function listAskedClaims(db: Db, caller: Caller): Promise<AskedClaim[]> {
  const { rows } = await sql<AskedClaim>`
    select ${sound}, word.needed,
      json_build_object('id', person.id, 'email', person.email, 'full_name', person.full_name) as person
    from ${tables}
    join voice_words word on word.workspace_id = claim.workspace_id and word.claim_id = claim.id
    join users person on person.workspace_id = claim.workspace_id and person.id = claim.user_id
    where claim.workspace_id = ${caller.workspace.id} and word.workspace_id = ${caller.workspace.id}
      and word.user_id = ${caller.user.id} and word.says is null and person.active and ${recordingVisible(caller)}
    order by claim.created_at desc, claim.id desc limit ${sql.lit(maxListed)}`.execute(db)
  return rows
}

/** The voices of a workspace, sealed (decision 62). */
import { sql } from 'kysely'
import type { PeopleSource } from '../../meetings/recordings/library/participants.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { Context } from '../../platform/context/context.ts'
import type { StoredTranscript } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { open, type SecretKey, seal } from '../../platform/secrets.ts'
import type { SpeakerVoice } from '../engines/shared/engines.ts'
import { type KnownVoice, recognise } from './recognise-speakers.ts'
import { readVector, vectorText } from './vectors.ts'

/** The owner to which a sealed vector is bound. */
export const voiceOwner = (workspaceId: string, userId: string) => `${workspaceId}/${userId}`

export const sealVoice = (key: SecretKey, vector: number[], workspaceId: string, userId: string) =>
  seal(key, vectorText(vector), voiceOwner(workspaceId, userId))

export const openVoice = (key: SecretKey, sealed: Buffer, workspaceId: string, userId: string) =>
  readVector(open(key, sealed, voiceOwner(workspaceId, userId)))

/** Whether people may give their voices. */
export async function keepsVoices(db: Db, workspaceId: string): Promise<boolean> {
  const workspace = await db.selectFrom('workspaces').select('voices').where('id', '=', workspaceId).executeTakeFirst()
  return workspace?.voices ?? false
}

/** Deletes the voices of everybody, and all that was said of them, when a workspace stops keeping them. */
export async function forgetVoices(tx: Tx, workspaceId: string): Promise<void> {
  for (const table of ['voices', 'voice_contests', 'voice_claims'] as const)
    await tx.deleteFrom(table).where('workspace_id', '=', workspaceId).execute()
}

export async function isContested(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const contests = db.selectFrom('voice_contests').select('at').where('workspace_id', '=', workspaceId)
  return (await contests.where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/** The voice recognises nobody until a recording confirms the person. */
export async function contest(tx: Tx, workspaceId: string, userId: string, at: Date): Promise<void> {
  const row = { workspace_id: workspaceId, user_id: userId, at }
  await tx
    .insertInto('voice_contests')
    .values(row)
    .onConflict((same) => same.doNothing())
    .execute()
}

export async function endContest(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  await tx.deleteFrom('voice_contests').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
}

/** Names the speakers of a new transcript by the voices that the workspace keeps: first those who were invited. */
export async function nameByVoice(
  { db, secretKey }: Pick<Context, 'db' | 'secretKey'>,
  meeting: PeopleSource,
  transcript: StoredTranscript,
  heard: SpeakerVoice[],
): Promise<StoredTranscript> {
  if (heard.length === 0) return transcript
  const known = await readKnownVoices(db, secretKey, meeting, heard[0]!.model)
  return recognise(transcript, heard, known)
}

async function readKnownVoices(
  db: Db,
  key: SecretKey,
  { workspace_id: workspaceId, event_guid, facts }: PeopleSource,
  model: string,
): Promise<KnownVoice[]> {
  const emails = (facts.participants ?? []).map(({ email }) => email).filter((email) => email !== '')
  const named = [...(await findPeople(db, workspaceId, emails)).values()].map(({ id }) => id)
  const rows = await db
    .selectFrom('voices as voice')
    .innerJoin('users as person', (join) =>
      join.onRef('person.workspace_id', '=', 'voice.workspace_id').onRef('person.id', '=', 'voice.user_id'),
    )
    .innerJoin('workspaces as workspace', 'workspace.id', 'voice.workspace_id')
    .select(['person.id', 'person.full_name as name', 'voice.vector'])
    .select(
      sql<boolean>`person.id = any(${named}) or exists (select from event_people invited
        where invited.workspace_id = ${workspaceId} and invited.event_guid = ${event_guid}
          and invited.user_id = person.id)`.as('isInvited'),
    )
    .where('voice.workspace_id', '=', workspaceId)
    .where('workspace.voices', '=', true)
    .where('person.active', '=', true)
    .where('voice.model', '=', model)
    .where('voice.vector', 'is not', null)
    .where(
      sql<boolean>`not exists (select from voice_contests contest
        where contest.workspace_id = ${workspaceId} and contest.user_id = person.id)`,
    )
    .orderBy('person.id')
    .execute()
  return rows.map(({ id, name, isInvited, vector }) => {
    return { name, isInvited, vector: openVoice(key, vector!, workspaceId, id) }
  })
}

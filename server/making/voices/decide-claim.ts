/** Decides whether a claim becomes the voice of the claimant (decision 62). */
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { SpeakerVoice } from '../engines/shared/engines.ts'
import { thresholds } from './recognise-speakers.ts'
import { contest, endContest, isContested, keepsVoices, openVoice, sealVoice } from './stored-voices.ts'
import { likeness, meanWith } from './vectors.ts'

export type ClaimKey = { workspaceId: string; claimId: string; claimantId: string }
type Deps = Pick<Context, 'clock' | 'secretKey'>
type Voice = { userId: string; recordings: number; confirmed: boolean; vector: number[] }

/** More would hardly change the mean, and a voice changes over the years. */
const maxRecordings = 10

/** Below it two vectors are not of one person. */
const leastOfOnePerson = 0.4

/** Voices are compared, so two people may not give one at the same moment; and they may be switched off meanwhile. */
export async function lockVoices(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  if (!(await keepsVoices(tx, workspaceId))) throw new ApiError(409, 'This workspace keeps no voices')
}

/**
 * Somebody else's voice that is alike, and that nobody confirmed, is contested already by the claim: one of the two is not
 * theirs. It is deleted when this claim is confirmed first. Of two that are confirmed neither counts.
 * @returns whether the voice was given; otherwise the claim waits
 * @throws {ApiError} 409 if the voice is unlike the claimant's own
 */
export async function decideClaim(tx: Tx, deps: Deps, key: ClaimKey, heard: SpeakerVoice): Promise<boolean> {
  const { workspaceId, claimantId } = key
  const voices = await readVoices(tx, deps, workspaceId, heard.model)
  const isDoubted = await isContested(tx, workspaceId, claimantId)
  // What was given while it was contested may be of somebody else, so it is no part of the mean.
  const own = isDoubted ? undefined : voices.find(({ userId }) => userId === claimantId)
  if (own && likeness(own.vector, heard.vector) < leastOfOnePerson) {
    throw new ApiError(409, 'This voice is not like the one that you gave before; delete that one first')
  }
  const rivals = voices.filter(
    ({ userId, vector }) => userId !== claimantId && likeness(vector, heard.vector) >= thresholds.others,
  )
  const unconfirmed = rivals.filter(({ confirmed }) => !confirmed)
  await doubt(tx, deps, workspaceId, unconfirmed)
  await leaveOut(tx, key, unconfirmed)
  const words = await readWords(tx, key)
  if (!words || words.isRefused || !words.isComplete) return false
  // Other sound, a little alike each time, could turn a confirmed voice into that of somebody else.
  const drifts = own?.confirmed && likeness(own.vector, heard.vector) < thresholds.invited
  const needsWord = words.needsWord || isDoubted || drifts || rivals.length > 0
  if (needsWord && !words.isVouched) return await requireWord(tx, key)
  if (unconfirmed.length < rivals.length) {
    await doubt(tx, deps, workspaceId, rivals)
    return await requireWord(tx, key)
  }
  for (const { userId } of rivals) await deleteVoice(tx, workspaceId, userId)
  const sum = own && words.isGiven ? own : addTo(own, heard.vector)
  const confirmed = words.isVouched || (own?.confirmed ?? false)
  await storeVoice(tx, deps, key, { model: heard.model, vector: sum.vector, recordings: sum.recordings, confirmed })
  return true
}

async function doubt(tx: Tx, { clock }: Deps, workspaceId: string, voices: Voice[]): Promise<void> {
  for (const { userId } of voices) await contest(tx, workspaceId, userId, clock())
}

async function readVoices(tx: Tx, { secretKey }: Deps, workspaceId: string, model: string): Promise<Voice[]> {
  const rows = await tx
    .selectFrom('voices')
    .select(['user_id', 'recordings', 'confirmed', 'vector'])
    .where('workspace_id', '=', workspaceId)
    .where('model', '=', model)
    .where('vector', 'is not', null)
    .execute()
  return rows.map(({ user_id: userId, recordings, confirmed, vector }) => {
    return { userId, recordings, confirmed, vector: openVoice(secretKey, vector!, workspaceId, userId) }
  })
}

function addTo(own: Voice | undefined, vector: number[]): Pick<Voice, 'vector' | 'recordings'> {
  if (!own) return { vector, recordings: 1 }
  const weight = Math.min(own.recordings, maxRecordings - 1)
  return { vector: meanWith(own.vector, weight, vector), recordings: weight + 1 }
}

/** Who may have the claimant's voice without a right to it says neither yes nor no. */
async function leaveOut(tx: Tx, key: ClaimKey, rivals: Voice[]): Promise<void> {
  await sql`
    delete from voice_words where workspace_id = ${key.workspaceId} and claim_id = ${key.claimId}
      and user_id = any(${rivals.map(({ userId }) => userId)})`.execute(tx)
}

/** What was said of a claim; undefined if it was withdrawn meanwhile. */
export async function readWords(tx: Tx, { workspaceId, claimId }: Pick<ClaimKey, 'workspaceId' | 'claimId'>) {
  const { rows } = await sql<{
    [answer in 'isGiven' | 'isRefused' | 'isComplete' | 'isVouched' | 'needsWord']: boolean
  }>`
    select claim.given_at is not null as "isGiven", claim.needs_word as "needsWord",
      coalesce(bool_or(not word.says), false) as "isRefused", coalesce(bool_or(word.says), false) as "isVouched",
      coalesce(bool_and(word.says is not null or not word.needed), true) as "isComplete"
    from voice_claims claim
    left join voice_words word on word.workspace_id = ${workspaceId} and word.claim_id = claim.id
    where claim.workspace_id = ${workspaceId} and claim.id = ${claimId}
    group by claim.given_at, claim.needs_word`.execute(tx)
  return rows[0]
}

/** The claim waits. */
async function requireWord(tx: Tx, key: ClaimKey): Promise<false> {
  await sql`
    update voice_claims set needs_word = true
    where workspace_id = ${key.workspaceId} and id = ${key.claimId}`.execute(tx)
  return false
}

async function deleteVoice(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  await tx.deleteFrom('voices').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
}

type Given = { model: string; vector: number[]; recordings: number; confirmed: boolean }

/** A voice of another model is replaced. */
async function storeVoice(
  tx: Tx,
  { clock, secretKey }: Deps,
  { workspaceId, claimId, claimantId }: ClaimKey,
  given: Given,
) {
  const now = clock()
  const vector = sealVoice(secretKey, given.vector, workspaceId, claimantId)
  const changed = { ...given, vector, updated_at: now }
  await tx
    .insertInto('voices')
    .values({ workspace_id: workspaceId, user_id: claimantId, created_at: now, ...changed })
    .onConflict((row) => row.columns(['workspace_id', 'user_id']).doUpdateSet(changed))
    .execute()
  await sql`
    update voice_claims set given_at = ${now} where workspace_id = ${workspaceId} and id = ${claimId}`.execute(tx)
  if (given.confirmed) await endContest(tx, workspaceId, claimantId)
}

/** Publishes and shares a new recording as rules say, once (decision 64): what a person takes back stays so. */
import { sql } from 'kysely'
import { announceAiNotes } from '../../meetings/recordings/recap-events/announce-ai-notes.ts'
import { tellOfShare } from '../../meetings/recordings/recap-mail/tell-of-share.ts'
import type { Acting } from '../../people/caller/caller.ts'
import { changeSight } from '../../people/caller/change-sight.ts'
import { notAttending } from '../../people/sight/sharing/attend.ts'
import { publishIn } from '../../people/sight/sharing/publish.ts'
import { shareIn } from '../../people/sight/sharing/share.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { isBeingWritten, makeNextJob, type NextOrder } from './make-next-by-rule.ts'
import { type By, lostChannels, type Plan } from './plan-meeting.ts'
import { readPerson } from './read-person.ts'
import { readPlan } from './read-plan.ts'
import { auditActed, tellProblem } from './tell-rule.ts'

export const actByRulesJob = 'act-by-rules'

/** As jobs of recordings name it. */
export type NewRecording = { workspace_id: string; recording_id: string }

type Deps = Pick<Context, 'db' | 'clock' | 'origin'>
type Work = {
  tx: Tx
  now: Date
  publicUrl: string
  workspaceId: string
  recordingId: string
  /** Of each rule that did something: the first thing that it could not do, or null. */
  problems: Map<string, string | null>
}

/** All of it is one transaction with the mark that it was done, so that a job that runs twice does it once. */
export async function actOnRecording(
  { db, clock, origin, jobs }: Deps & Pick<Context, 'jobs'>,
  { workspace_id: workspaceId, recording_id: recordingId }: NewRecording,
): Promise<void> {
  await changeSight(db, workspaceId, async (tx) => {
    const now = clock()
    const noteId = await takeUp(tx, { workspaceId, recordingId }, now)
    const planning = noteId === undefined ? null : await readPlan(tx, workspaceId, noteId)
    if (!planning) return
    const { plan } = planning
    const isFirst = plan.next && (await isFirstOf(tx, { workspaceId, recordingId, noteId: noteId! }))
    const next = { workspaceId, recordingId, noteId: noteId! } satisfies NextOrder
    if (isFirst && plan.next?.wish !== 'never') await jobs.send(tx, makeNextJob, next)
    const work = { tx, now, publicUrl: origin.address(), workspaceId, recordingId, problems: new Map() }
    await act(work, plan)
    const error = notAttending({ kind: 'recording', id: recordingId })
    for (const { userId, channelIds } of lostChannels(planning))
      for (const channelId of channelIds) await tellRefused(work, { ruleId: null, userId }, channelId, error)
  })
}

/** What a person deletes does not come again with another recording of the same meeting. */
async function isFirstOf(tx: Tx, { workspaceId, recordingId, noteId }: NextOrder): Promise<boolean> {
  const other = await tx
    .selectFrom('recordings')
    .innerJoin('uploads', (join) =>
      join
        .onRef('uploads.workspace_id', '=', 'recordings.workspace_id')
        .onRef('uploads.recording_id', '=', 'recordings.id'),
    )
    .select('recordings.id')
    .where('recordings.workspace_id', '=', workspaceId)
    .where('recordings.note_id', '=', noteId)
    .where('recordings.id', '<>', recordingId)
    .where('uploads.rules_acted_at', 'is not', null)
    .executeTakeFirst()
  return other === undefined
}

/** @returns the note of the recording; undefined if it is gone, or was taken up before */
async function takeUp(
  tx: Tx,
  { workspaceId, recordingId }: Pick<Work, 'workspaceId' | 'recordingId'>,
  now: Date,
): Promise<string | undefined> {
  // Locked as by who stores the first notes, and in their order: these come before what is published here, or announce it.
  await sql`select from notes where workspace_id = ${workspaceId} and id = (
    select note_id from recordings where workspace_id = ${workspaceId} and id = ${recordingId}) for share`.execute(tx)
  const recording = await tx
    .selectFrom('recordings')
    .select('note_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', recordingId)
    .forShare()
    .executeTakeFirst()
  if (!recording) return undefined
  const taken = await tx
    .updateTable('uploads')
    .set({ rules_acted_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', recordingId)
    .where('rules_acted_at', 'is', null)
    .returning('recording_id')
    .executeTakeFirst()
  return taken && recording.note_id
}

async function act(work: Work, { publish, share }: Plan): Promise<void> {
  for (const { channelIds, ...by } of publish)
    for (const channelId of channelIds)
      await tryTo(
        work,
        by,
        (caller) => publishFor(work, caller, by, channelId),
        (error) => (by.ruleId === null ? tellRefused(work, by, channelId, error) : undefined),
      )
  // The workspace's rule may name the person as whom it acts, who has it already.
  for (const { people, ...by } of share)
    for (const { user, can_edit: canEdit } of people)
      if (user !== by.userId) await tryTo(work, by, (caller) => shareFor(work, caller, by, { user, canEdit }))
  for (const [ruleId, problem] of work.problems) await tellProblem(work.tx, work.workspaceId, { ruleId }, problem)
}

/** Rights are checked before anything is written, so a refusal leaves the transaction as it was. */
async function tryTo(
  { tx, workspaceId, problems }: Work,
  by: By,
  task: (caller: Acting) => Promise<void>,
  onRefused: (error: ApiError) => Promise<void> | undefined = () => undefined,
): Promise<void> {
  try {
    await task(await readPerson(tx, workspaceId, by.userId))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (by.ruleId !== null) problems.set(by.ruleId, problems.get(by.ruleId) ?? error.message)
    await onRefused(error)
  }
}

/** What a person added for one meeting has no rule that could have a problem: the audit log says it. */
const tellRefused = (
  { tx, now, workspaceId, recordingId }: Work,
  by: By,
  channelId: string,
  { message }: ApiError,
): Promise<void> =>
  auditActed(tx, now, workspaceId, by, {
    ...{ did: 'nothing', refused: message, recording_id: recordingId, channel_id: channelId },
  })

async function publishFor(work: Work, caller: Acting, by: By, channelId: string): Promise<void> {
  const { tx, now, publicUrl, workspaceId, recordingId } = work
  const thing = { kind: 'recording' as const, id: recordingId }
  const awaitsNotes = await isBeingWritten(tx, work)
  let isNew = false
  await publishIn(tx, caller, { thing, channelId, ruleId: by.ruleId, awaitsNotes }, async () => {
    isNew = true
    if (!awaitsNotes) await announceAiNotes(tx, { now, publicUrl }, workspaceId, [{ ...thing, channelId }])
  })
  const did = { did: 'publish', recording_id: recordingId, channel_id: channelId }
  if (isNew) await tellDone(work, by, did)
}

async function shareFor(work: Work, caller: Acting, by: By, wanted: { user: string; canEdit: boolean }): Promise<void> {
  const { tx, now, publicUrl, recordingId } = work
  const thing = { kind: 'recording' as const, id: recordingId }
  let isNew = false
  await shareIn(tx, caller, thing, { ...wanted, ruleId: by.ruleId }, async (_, sharer, shared, share) => {
    isNew = true
    await tellOfShare(tx, { now, publicUrl }, sharer, shared, share)
  })
  const did = { did: 'share', recording_id: recordingId, user_id: wanted.user }
  if (isNew) await tellDone(work, by, did)
}

async function tellDone({ tx, now, workspaceId, problems }: Work, by: By, did: Record<string, unknown>): Promise<void> {
  await auditActed(tx, now, workspaceId, by, did)
  if (by.ruleId !== null) problems.set(by.ruleId, problems.get(by.ruleId) ?? null)
}

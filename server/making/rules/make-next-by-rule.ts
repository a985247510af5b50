/** Makes the next meeting as a rule says, once the recap of this one has its notes and with them its items (decision 64). */
import { sql } from 'kysely'
import { mailNext } from '../../meetings/next-meeting/mail-next.ts'
import { makeNext } from '../../meetings/next-meeting/make-next.ts'
import type { Acting } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { By } from './plan-meeting.ts'
import { readPerson } from './read-person.ts'
import { readPlan } from './read-plan.ts'
import { tellActed, tellProblem } from './tell-rule.ts'

export const makeNextJob = 'make-next-by-rule'

export type NextOrder = { workspaceId: string; recordingId: string; noteId: string }

type Deps = Pick<Context, 'db' | 'clock' | 'jobs' | 'settings'>

const pauseMs = 60_000

/** The plan is read anew: what was changed meanwhile counts. */
export async function makeNextByRule(deps: Deps, order: NextOrder): Promise<void> {
  const { db, clock, jobs } = deps
  const { workspaceId, noteId } = order
  if (await isBeingWritten(db, order)) {
    const at = new Date(clock().getTime() + pauseMs)
    return db.transaction().execute((tx) => jobs.send(tx, makeNextJob, order, { at }))
  }
  const next = (await readPlan(db, workspaceId, noteId))?.plan.next
  if (!next || next.wish === 'never') return
  try {
    await make(deps, await readPerson(db, workspaceId, next.userId), noteId, next, next.wish === 'invite')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await tellProblem(db, workspaceId, next, error.message)
  }
}

/** One that is there already gets what is open, if all who read it may read that, and stays whose it is; one that a person deleted is not made again. */
async function make({ db, clock, jobs, settings }: Deps, person: Acting, noteId: string, by: By, invites: boolean) {
  const deps = { db, clock, jobs, holdSeconds: settings.holdSeconds }
  const workspaceId = person.workspace.id
  await makeNext(deps, person, noteId, { byRule: true }, async (tx: Tx, made) => {
    if (made.isNew)
      await tx
        .updateTable('notes')
        .set({ rule_id: by.ruleId })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', made.noteId)
        .execute()
    // What is there already was mailed by who made it.
    const mails = invites && made.isNew && settings.smtpUrl !== null
    const { sent } = mails
      ? await mailNext(tx, { jobs, now: clock() }, person, made, { to: null, outsiders: [] })
      : { sent: [] }
    const did = { did: 'next', note_id: noteId, next_note_id: made.noteId, user_ids: sent.map(({ id }) => id) }
    await tellActed(tx, clock(), workspaceId, by, did)
  })
}

/** Whether the first notes follow the recording. */
export async function isBeingWritten(
  db: Db,
  { workspaceId, recordingId }: Pick<NextOrder, 'workspaceId' | 'recordingId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from notes_requests request join recordings recording
      on recording.workspace_id = request.workspace_id and recording.id = request.recording_id
    where request.workspace_id = ${workspaceId} and request.recording_id = ${recordingId} and request.is_first
      and recording.ai_notes is null`.execute(db)
  return rows.length > 0
}

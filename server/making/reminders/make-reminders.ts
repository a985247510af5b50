/** Every minute: whom to remind of meetings that begin soon (decision 65). Each of a meeting once, whatever moves. */
import { sql } from 'kysely'
import { actSecondsBefore } from '../../meetings/notes/planned.ts'
import { sharerOf } from '../../people/caller/caller.ts'
import { listDeviceIds } from '../../people/push/subscriptions.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { utc } from '../../platform/time.ts'
import { meetingsNear, type Near } from '../rules/meetings-near.ts'
import { readPlan, readPlans } from '../rules/read-plan.ts'
import { auditActed } from '../rules/tell-rule.ts'
import { type MailReminder, mailAfterMs, mailReminderJob, type PushReminder, pushReminderJob } from './send-reminder.ts'
import { readReminded, storeReminder } from './stored-reminders.ts'

export const remindJob = 'remind'

const remindedMs = actSecondsBefore * 1_000
/** A job of each minute looks further ahead than to the next one, so that everybody is reminded at the second. */
const aheadMs = 90_000
/** A meeting that was moved here, or that no worker saw before, is still reminded of so long after it began. */
const lateMs = 5 * 60_000

export type RemindOrder = { workspaceId: string; noteId: string }

type Deps = Pick<Context, 'db' | 'clock' | 'jobs'>

export async function remindDue({ db, clock, jobs }: Deps): Promise<void> {
  const now = clock()
  const soon = new Date(now.getTime() + remindedMs + aheadMs)
  const near = await meetingsNear(db, 'remind', soon, sql`event.starts_at > ${new Date(now.getTime() - lateMs)}`)
  for (const [workspaceId, meetings] of Map.groupBy(near, (meeting) => meeting.workspaceId)) {
    const orders = (await notReminded(db, workspaceId, meetings)).map(({ noteId, startsAt }) => ({
      data: { workspaceId, noteId } satisfies RemindOrder,
      at: new Date(Math.max(now.getTime(), startsAt.getTime() - remindedMs)),
      sharer: workspaceId,
    }))
    if (orders.length > 0) await db.transaction().execute((tx) => jobs.sendAll(tx, remindJob, orders))
  }
}

/** Those where somebody is still to be reminded. */
async function notReminded(db: Db, workspaceId: string, near: Near[]): Promise<Near[]> {
  const noteIds = near.map(({ noteId }) => noteId)
  const plans = await readPlans(db, workspaceId, noteIds)
  const reminded = await readReminded(db, workspaceId, noteIds)
  return near.filter(({ noteId, startsAt }) =>
    plans.get(noteId)?.remind.some(({ userId }) => !reminded({ noteId, userId, startsAt })),
  )
}

/**
 * Reads meeting and rules again, so that what was moved, called off or changed meanwhile counts. Reminders and the jobs
 * that send them are written together: a worker that is killed loses and repeats none.
 */
export function remind({ db, clock, jobs }: Deps, { workspaceId, noteId }: RemindOrder): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const meeting = await readDue(tx, workspaceId, noteId, now)
    if (!meeting) return
    for (const by of (await readPlan(tx, workspaceId, noteId))?.plan.remind ?? []) {
      const { userId } = by
      const reminder = { workspaceId, noteId, userId, startsAt: meeting.startsAt }
      if (!(await storeReminder(tx, reminder, now))) continue
      const job = { ...reminder, startsAt: utc(meeting.startsAt), attempt: 1 }
      const sharer = sharerOf(workspaceId, userId)
      const devices = await listDeviceIds(tx, now, workspaceId, userId)
      await jobs.sendAll(
        tx,
        pushReminderJob,
        devices.map((deviceId) => ({ data: { ...job, deviceId } satisfies PushReminder, sharer })),
      )
      const at = new Date(now.getTime() + mailAfterMs)
      await jobs.send(tx, mailReminderJob, job satisfies MailReminder, { at, sharer })
      await auditActed(tx, now, workspaceId, by, { did: 'remind', note_id: noteId })
    }
  })
}

/** All-day events begin at no moment. */
const readDue = (tx: Tx, workspaceId: string, noteId: string, now: Date) =>
  tx
    .selectFrom('events as event')
    .innerJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'event.workspace_id').onRef('note.event_guid', '=', 'event.guid'),
    )
    .select('event.starts_at as startsAt')
    .where('note.workspace_id', '=', workspaceId)
    .where('note.id', '=', noteId)
    .where('event.starts_at', '>', new Date(now.getTime() - lateMs))
    .where('event.starts_at', '<=', new Date(now.getTime() + remindedMs))
    .where('event.cancelled_at', 'is', null)
    .where('event.all_day', '=', false)
    .executeTakeFirst()

/** What a person wants to hear of by mail (decision 59). */
import type { FastifyRequest } from 'fastify'
import { changesOf, recordAction } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { ApiError, invalid } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { RecapMailWishRow } from '../../../platform/postgres/tables.ts'
import { isTimeZone } from './next-digest.ts'

export type Notifications = Pick<RecapMailWishRow, 'recaps' | 'time_zone'>

const byDefault: Notifications = { recaps: 'none', time_zone: 'UTC' }

export async function readNotifications(db: Db, { workspace, user }: Caller): Promise<Notifications> {
  const wish = await db
    .selectFrom('recap_mail_wishes')
    .select(['recaps', 'time_zone'])
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return wish ?? byDefault
}

type WantedNotifications = { [Name in keyof Notifications]?: Notifications[Name] | null }

/** @throws {ApiError} 400 for an unknown time zone; 422 for mail without a mail server */
export function changeNotifications(
  { db, now, hasMail }: { db: Db; now: Date; hasMail: boolean },
  request: FastifyRequest,
  wanted: WantedNotifications,
): Promise<Notifications> {
  const { caller } = request
  if (wanted.time_zone != null && !isTimeZone(wanted.time_zone)) {
    throw invalid('body.time_zone', 'must be a time zone of the IANA database, such as Europe/Berlin')
  }
  if (wanted.recaps != null && wanted.recaps !== 'none' && !hasMail)
    throw new ApiError(422, 'E-mail is not set up here')
  return db.transaction().execute(async (tx) => {
    const before = await readNotifications(tx, caller)
    const changes = changesOf(before, ['recaps', 'time_zone'], wanted)
    if (!changes) return before
    const after = { ...before, ...changes.after }
    await saveNotifications(tx, caller.workspace.id, caller.user.id, after)
    await recordAction(tx, now, request, { action: 'notifications.change', details: changes })
    return after
  })
}

export async function saveNotifications(
  db: Db,
  workspaceId: string,
  userId: string,
  { recaps, time_zone }: Notifications,
): Promise<void> {
  await db
    .insertInto('recap_mail_wishes')
    .values({ workspace_id: workspaceId, user_id: userId, recaps, time_zone })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ recaps, time_zone }))
    .execute()
}

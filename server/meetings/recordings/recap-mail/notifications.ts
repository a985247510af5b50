/** What a person wants to hear of by mail (decision 59). */
import type { FastifyRequest } from 'fastify'
import { changesOf, recordAction } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { ApiError, invalid } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import type { RecapMailWishRow } from '../../../platform/postgres/tables.ts'
import { isTimeZone } from './next-digest.ts'

/** `recaps` is null for who never chose: they get what is sent to them, and who chose none does not. */
type Wish = Pick<RecapMailWishRow, 'recaps' | 'time_zone'>

export type Notifications = Wish & { recaps: NonNullable<Wish['recaps']> }

export async function readWish(db: Db, workspaceId: string, userId: string): Promise<Wish> {
  const wish = await db
    .selectFrom('recap_mail_wishes')
    .select(['recaps', 'time_zone'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return wish ?? { recaps: null, time_zone: 'UTC' }
}

/** null for who never chose one. */
export async function readZone(db: Db, workspaceId: string, userId: string): Promise<string | null> {
  const wish = await db
    .selectFrom('recap_mail_wishes')
    .select('time_zone')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return wish?.time_zone ?? null
}

export const readNotifications = async (db: Db, { workspace, user }: Caller) =>
  present(await readWish(db, workspace.id, user.id))

const present = ({ recaps, time_zone }: Wish): Notifications => ({ recaps: recaps ?? 'none', time_zone })

/** @throws {ApiError} 400 for an unknown time zone; 422 for mail without a mail server */
export function changeNotifications(
  { db, now, hasMail }: { db: Db; now: Date; hasMail: boolean },
  request: FastifyRequest,
  wanted: { [Name in keyof Wish]?: Wish[Name] | null },
): Promise<Notifications> {
  const { caller } = request
  if (wanted.time_zone != null && !isTimeZone(wanted.time_zone)) {
    throw invalid('body.time_zone', 'must be a time zone of the IANA database, such as Europe/Berlin')
  }
  if (wanted.recaps != null && wanted.recaps !== 'none' && !hasMail)
    throw new ApiError(422, 'E-mail is not set up here')
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, caller.workspace.id, caller.user.id)
    const before = await readWish(tx, caller.workspace.id, caller.user.id)
    const changes = changesOf(before, ['recaps', 'time_zone'], wanted)
    if (!changes) return present(before)
    const after = { ...before, ...changes.after }
    await saveNotifications(tx, caller.workspace.id, caller.user.id, after)
    await recordAction(tx, now, request, { action: 'notifications.change', details: changes })
    return present(after)
  })
}

/** Of two who change one wish the second changes what the first left. @returns whether there is such a person */
export async function lockPerson(tx: Tx, workspaceId: string, userId: string): Promise<boolean> {
  const users = tx.selectFrom('users').select('id').where('workspace_id', '=', workspaceId).where('id', '=', userId)
  return (await users.where('erased_at', 'is', null).forNoKeyUpdate().executeTakeFirst()) !== undefined
}

export async function saveNotifications(
  db: Db,
  workspaceId: string,
  userId: string,
  { recaps, time_zone }: Wish,
): Promise<void> {
  await db
    .insertInto('recap_mail_wishes')
    .values({ workspace_id: workspaceId, user_id: userId, recaps, time_zone })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ recaps, time_zone }))
    .execute()
}

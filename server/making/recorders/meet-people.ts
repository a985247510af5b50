/** The people whose calls a Meet recorder hears of, and when the subscription of each is renewed. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { Subscription } from './google-subscriptions.ts'

/** In one run of a recorder; the job runs every 10 minutes. */
export const maxPeople = 100

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** A subscription lasts seven days. */
const minLeftMs = 2 * dayMs

/** As it was when its run began. */
export type MeetRecorder = {
  workspace_id: string
  id: string
  takes: 'transcript' | 'media'
  secret: Buffer
  /** The person as whom the directory is read. */
  fallback_user_id: string | null
}

export type DuePerson = { id: string; email: string; name: string | null; ends_at: Date | null }

/** Their subscriptions expire at Google. @returns whether there were any */
export async function forgetFormerPeople(db: Db, { workspace_id, id }: MeetRecorder): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recorder_subscriptions as own')
    .using('users as user')
    .whereRef('user.workspace_id', '=', 'own.workspace_id')
    .whereRef('user.id', '=', 'own.user_id')
    .where('own.workspace_id', '=', workspace_id)
    .where('own.recorder_id', '=', id)
    .where((where) => where.or([where('user.active', '=', false), where('user.erased_at', 'is not', null)]))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The recorder's own person first, because an error there is one for all. */
export const findDuePeople = (
  db: Db,
  { workspace_id, id, fallback_user_id }: MeetRecorder,
  now: Date,
): Promise<DuePerson[]> =>
  db
    .selectFrom('users as user')
    .leftJoin('recorder_subscriptions as own', (join) =>
      join
        .onRef('own.workspace_id', '=', 'user.workspace_id')
        .onRef('own.user_id', '=', 'user.id')
        .on('own.recorder_id', '=', id),
    )
    .select(['user.id', 'user.email', 'own.name', 'own.ends_at'])
    .where('user.workspace_id', '=', workspace_id)
    .where('user.active', '=', true)
    .where('user.erased_at', 'is', null)
    .where((where) => where.or([where('own.due_at', 'is', null), where('own.due_at', '<=', now)]))
    .orderBy(sql`${sql.ref('user.id')} = ${fallback_user_id}::text`, 'desc')
    .orderBy('own.due_at', (order) => order.asc().nullsFirst())
    .orderBy('user.id')
    .limit(maxPeople)
    .execute()

/** Null for a person whom the directory does not know. */
export type SubscriptionOutcome = Subscription | { error: unknown } | null

/** A recorder that was changed in the meantime needs other subscriptions, so nothing is stored for it. */
export async function storeOutcome(
  db: Db,
  { workspace_id, id: recorder_id, takes, secret, fallback_user_id }: MeetRecorder,
  person: DuePerson,
  state: ReturnType<typeof stateAfter>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const same = await tx
      .selectFrom('recorders')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', recorder_id)
      .where('active', '=', true)
      .where('takes', '=', takes)
      .where('secret', '=', secret)
      .where('fallback_user_id', '=', fallback_user_id)
      .forShare()
      .executeTakeFirst()
    if (!same) return
    await tx
      .insertInto('recorder_subscriptions')
      .values({ workspace_id, recorder_id, user_id: person.id, ...state })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'recorder_id', 'user_id']).doUpdateSet(state))
      .execute()
  })
}

export function stateAfter(outcome: SubscriptionOutcome, { name, ends_at }: DuePerson, now: Date) {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (outcome === null) return { name: null, ends_at: null, due_at: after(dayMs), has_failed: false }
  if ('error' in outcome) return { name, ends_at, due_at: after(hourMs), has_failed: true }
  const due_at = new Date(Math.max(outcome.endsAt.getTime() - minLeftMs, after(hourMs).getTime()))
  return { name: outcome.name, ends_at: outcome.endsAt, due_at, has_failed: false }
}

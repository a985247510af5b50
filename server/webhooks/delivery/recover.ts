/**
 * Sends what failed, was skipped or is held in a stretch of time, as if it had just happened (decision 39). However much
 * it is, nobody waits for long: the first piece is done with the request, a worker goes on with the others.
 */
import { sql } from 'kysely'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { parseDateFilter } from '../../platform/time.ts'
import type { WebhookView } from '../endpoints/access.ts'
import { isAmong, lockMessages } from './lock-messages.ts'
import { queueFor } from './queue-for.ts'
import { wakeWorkers } from './wake.ts'

export const recoverJob = 'recover-deliveries'

/** Messages in one transaction: it holds them for a tenth of a second. */
const piece = 1_000

/** Of one webhook, by when the messages came: at or after, and before. */
type Stretch = { workspace_id: string; webhook_id: string; from: string; until: string }

/** The last message that was looked at, in the order of the index. */
type Position = { status: string; created_at: string; id: string }

export type RecoverRest = Stretch & { after: Position }

/**
 * @param since, until  as in date filters; what comes after the request is not meant
 * @returns how many: of those beyond the first piece, how many there are at this moment
 * @throws {ApiError} 404 for a webhook that is deleted meanwhile, 400 while it is not active
 */
export async function recover(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'send'> },
  webhook: WebhookView,
  { since, until }: { since: string; until?: string | null },
  now: Date,
): Promise<number> {
  const next = now.getTime() + 1
  const stretch: Stretch = {
    ...{ workspace_id: webhook.workspace_id, webhook_id: webhook.id },
    from: parseDateFilter(since)!.from.toISOString(),
    until: new Date(until == null ? next : Math.min(parseDateFilter(until)!.until.getTime(), next)).toISOString(),
  }
  return queueFor(db, now, webhook, async (tx) => {
    const { count, last } = await recoverPiece(tx, stretch, null, now)
    if (!last) return count
    await jobs.send(tx, recoverJob, { ...stretch, after: last } satisfies RecoverRest)
    return count + (await countBeyond(tx, stretch, last))
  })
}

/** The other pieces. A webhook that is not active any more gets them as held: what was promised is sent when it is back. */
export async function recoverRest(db: Db, now: Date, { after, ...stretch }: RecoverRest): Promise<void> {
  for (let position: Position | null = after; position; ) {
    position = await db.transaction().execute(async (tx) => {
      const { last } = await recoverPiece(tx, stretch, position, now)
      await wakeWorkers(tx)
      return last
    })
  }
}

/** @returns how many were queued, and the last one, or null if there is no further piece */
async function recoverPiece(
  tx: Tx,
  stretch: Stretch,
  after: Position | null,
  now: Date,
): Promise<{ count: number; last: Position | null }> {
  const found = await recoverable(tx, stretch, after)
    .select(['workspace_id', 'id', 'status', 'created_at'])
    .orderBy('status')
    .orderBy('created_at')
    .orderBy('id')
    .limit(piece)
    .execute()
  await lockMessages(tx, isAmong(found))
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ status: 'pending', next_attempt_at: now, claim: null, manual: false, failures: 0, was_held: true })
    .where(isAmong(found))
    .where('status', 'in', recoveredStatuses)
    .where('body', 'is not', null)
    .executeTakeFirst()
  const last = found.length === piece ? found.at(-1)! : null
  return { count: Number(numUpdatedRows), last: last && { ...last, created_at: last.created_at.toISOString() } }
}

async function countBeyond(tx: Tx, stretch: Stretch, after: Position): Promise<number> {
  const { count } = await recoverable(tx, stretch, after)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const recoveredStatuses = ['failed', 'held', 'skipped'] as const

/**
 * One index range. Each is met once: what fails anew meanwhile lies behind, what is held anew is only queued again.
 */
function recoverable(tx: Tx, { workspace_id, webhook_id, from, until }: Stretch, after: Position | null) {
  const query = tx
    .selectFrom('messages')
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('status', 'in', recoveredStatuses)
    .where('body', 'is not', null)
    .where('created_at', '>=', new Date(from))
    .where('created_at', '<', new Date(until))
  return after
    ? query.where(
        sql<boolean>`(status, created_at, id) > (${after.status}, ${after.created_at}::timestamptz, ${after.id})`,
      )
    : query
}

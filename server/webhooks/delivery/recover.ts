/**
 * Sends failed, skipped and held messages of a span of time, as if their events had just happened (decision 39 on the
 * delivery log). However many there are, the request is quick: it queues the first batch, and a worker queues the
 * others.
 */
import { sql } from 'kysely'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { parseDateFilter } from '../../platform/time.ts'
import { wakeWorkers } from '../announce/wake.ts'
import type { WebhookView } from '../endpoints/access.ts'
import { channelReads } from './channel-reads.ts'
import { isAmong, lockMessages } from './lock-messages.ts'
import { queueByHand } from './queue-by-hand.ts'

export const recoverJob = 'recover-deliveries'

/** Messages in one transaction: it locks them for a tenth of a second. */
const batch = 1_000

/** Messages of one webhook that came at or after `from`, and before `until`. */
type Span = { workspace_id: string; webhook_id: string; from: string; until: string }

/** The last message that was read, in the order of the index. */
type RecoverPosition = { status: string; created_at: string; id: string }

export type RecoverRest = Span & { after: RecoverPosition }

/**
 * @param since, until  as in date filters; messages after the request are left out
 * @returns how many; those beyond the first batch are counted as of this moment
 * @throws {ApiError} 404 for a webhook that is deleted meanwhile, 400 while it is not active
 */
export async function recover(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'send'> },
  webhook: WebhookView,
  { since, until }: { since: string; until?: string | null },
  now: Date,
): Promise<number> {
  const next = now.getTime() + 1
  const span: Span = {
    workspace_id: webhook.workspace_id,
    webhook_id: webhook.id,
    from: parseDateFilter(since)!.from.toISOString(),
    until: new Date(until == null ? next : Math.min(parseDateFilter(until)!.until.getTime(), next)).toISOString(),
  }
  return queueByHand(db, now, webhook, async (tx) => {
    const { count, last } = await recoverBatch(tx, span, null, now)
    if (!last) return count
    await jobs.send(tx, recoverJob, { ...span, after: last } satisfies RecoverRest)
    return count + (await countBeyond(tx, span, last))
  })
}

/** The messages of a chat that were skipped since a moment, when it gets a new address. */
export async function recoverSkipped(
  tx: Tx,
  now: Date,
  { workspace_id, id }: { workspace_id: string; id: string },
  since: Date,
): Promise<void> {
  const skipped = sql<boolean>`workspace_id = ${workspace_id} and webhook_id = ${id} and status = 'skipped'
    and created_at >= ${since} and body is not null and ${channelReads}`
  await lockMessages(tx, skipped)
  await tx.updateTable('messages').set(queued(now)).where(skipped).execute()
  await wakeWorkers(tx)
}

/** The other batches. For a webhook that is not active any more the messages are held, and sent when it is active again. */
export async function recoverRest(db: Db, now: Date, { after, ...span }: RecoverRest): Promise<void> {
  for (let position: RecoverPosition | null = after; position; ) {
    position = await db.transaction().execute(async (tx) => {
      const { last } = await recoverBatch(tx, span, position, now)
      await wakeWorkers(tx)
      return last
    })
  }
}

/** @returns how many were queued, and the last one, or null if there is no further batch */
async function recoverBatch(
  tx: Tx,
  span: Span,
  after: RecoverPosition | null,
  now: Date,
): Promise<{ count: number; last: RecoverPosition | null }> {
  const found = await recoverable(tx, span, after)
    .select(['workspace_id', 'id', 'status', 'created_at'])
    .orderBy('status')
    .orderBy('created_at')
    .orderBy('id')
    .limit(batch)
    .execute()
  await lockMessages(tx, isAmong(found))
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set(queued(now))
    .where(isAmong(found))
    .where('status', 'in', recoveredStatuses)
    .where('body', 'is not', null)
    .executeTakeFirst()
  const last = found.length === batch ? found.at(-1)! : null
  return { count: Number(numUpdatedRows), last: last && { ...last, created_at: last.created_at.toISOString() } }
}

async function countBeyond(tx: Tx, span: Span, after: RecoverPosition): Promise<number> {
  const { count } = await recoverable(tx, span, after)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const queued = (now: Date) =>
  ({ status: 'pending', next_attempt_at: now, claim: null, manual: false, failures: 0, was_held: true }) as const

const recoveredStatuses = ['failed', 'held', 'skipped'] as const

/**
 * One index range. A message that fails again meanwhile comes before the position, so it is not read again. One that is held
 * again may be read again, and is only queued once more.
 */
function recoverable(tx: Tx, { workspace_id, webhook_id, from, until }: Span, after: RecoverPosition | null) {
  const query = tx
    .selectFrom('messages')
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('status', 'in', recoveredStatuses)
    .where('body', 'is not', null)
    .where(channelReads)
    .where('created_at', '>=', new Date(from))
    .where('created_at', '<', new Date(until))
  return after
    ? query.where(
        sql<boolean>`(status, created_at, id) > (${after.status}, ${after.created_at}::timestamptz, ${after.id})`,
      )
    : query
}

/**
 * Stores outcomes of attempts, many at a time: the log, the message's state and the webhook's, in one transaction
 * (spec 3.2, 3.5; decisions 36 on failed webhooks, 38 on signatures and 39 on the delivery log).
 */
import { sql } from 'kysely'
import { takesChanges } from '../../people/caller/frozen.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { NotifyHealth } from './notify-health.ts'
import { isSuccess, type Outcome, type RetryPolicy } from './outcome.ts'
import { nextAttempt } from './schedule.ts'
import { settleWebhooks } from './settle-webhooks.ts'

/**
 * An attempt whose claim was replaced meanwhile is logged and counted. It changes nothing else.
 * @param outcomes  at most one for each message
 * @param notifyHealth  called with the changes in the health of webhooks
 */
export async function finish(
  db: Db,
  outcomes: Outcome[],
  policy: RetryPolicy,
  notifyHealth: NotifyHealth,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const settled = await settleMessages(tx, outcomes, policy)
    const current = outcomes.filter(({ message }) => settled.get(keyOf(message))?.is_current)
    const changesWebhooks = current.some(
      (outcome) => !isSuccess(outcome) || settled.get(keyOf(outcome.message))!.failing,
    )
    if (!changesWebhooks) return
    const changes = await settleWebhooks(tx, current, policy)
    if (changes.length > 0) await notifyHealth(tx, changes)
  })
}

const keyOf = ({ workspace_id, id }: { workspace_id: string; id: string }) => `${workspace_id} ${id}`

/** As PostgreSQL orders ids: by their bytes. */
const byKey = ({ message: one }: Outcome, { message: other }: Outcome) => (keyOf(one) < keyOf(other) ? -1 : 1)

/**
 * `is_current`: the claim of this attempt was still the message's. `failing`: its webhook was failing, or
 * administrators were notified that it fails, and not yet that it recovered.
 */
type SettledMessage = { workspace_id: string; id: string; is_current: boolean; failing: boolean }

/**
 * Locks in the order of lock-messages.ts. An attempt that ended after its workspace was frozen is left out: its message
 * is sent again. The answer to an emptied message is not stored: it could quote the message.
 */
async function settleMessages(tx: Tx, outcomes: Outcome[], policy: RetryPolicy): Promise<Map<string, SettledMessage>> {
  const rows = outcomes.toSorted(byKey).map((outcome) => rowOf(outcome, policy))
  const { rows: settled } = await sql<SettledMessage>`
    with ended as materialized (${endedAttempts(rows)}),
    hooks as materialized (${lockedWebhooks}),
    judged as materialized (${lockedMessages}),
    counted as (${countedMessages}),
    logged as (${loggedAttempts})
    select workspace_id, id, is_current, ${hookFails} as failing from counted`.execute(tx)
  return new Map(settled.map((row) => [keyOf(row), row]))
}

/** What the attempt makes of its message, and its row in the log. */
function rowOf(outcome: Outcome, { delaysSeconds }: RetryPolicy) {
  const { message, sentAt, endedAt, statusCode, error, responseBody, retryAfter = null } = outcome
  const { workspace_id, id, webhook_id, claim, manual } = message
  const failed = isSuccess(outcome) ? 0 : 1
  const scheduled = failed ? nextAttempt(message.failures + 1, delaysSeconds, endedAt) : null
  const next = scheduled && retryAfter && retryAfter > scheduled ? retryAfter : scheduled
  return {
    workspace_id,
    id,
    webhook_id,
    claim,
    manual,
    failed,
    next,
    status: failed ? (next ? 'pending' : 'failed') : 'delivered',
    status_code: statusCode,
    error,
    sent_at: sentAt,
    duration_ms: millisecondsBetween(sentAt, endedAt),
    response_body: responseBody,
  }
}

const largestInteger = 2_147_483_647

/**
 * The clock may be set during an attempt. An outcome that cannot be stored would be retried for ever, with its whole
 * batch.
 */
const millisecondsBetween = (from: Date, until: Date) =>
  Math.min(Math.max(until.getTime() - from.getTime(), 0), largestInteger)

/** One row for each outcome. */
const endedAttempts = (rows: object[]) => sql`
  select * from json_to_recordset(${JSON.stringify(rows)}::json) as ended (workspace_id text, id text,
    webhook_id text, claim uuid, manual boolean, failed integer, next timestamptz, status text, status_code integer,
    error text, sent_at timestamptz, duration_ms integer, response_body text)
  where ${takesChanges('ended.workspace_id')}`

const lockedWebhooks = sql`
  select from webhooks where (workspace_id, id) in (select workspace_id, webhook_id from ended)
  order by workspace_id, id for key share`

/** The outcomes with their messages locked. The count makes PostgreSQL lock all webhooks before the first message. */
const lockedMessages = sql`
  select ended.*, locked.is_current from ended cross join lateral (
    select coalesce(claim = ended.claim and messages.status = 'pending', false) as is_current from messages
    where messages.workspace_id = ended.workspace_id and messages.id = ended.id for update) as locked
  where (select count(*) from hooks) > 0`

/** Every attempt is counted; only the current one decides what becomes of its message, and ends its claim. */
const countedMessages = sql`
  update messages set attempts = messages.attempts + 1,
    last_status_code = case when is_current then judged.status_code
      else coalesce(messages.last_status_code, judged.status_code) end,
    failures = messages.failures + case when is_current then failed else 0 end,
    status = case when is_current then judged.status else messages.status end,
    next_attempt_at = case when is_current then next else messages.next_attempt_at end,
    claim = case when is_current then null else messages.claim end,
    manual = case when is_current then false else messages.manual end
  from judged where messages.workspace_id = judged.workspace_id and messages.id = judged.id
  returning judged.*, messages.attempts as number, messages.body is null as emptied`

const loggedAttempts = sql`
  insert into attempts (workspace_id, message_id, number, sent_at, duration_ms, status_code, error, response_body, manual)
  select workspace_id, id, number, sent_at, duration_ms, status_code, error,
    case when not emptied then response_body end, manual
  from counted`

const hookFails = sql`(
  select coalesce(failing_since, announced_failing_since) is not null from webhooks
  where webhooks.workspace_id = counted.workspace_id and webhooks.id = counted.webhook_id)`

/**
 * Writes down what came of attempts, many at a time: the log, the message's state and the webhook's, in one transaction
 * (spec 3.2, 3.5; decisions 36, 38 and 39).
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db.ts'
import type { Claimed } from './claim.ts'
import { isAmong, lockMessages } from './lock-messages.ts'
import { nextAttempt } from './schedule.ts'

export type Outcome = {
  message: Pick<Claimed, 'workspace_id' | 'id' | 'webhook_id' | 'claim' | 'attempts' | 'failures' | 'manual' | 'url'>
  sentAt: Date
  endedAt: Date
  /** Null where no answer came. */
  statusCode: number | null
  /** Why no answer came, in a sentence. */
  error: string | null
  responseBody: string | null
}

export type RetryPolicy = { delaysSeconds: readonly number[]; disableAfterSeconds: number }

export const isSuccess = ({ statusCode }: Outcome) => statusCode !== null && statusCode >= 200 && statusCode <= 299

/** An attempt whose claim was superseded or taken over meanwhile is logged and counted, and changes nothing else. */
export async function finish(db: Db, outcomes: Outcome[], policy: RetryPolicy): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMessages(tx, isAmong(outcomes.map(({ message }) => message)))
    await logAttempts(tx, outcomes)
    const held = await settleMessages(tx, outcomes, policy)
    await settleWebhooks(tx, held, policy)
  })
}

/** Numbers go on from what the log holds, which a late attempt of a lost claim may have added to: as they are written down. */
async function logAttempts(tx: Tx, outcomes: Outcome[]): Promise<void> {
  const rows = outcomes.map((outcome) => ({
    workspace_id: outcome.message.workspace_id,
    message_id: outcome.message.id,
    sent_at: outcome.sentAt,
    duration_ms: outcome.endedAt.getTime() - outcome.sentAt.getTime(),
    status_code: outcome.statusCode,
    error: outcome.error,
    response_body: outcome.responseBody,
    manual: outcome.message.manual,
  }))
  await sql`
    insert into attempts (workspace_id, message_id, number, sent_at, duration_ms, status_code, error, response_body, manual)
    select made.workspace_id, made.message_id,
      (select count(*) from attempts before
        where before.workspace_id = made.workspace_id and before.message_id = made.message_id)
        + row_number() over (partition by made.workspace_id, made.message_id order by made.sent_at),
      made.sent_at, made.duration_ms, made.status_code, made.error,
      case when messages.body is null then null else made.response_body end, made.manual
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (workspace_id text, message_id text,
      sent_at timestamptz, duration_ms integer, status_code integer, error text, response_body text, manual boolean)
    join messages on messages.workspace_id = made.workspace_id and messages.id = made.message_id`.execute(tx)
}

/** @returns the outcomes whose claim still held */
async function settleMessages(tx: Tx, outcomes: Outcome[], { delaysSeconds }: RetryPolicy): Promise<Outcome[]> {
  const rows = outcomes.map((outcome) => {
    const { workspace_id, id, claim, failures } = outcome.message
    const failed = isSuccess(outcome) ? 0 : 1
    const next = failed ? nextAttempt(failures + 1, delaysSeconds, outcome.endedAt) : null
    const status = failed ? (next ? 'pending' : 'failed') : 'delivered'
    return { workspace_id, id, claim, status, next, failed, status_code: outcome.statusCode }
  })
  const { rows: settled } = await sql<{ workspace_id: string; id: string; holds: boolean }>`
    update messages set attempts = messages.attempts + 1,
      last_status_code = case when holds then ended.status_code else messages.last_status_code end,
      failures = messages.failures + case when holds then ended.failed else 0 end,
      status = case when holds then ended.status else messages.status end,
      next_attempt_at = case when holds then ended.next else messages.next_attempt_at end,
      claim = case when holds then null else messages.claim end,
      manual = case when holds then false else messages.manual end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ended (workspace_id text, id text, claim uuid,
        status text, next timestamptz, failed integer, status_code integer)
      join messages as claimed on claimed.workspace_id = ended.workspace_id and claimed.id = ended.id
      cross join lateral (select claimed.claim = ended.claim and claimed.status = 'pending' as holds) as whose
    where messages.workspace_id = ended.workspace_id and messages.id = ended.id
    returning messages.workspace_id, messages.id, holds`.execute(tx)
  const nameOf = ({ workspace_id, id }: { workspace_id: string; id: string }) => `${workspace_id} ${id}`
  const held = new Set(settled.filter(({ holds }) => holds).map(nameOf))
  return outcomes.filter(({ message }) => held.has(nameOf(message)))
}

/**
 * A success ends a webhook's failing; a failure begins it, and makes the webhook `failed` if it comes too long after the
 * first. What went to an address that was changed meanwhile says nothing of the new one. A webhook that nothing changes
 * for is not touched.
 */
async function settleWebhooks(tx: Tx, outcomes: Outcome[], { disableAfterSeconds }: RetryPolicy): Promise<void> {
  const groups = [...Map.groupBy(outcomes, ({ message }) => `${message.workspace_id} ${message.webhook_id}`).values()]
  const rows = groups.map((group) => {
    const { workspace_id, webhook_id, url } = group[0]!.message
    const inOrder = group.toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
    const lastSuccess = inOrder.findLastIndex(isSuccess)
    const failures = inOrder.slice(lastSuccess + 1)
    return {
      workspace_id,
      id: webhook_id,
      url,
      succeeded: lastSuccess >= 0,
      first_failure: failures[0]?.endedAt ?? null,
      last_failure: failures.at(-1)?.endedAt ?? null,
    }
  })
  await sql`
    update webhooks set failing_since = judged.since,
      status = case when webhooks.status = 'active' and judged.given_up then 'failed' else webhooks.status end,
      updated_at = case when webhooks.status = 'active' and judged.given_up
        then greatest(webhooks.updated_at, judged.last_failure) else webhooks.updated_at end
    from (
      select hook.workspace_id, hook.id, failing.since, ended.last_failure,
        ended.last_failure - failing.since >= make_interval(secs => ${disableAfterSeconds}) as given_up
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ended (workspace_id text, id text, url text,
          succeeded boolean, first_failure timestamptz(3), last_failure timestamptz(3))
        join webhooks hook on hook.workspace_id = ended.workspace_id and hook.id = ended.id and hook.url = ended.url
        cross join lateral (select case when ended.succeeded then ended.first_failure
          else coalesce(hook.failing_since, ended.first_failure) end as since) as failing
      where hook.failing_since is distinct from failing.since
        or ended.last_failure - failing.since >= make_interval(secs => ${disableAfterSeconds})
      order by hook.workspace_id, hook.id for no key update of hook) as judged
    where webhooks.workspace_id = judged.workspace_id and webhooks.id = judged.id`.execute(tx)
}

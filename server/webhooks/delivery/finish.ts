/**
 * Stores outcomes of attempts, many at a time: the log, the message's state and the webhook's, in one transaction
 * (spec 3.2, 3.5; decisions 36, 38 and 39).
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Claimed } from './claim.ts'
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

/**
 * An attempt whose claim was replaced meanwhile is logged and counted. It changes nothing else.
 * @param outcomes  at most one for each message
 */
export async function finish(db: Db, outcomes: Outcome[], policy: RetryPolicy): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const settled = await settleMessages(tx, outcomes, policy)
    const current = outcomes.filter(({ message }) => settled.get(keyOf(message))?.is_current)
    const changesWebhooks = current.some(
      (outcome) => !isSuccess(outcome) || settled.get(keyOf(outcome.message))!.failing,
    )
    if (changesWebhooks) await settleWebhooks(tx, current, policy)
  })
}

const keyOf = ({ workspace_id, id }: { workspace_id: string; id: string }) => `${workspace_id} ${id}`

/** As PostgreSQL orders ids: by their bytes. */
const byKey = ({ message: one }: Outcome, { message: other }: Outcome) => (keyOf(one) < keyOf(other) ? -1 : 1)

/** `is_current`: the claim of this attempt was still the message's. `failing`: its webhook was failing. */
type Settled = { workspace_id: string; id: string; is_current: boolean; failing: boolean }

/** Locks in the order of lock-messages.ts. The answer to an emptied message is not kept: it could quote the message. */
async function settleMessages(
  tx: Tx,
  outcomes: Outcome[],
  { delaysSeconds }: RetryPolicy,
): Promise<Map<string, Settled>> {
  const rows = outcomes.toSorted(byKey).map((outcome) => {
    const { message, sentAt, endedAt, statusCode, error, responseBody } = outcome
    const { workspace_id, id, webhook_id, claim, manual } = message
    const failed = isSuccess(outcome) ? 0 : 1
    const next = failed ? nextAttempt(message.failures + 1, delaysSeconds, endedAt) : null
    return {
      ...{ workspace_id, id, webhook_id, claim, manual, failed, next },
      ...{ status: failed ? (next ? 'pending' : 'failed') : 'delivered', status_code: statusCode, error },
      ...{ sent_at: sentAt, duration_ms: endedAt.getTime() - sentAt.getTime(), response_body: responseBody },
    }
  })
  const { rows: settled } = await sql<Settled>`
    with ended as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as ended (workspace_id text, id text,
        webhook_id text, claim uuid, manual boolean, failed integer, next timestamptz, status text, status_code integer,
        error text, sent_at timestamptz, duration_ms integer, response_body text)),
    hooks as materialized (
      select from webhooks where (workspace_id, id) in (select workspace_id, webhook_id from ended)
      order by workspace_id, id for key share),
    judged as materialized (
      select ended.*, locked.is_current from ended cross join lateral (
        select coalesce(claim = ended.claim and messages.status = 'pending', false) as is_current from messages
        where messages.workspace_id = ended.workspace_id and messages.id = ended.id for update) as locked
      where (select count(*) from hooks) > 0),
    counted as (
      update messages set attempts = messages.attempts + 1,
        last_status_code = case when is_current then judged.status_code
          else coalesce(messages.last_status_code, judged.status_code) end,
        failures = messages.failures + case when is_current then failed else 0 end,
        status = case when is_current then judged.status else messages.status end,
        next_attempt_at = case when is_current then next else messages.next_attempt_at end,
        claim = case when is_current then null else messages.claim end,
        manual = case when is_current then false else messages.manual end
      from judged where messages.workspace_id = judged.workspace_id and messages.id = judged.id
      returning judged.*, messages.attempts as number, messages.body is null as emptied),
    logged as (
      insert into attempts (workspace_id, message_id, number, sent_at, duration_ms, status_code, error, response_body, manual)
      select workspace_id, id, number, sent_at, duration_ms, status_code, error,
        case when not emptied then response_body end, manual
      from counted)
    select workspace_id, id, is_current, (select failing_since is not null from webhooks
      where webhooks.workspace_id = counted.workspace_id and webhooks.id = counted.webhook_id) as failing
    from counted`.execute(tx)
  return new Map(settled.map((row) => [keyOf(row), row]))
}

/**
 * `failing_since` is the first failure since the last success. A failure that comes too long after it makes the webhook
 * `failed`. An attempt at an address that was changed meanwhile does not count for the new one. A webhook without changes is
 * not written.
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

/**
 * Updates webhooks after attempts: since when each fails, whether it is `failed`, and what administrators are notified
 * of (decision 36 on failed webhooks).
 */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { WebhookRow } from '../../platform/postgres/tables.ts'
import type { HealthChange } from './health-events.ts'
import { isGone, isSuccess, type Outcome, type RetryPolicy } from './outcome.ts'

type SettledWebhook = Pick<WebhookRow, 'workspace_id' | 'id' | 'user_id' | 'scope' | 'url'> & {
  since: Date | null
  chat_secret: string | null
  recovered_since: Date | null
  event_type: 'webhook.failing' | 'webhook.failed' | null
}

/**
 * `failing_since` is the first failure since the last success. A failure that comes too long after it makes the webhook
 * `failed`. An attempt at an address that was changed meanwhile does not count for the new one. A webhook without changes is
 * not written. Administrators are not notified of one that is paused or `failed` already.
 * @returns the changes of which administrators are notified
 */
export async function settleWebhooks(tx: Tx, outcomes: Outcome[], policy: RetryPolicy): Promise<HealthChange[]> {
  const groups = Map.groupBy(inOrder(outcomes), ({ message }) =>
    keyOf(message.workspace_id, message.webhook_id, message.url, secretOfChat(message)),
  )
  const rows = [...groups.values()].map(summaryOf)
  const { rows: settled } = await sql<SettledWebhook>`
    update webhooks set failing_since = judged.since,
      announced_failing_since = case when judged.event_type is not null then judged.since
        when judged.recovered_since is not null then null else webhooks.announced_failing_since end,
      status = case when judged.event_type = 'webhook.failed' then 'failed' else webhooks.status end,
      updated_at = case when judged.event_type = 'webhook.failed'
        then greatest(webhooks.updated_at, judged.last_failure) else webhooks.updated_at end
    from (
      select hook.workspace_id, hook.id, failing.since, ended.last_failure, notice.event_type, notice.recovered_since
      from ${asEnded(rows)}
        join webhooks hook on hook.workspace_id = ended.workspace_id and hook.id = ended.id and ${hasSameAddress}
        cross join lateral (select ${failingSince} as since) as failing
        cross join lateral (select
          ${eventTypeAfter(policy)} as event_type,
          ${recoveredSince} as recovered_since
        ) as notice
      where hook.failing_since is distinct from failing.since or notice.event_type is not null
        or notice.recovered_since is not null
      order by hook.workspace_id, hook.id for no key update of hook) as judged
    where webhooks.workspace_id = judged.workspace_id and webhooks.id = judged.id
    returning webhooks.workspace_id, webhooks.id, webhooks.user_id, webhooks.scope, webhooks.url, judged.since,
      judged.event_type, judged.recovered_since,
      case when webhooks.chat is not null then encode(webhooks.secret, 'hex') end as chat_secret`.execute(tx)
  return settled.flatMap(({ chat_secret, ...row }) =>
    changesOf(row, groups.get(keyOf(row.workspace_id, row.id, row.url, chat_secret))!),
  )
}

/** Of one address: attempts at an earlier one may be in the same batch. */
const keyOf = (workspaceId: string, webhookId: string, url: string, chatSecret: string | null) =>
  `${workspaceId} ${webhookId} ${url} ${chatSecret}`

/** The sealed address of a chat: `url` is only its origin, and storing an address seals it anew. */
const secretOfChat = ({ chat, secret }: Outcome['message']) => (chat === null ? null : secret.toString('hex'))

const inOrder = (outcomes: Outcome[]) => outcomes.toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime())

/** Whether there was a success, and the failures after the last one. */
function summaryOf(group: Outcome[]) {
  const { message } = group[0]!
  const { workspace_id, webhook_id, url } = message
  const lastSuccess = group.findLastIndex(isSuccess)
  const failures = group.slice(lastSuccess + 1)
  return {
    workspace_id,
    id: webhook_id,
    url,
    chat_secret: secretOfChat(message),
    succeeded: lastSuccess >= 0,
    gone: failures.some(isGone),
    first_failure: failures[0]?.endedAt ?? null,
    last_failure: failures.at(-1)?.endedAt ?? null,
  }
}

/** The summaries as the table `ended`. */
const asEnded = (rows: object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ended (workspace_id text, id text, url text,
    chat_secret text, succeeded boolean, gone boolean, first_failure timestamptz(3), last_failure timestamptz(3))`

const hasSameAddress = sql`hook.url = ended.url
  and (hook.chat is null or hook.secret = decode(ended.chat_secret, 'hex'))`

/** Null if the last attempt succeeded. */
const failingSince = sql`case when ended.succeeded then ended.first_failure
  else coalesce(hook.failing_since, ended.first_failure) end`

/** What administrators hear of: `webhook.failing` once for each time that it begins to fail. */
const eventTypeAfter = ({ disableAfterSeconds, failingAfterSeconds }: RetryPolicy) => sql`
  case when hook.status <> 'active' then null
    when ended.gone then 'webhook.failed'
    when ended.last_failure - failing.since >= make_interval(secs => ${disableAfterSeconds}) then 'webhook.failed'
    when ended.last_failure - failing.since >= make_interval(secs => ${failingAfterSeconds})
      and hook.announced_failing_since is distinct from failing.since then 'webhook.failing' end`

/** Null if it did not recover, or nobody had heard that it fails. */
const recoveredSince = sql`case when hook.status = 'active' and ended.succeeded then hook.announced_failing_since end`

/** Within one batch a webhook may recover and begin to fail again. */
function changesOf(
  { since, event_type, recovered_since, ...webhook }: Omit<SettledWebhook, 'chat_secret'>,
  group: Outcome[],
): HealthChange[] {
  const change = (type: HealthChange['type'], failingSince: Date, { endedAt, statusCode, error }: Outcome) => ({
    ...webhook,
    type,
    failingSince,
    at: endedAt,
    statusCode,
    error,
  })
  return [
    ...(recovered_since ? [change('webhook.recovered', recovered_since, group.findLast(isSuccess)!)] : []),
    ...(event_type ? [change(event_type, since!, group.at(-1)!)] : []),
  ]
}

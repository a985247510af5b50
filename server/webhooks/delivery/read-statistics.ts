/** Statistics of a webhook: its messages by result, and how long its attempts took (decision 47). */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import { utc } from '../../platform/time.ts'
import type { WebhookView } from '../endpoints/access.ts'

/** The messages that were created in the hour or day from `start` on, by result, and how long their attempts took. */
export type Bucket = {
  start: string
  delivered: number
  failed: number
  skipped: number
  pending: number
  p50_ms: number | null
  p99_ms: number | null
}

const hourMs = 3_600_000
/** Longer spans are counted by day. */
const maxByHour = 72

/**
 * The cost grows with the number of the webhook's messages in that time.
 * @param hours  up to now; the hour, or the day, that has begun counts as one
 */
export async function readStatistics(db: Db, now: Date, webhook: WebhookView, hours: number): Promise<Bucket[]> {
  const sizeMs = hours <= maxByHour ? hourMs : 24 * hourMs
  const count = Math.ceil((hours * hourMs) / sizeMs)
  const last = Math.floor(now.getTime() / sizeMs)
  const starts = Array.from({ length: count }, (_, index) => new Date((last - count + 1 + index) * sizeMs))
  const { rows } = await sql<Omit<Bucket, 'start'> & { start: Date }>`
    with message as materialized (
      select id, status, date_bin(make_interval(secs => ${sizeMs / 1_000}), created_at, ${starts[0]}::timestamptz) as start
      from messages where workspace_id = ${webhook.workspace_id} and webhook_id = ${webhook.id}
        and status in ('delivered', 'failed', 'skipped', 'pending') and created_at >= ${starts[0]}::timestamptz),
    counted as (
      select start, count(*) filter (where status = 'delivered') as delivered,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'skipped') as skipped,
        count(*) filter (where status = 'pending') as pending
      from message group by start),
    timed as (
      select start, percentile_disc(array[0.5, 0.99]) within group (order by duration_ms) as times
      from message join attempts on attempts.workspace_id = ${webhook.workspace_id} and attempts.message_id = message.id
      group by start)
    select start, coalesce(delivered, 0)::int as delivered, coalesce(failed, 0)::int as failed,
      coalesce(skipped, 0)::int as skipped, coalesce(pending, 0)::int as pending, times[1] as p50_ms, times[2] as p99_ms
    from unnest(${starts}::timestamptz[]) bucket (start) left join counted using (start) left join timed using (start)
    order by start`.execute(db)
  return rows.map((row) => ({ ...row, start: utc(row.start) }))
}

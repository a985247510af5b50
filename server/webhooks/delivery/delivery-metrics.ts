/** Metrics of deliveries: the due messages in the database for all workers, and the attempts of this process. */
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Db } from '../../platform/postgres/db.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Clock } from '../../platform/time.ts'
import type { Attempt } from './deliverer.ts'
import { countDue, nextDue } from './due.ts'
import { isSuccess, type Outcome } from './outcome.ts'

/** Messages that are due, for any process. Each gauge reads one index range. */
export function watchMessages({ metrics, db, clock }: { metrics: Metrics; db: Db; clock: Clock }): void {
  metrics.gauge('webhook_messages_due', 'Messages that are due and wait for a worker.', () => countDue(db, clock()))
  metrics.gauge('webhook_oldest_due_age_seconds', 'For how long the oldest of them has been due.', async () => {
    const next = await nextDue(db, clock())
    return next ? Math.max(0, clock().getTime() - next.getTime()) / 1_000 : 0
  })
}

/** @returns a function that adds counting to attempts: by result, by delay, and while they are under way */
export function measureAttempts({ registry }: Metrics): (attempt: Attempt) => Attempt {
  const registers = [registry]
  const inFlight = new Gauge({
    name: 'webhook_requests_in_flight',
    help: 'Requests to webhooks that this process waits for.',
    registers,
  })
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a message, by result: delivered, the class of another status, or no answer.',
    labelNames: ['result'],
    registers,
  })
  const delay = new Histogram({
    name: 'webhook_first_attempt_delay_seconds',
    help: 'Time from the event to the first attempt to send it, without messages that were held, skipped or sent by hand.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  return (attempt) => async (message, stopping) => {
    inFlight.inc()
    const outcome = await attempt(message, stopping)
    inFlight.dec()
    if (!outcome) return null
    attempts.inc({ result: resultOf(outcome) })
    const delayMs = outcome.sentAt.getTime() - message.created_at.getTime()
    if (message.attempts === 0 && !message.manual && !message.was_held) delay.observe(delayMs / 1_000)
    return outcome
  }
}

function resultOf(outcome: Outcome): string {
  if (isSuccess(outcome)) return 'delivered'
  return outcome.statusCode === null ? 'no_answer' : `${Math.trunc(outcome.statusCode / 100)}xx`
}

/** A delivery as the API prints it (decision 39). *Pure.* */
import type { Static } from 'typebox'
import { utc, utcOrNull } from '../../platform/time.ts'
import type { DeliveryView, getDelivery } from './read-deliveries.ts'
import type { Delivery, DeliveryWithLog } from './schemas.ts'

/** While an attempt is under way there is no next one yet. */
export function presentDelivery(message: DeliveryView): Static<typeof Delivery> {
  const { id, event_type, status, attempts, created_at, claim, next_attempt_at, event_key } = message
  const waits = (status === 'pending' || status === 'held') && claim === null
  return {
    id,
    event_type,
    status,
    attempts,
    created_at: utc(created_at),
    next_attempt_at: utcOrNull(waits ? next_attempt_at : null),
    last_status_code: message.last_status_code,
    // Only a test event has its message's id as its key (`send-by-hand.ts`).
    test: event_key === id,
    recap_title: message.recap_title,
  }
}

export function presentDeliveryWithLog(
  message: Awaited<ReturnType<typeof getDelivery>>,
): Static<typeof DeliveryWithLog> {
  return {
    ...presentDelivery(message),
    payload: message.body === null ? null : JSON.parse(String(message.body)),
    attempt_log: message.attemptLog.map(({ sent_at, ...attempt }) => ({ ...attempt, sent_at: utc(sent_at) })),
  }
}

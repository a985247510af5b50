import Type, { type Static } from 'typebox'
import { dateBounds } from '../../platform/http/filters.ts'
import { DateFilter, Id, IdOf, Maybe, Nullable, OneOf, pageQuery, Time } from '../../platform/http/schema.ts'
import { eventTypes } from '../events/event-types.ts'

const statuses = ['pending', 'delivered', 'failed', 'held', 'skipped', 'cancelled'] as const

const EventTypeName = OneOf([...eventTypes], { description: 'What happened.' })

const fields = {
  id: IdOf('hook_id', 'The `hook-id` that the receiver sees, the same over all attempts.'),
  event_type: EventTypeName,
  status: OneOf([...statuses], {
    description:
      '`held` waits until the webhook is active again; `skipped` happened while the webhook was not active; `cancelled` quoted data that was deleted.',
  }),
  attempts: Type.Integer({ description: 'Requests that were made so far.' }),
  created_at: Time('When the event happened.'),
  next_attempt_at: Nullable(Time('When it is tried next; null if no attempt is planned, and during an attempt.')),
  last_status_code: Nullable(
    Type.Integer({ description: "Status code of the receiver's last answer; null without an answer." }),
  ),
  test: Type.Boolean({ description: 'Whether it is a test event that a person requested.' }),
  recap_title: Nullable(
    Type.String({
      description:
        'Of a recap that went to the chat of a channel, its title now; null for other messages, and while the channel does not read it.',
    }),
  ),
}

export const Delivery = Type.Object(fields, { $id: 'Delivery', description: 'One message to one webhook.' })

const Attempt = Type.Object({
  number: Type.Integer({ description: 'From 1.' }),
  sent_at: Time('When the request was made.'),
  duration_ms: Type.Integer({ description: 'Milliseconds until the answer, or until the attempt was given up.' }),
  status_code: Nullable(Type.Integer()),
  error: Nullable(Type.String({ description: 'Why there was no answer; null where there was one.' })),
  response_body: Nullable(Type.String({ description: 'The first 16 KiB of the answer.' })),
  manual: Type.Boolean({ description: 'Whether `resend` requested it.' }),
})

export const DeliveryWithLog = Type.Object(
  {
    ...fields,
    payload: Nullable(Type.Object({}, { additionalProperties: true, description: 'The body as it is sent.' })),
    attempt_log: Type.Array(Attempt, { description: 'The newest 100 attempts, in order; `attempts` counts all.' }),
  },
  { description: 'A delivery with its payload and its attempts.' },
)

const DeliveryFilters = Type.Object(
  {
    status: Maybe(OneOf([...statuses])),
    event_type: Maybe(EventTypeName),
    created_at_start: dateBounds.created_at_start,
    created_at_end: dateBounds.created_at_end,
  },
  {
    'x-consume': 'application/json',
    description: 'JSON. All given filters must match.',
    examples: [{ status: 'failed' }],
  },
)
export type DeliveryFilters = Static<typeof DeliveryFilters>

/** Statistics go back 30 days at most. */
const maxHours = 720

export const StatisticsQuery = Type.Object({
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxHours, default: 24, description: 'How far back, up to now; 1 to 720.' }),
  ),
})

export const Statistics = Type.Object(
  {
    buckets: Type.Array(
      Type.Object({
        start: Time('When the hour or day begins.'),
        delivered: Type.Integer(),
        failed: Type.Integer(),
        skipped: Type.Integer(),
        pending: Type.Integer({ description: 'Waiting, held, or tried again later.' }),
        p50_ms: Nullable(Type.Integer({ description: 'Median duration of the attempts, in milliseconds.' })),
        p99_ms: Nullable(Type.Integer({ description: '99th percentile of the same.' })),
      }),
      { description: 'One for each hour up to 72 hours, otherwise one for each day; the last one has not ended yet.' },
    ),
  },
  { description: 'For each hour or day, how many of its messages had each result, and how long their attempts took.' },
)

export const DeliveryQuery = Type.Object({ ...pageQuery, filters: Type.Optional(DeliveryFilters) })

export const DeliveryId = Type.Object({
  webhook_id: Id('Webhook identifier.', 'wh_1'),
  hook_id: Id('Delivery identifier, the `hook-id`.', 'msg_1'),
})

export const Recover = Type.Object(
  {
    since: DateFilter('Events that happened at or after this.'),
    until: Maybe(DateFilter('Events that happened at or before this; without it until now.')),
  },
  { examples: [{ since: '2026-01-05' }] },
)

export const TestEvent = Type.Object({ event_type: EventTypeName }, { examples: [{ event_type: 'ai_note.generated' }] })

export const RotateSecret = Type.Object(
  {
    overlap_seconds: Maybe(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: 86_400,
        description: 'For how many seconds requests are also signed with the replaced secret.',
      }),
    ),
  },
  { examples: [{ overlap_seconds: 86_400 }] },
)

export const deliveryExample: Static<typeof Delivery> = {
  id: 'msg_1',
  event_type: 'ai_note.generated',
  status: 'delivered',
  attempts: 1,
  created_at: '2026-01-05T09:40:00.000Z',
  next_attempt_at: null,
  last_status_code: 200,
  test: false,
  recap_title: null,
}

export const deliveryWithLogExample: Static<typeof DeliveryWithLog> = {
  ...deliveryExample,
  payload: { event_type: 'ai_note.generated', id: 'n_1' },
  attempt_log: [
    {
      number: 1,
      sent_at: '2026-01-05T09:40:00.012Z',
      duration_ms: 84,
      status_code: 200,
      error: null,
      response_body: 'ok',
      manual: false,
    },
  ],
}

import Type, { type Static } from 'typebox'
import { dateBounds } from '../../platform/http/filters.ts'
import { Id, IdOf, Maybe, maxAddress, maxId, OneOf, pageQuery, Time } from '../../platform/http/schema.ts'
import { typesFor, unnamedTypes } from '../events/event-types.ts'
import { headerLimits } from './custom-headers.ts'

const url = { maxLength: maxAddress, description: 'A public HTTPS address; it is verified first.' }
const named = (types: string[]) => types.map((type) => `\`${type}\``).join(', ')
const ofUsers = typesFor('user')
const others = typesFor('workspace').filter((type) => !ofUsers.includes(type))
const events = {
  description: `The types of events to receive: ${named(ofUsers)}; for a workspace webhook also ${named(others)}. For a user webhook an empty list means ${named(unnamedTypes)}.`,
}
// There are few types of events, and each entry of a long list would be checked.
const givenEvents = { ...events, maxItems: 100 }
const description = { description: 'Free text.' }
const givenDescription = { ...description, maxLength: 1_000 }
// Not a closed set here, because a wrong name has an error message of its own (spec 7.2).
const EventName = Type.String()
const GivenName = Type.String({ maxLength: maxId })

const { count, valueLength } = headerLimits
const GivenHeaders = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: valueLength },
  maxProperties: count,
  description: `Headers that are sent with each request, and with the verification: at most ${count}, each of at most ${valueLength} visible ASCII characters. Headers that sign or that HTTP needs are not allowed. The values are kept sealed, and no answer shows them.`,
  examples: [{ Authorization: 'Bearer of-the-gateway' }],
} as never)

/** Values are never shown, so a client must be able to change one header without sending the others. */
const ChangedHeaders = Type.Unsafe<Record<string, string | null>>({
  type: 'object',
  maxProperties: 2 * count,
  additionalProperties: { type: ['string', 'null'], maxLength: valueLength },
  description:
    'Sets these, whether they are there or not, and removes those with null; the others stay. Not beside `headers`.',
  examples: [{ 'X-Team': 'crm', Authorization: null }],
} as never)

const fields = {
  id: IdOf('webhook_id', 'Webhook identifier.'),
  url: Type.String({ description: 'Where events are sent to.' }),
  description: Type.String(description),
  status: OneOf(['active', 'inactive', 'failed'], {
    description: '`failed` is set by the service, after five days in which nothing could be delivered.',
  }),
  enabled_events: Type.Array(EventName, events),
  scope: OneOf(['user', 'workspace', 'channel'], {
    description:
      'Which events it receives: `user` those that its owner may see, `workspace` all, `channel` recaps that are published in a channel. ' +
      'The last is changed by `deliver_to` of its channel, and its `url` is only the origin.',
  }),
  header_names: Type.Optional(
    Type.Array(Type.String(), { description: 'The names of its own headers, if it has any.' }),
  ),
  created_at: Time('When it was made.'),
  updated_at: Time('When it was last changed.'),
}

export const Webhook = Type.Object(fields, { $id: 'Webhook', description: 'A receiver of events (spec 2.8).' })

export const CreatedWebhook = Type.Object(
  { ...fields, secret: Type.String({ description: 'Verifies signatures. It is shown only this once.' }) },
  { description: 'A webhook with its secret.' },
)

export const webhookExample: Static<typeof Webhook> = {
  id: 'wh_1',
  url: 'https://hooks.example.com/minutebook',
  description: 'Tells the CRM',
  status: 'active',
  enabled_events: ['ai_note.generated'],
  scope: 'user',
  created_at: '2026-01-05T09:00:00.000Z',
  updated_at: '2026-01-05T09:00:00.000Z',
}

const createExample = { url: webhookExample.url, enabled_events: webhookExample.enabled_events }

export const CreateWebhook = Type.Object(
  {
    url: Type.String(url),
    enabled_events: Type.Array(GivenName, givenEvents),
    description: Maybe(Type.String(givenDescription)),
    status: Maybe(OneOf(['active', 'inactive'], { description: '`active` without it.' })),
    headers: Maybe(GivenHeaders),
    scope: Maybe(
      OneOf(['user', 'workspace'], { description: '`user` without it; `workspace` needs a super admin key.' }),
    ),
  },
  { examples: [createExample] },
)
export type CreateWebhook = Static<typeof CreateWebhook>

export const ChangeWebhook = Type.Object(
  {
    url: Maybe(Type.String(url)),
    enabled_events: Maybe(Type.Array(GivenName, givenEvents)),
    description: Maybe(Type.String(givenDescription)),
    status: Maybe(OneOf(['active', 'inactive'], { description: '`active` also reactivates a failed one.' })),
    headers: Maybe({
      ...GivenHeaders,
      description:
        'Replaces all headers; null or `{}` removes them. A new `url` of another origin without `headers` removes them too.',
    }),
    change_headers: Maybe(ChangedHeaders),
  },
  { description: 'Only the given fields change. `scope` is not accepted.', examples: [{ status: 'inactive' }] },
)
export type ChangeWebhook = Static<typeof ChangeWebhook>

export const WebhookId = Type.Object({ webhook_id: Id('Webhook identifier.', 'wh_1') })

const WebhookFilters = Type.Object(
  { status: Maybe(OneOf(['active', 'inactive', 'failed'])), ...dateBounds },
  {
    'x-consume': 'application/json',
    description: 'JSON. All given filters must match.',
    examples: [{ status: 'failed' }],
  },
)
export type WebhookFilters = Static<typeof WebhookFilters>

export const WebhookQuery = Type.Object({ ...pageQuery, filters: Type.Optional(WebhookFilters) })

export const WebhookDeleted = Type.Object({ webhook_id: Type.String(), deleted: Type.Literal(true) })

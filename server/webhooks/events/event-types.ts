/** The types of events that are announced (spec 6). *Pure.* */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { ApiError } from '../../platform/errors.ts'
import type { EventType } from '../../platform/postgres/column-types.ts'
import type { ChatKind, WebhookRow } from '../../platform/postgres/tables.ts'
import { cutShort } from '../../platform/text.ts'

/**
 * Every type, and who receives it: `all` also those who name no type, which are the types of the specification; `named`
 * only who names it; `workspace` only workspace webhooks that name it. If a type is missing here, this does not compile.
 */
const known: Record<EventType, 'all' | 'named' | 'workspace'> = {
  'action_item.assigned': 'all',
  'action_item.completed': 'all',
  'ai_note.generated': 'all',
  'ai_note.shared_to_channel': 'all',
  'recording.ready': 'named',
  'recording.changed': 'named',
  'recording.deleted': 'named',
  'upload.failed': 'named',
  'note.changed': 'named',
  'note.shared': 'named',
  'decision.made': 'named',
  'decision.superseded': 'named',
  'webhook.failing': 'workspace',
  'webhook.failed': 'workspace',
  'webhook.recovered': 'workspace',
}

export const eventTypes = Object.keys(known) as EventType[]

/** What an empty list means (decision 61). */
export const unnamedTypes = eventTypes.filter((type) => known[type] === 'all')

/** The types that a webhook of this scope may subscribe to. */
export const typesFor = (scope: WebhookRow['scope']): EventType[] =>
  eventTypes.filter((type) => scope === 'workspace' || known[type] !== 'workspace')

/**
 * Reads `enabled_events`; duplicates are dropped. For a user webhook an empty list means `unnamedTypes`; a
 * workspace webhook must name its types.
 * @throws {ApiError} 400 with the message of spec 7.3 and decision 30 on event types
 */
export function readEventTypes(names: string[], scope: WebhookRow['scope']): EventType[] {
  const types = [...new Set(names)]
  const valid: string[] = typesFor(scope)
  const invalid = types.filter((name) => !valid.includes(name))
  if (invalid.length > 0) {
    throw new ApiError(400, `Invalid event types: ${quoted(invalid)}. Valid event types: ${valid.join(', ')}`)
  }
  if (types.length === 0 && scope === 'workspace') {
    throw new ApiError(400, 'A workspace webhook must subscribe to at least one event')
  }
  return types as EventType[]
}

const maxQuoted = 20
const longestQuoted = 100

/** The first of these names, cut short. */
function quoted(names: string[]): string {
  const shown = names.slice(0, maxQuoted).map((name) => cutShort(name, longestQuoted))
  const unlisted = names.length - shown.length
  return shown.join(', ') + (unlisted > 0 ? ` and ${unlisted} more` : '')
}

/** What a payload looks like: its JSON Schema and an example that fits it. */
export type PayloadDescription = { schema: TSchema; example: object }

/**
 * One type of event as the room that announces it describes it; the two payloads differ as spec 6 says. Without `user` only
 * workspace webhooks receive it.
 */
export type EventDescription = {
  description: string
  user?: PayloadDescription
  workspace: PayloadDescription
  /** An example for the webhook of a channel, in the form of its chat; `address` is where people reach the workspace. */
  channel?: (chat: ChatKind, address: string) => object
}

/** Every type; only the composition root knows them all. */
export type EventCatalog = Readonly<Record<EventType, EventDescription>>

const test = Type.Optional(Type.Literal(true, { description: 'Only on test events: nothing happened.' }))

/** The schema of a payload with an example. A payload has no properties that the schema does not name. */
export function payload<P extends TProperties>(properties: P, example: Static<TObject<P>>): PayloadDescription {
  return { schema: Type.Object({ ...properties, test }, { additionalProperties: false }), example }
}

/** @throws {ApiError} 400 for a type that such a webhook never receives */
export function exampleFor(
  catalog: EventCatalog,
  type: EventType,
  { scope, chat }: Pick<WebhookRow, 'scope'> & { chat: ChatKind | null },
  address: string,
): object {
  if (scope === 'channel') {
    const { channel } = catalog[type]
    if (!channel) throw new ApiError(400, `The webhook of a channel never receives ${type}`)
    return { ...channel(chat!, address), ...(chat === 'generic' && { test: true }) }
  }
  const payload = catalog[type][scope]
  if (!payload) throw new ApiError(400, `Only a workspace webhook receives ${type}`)
  return { ...payload.example, test: true }
}

/**
 * The section `webhooks` of openapi.json: one entry for each event type, with the payload for a user webhook and that
 * for a workspace webhook.
 */
export function documentEvents(catalog: EventCatalog): Record<string, object> {
  return Object.fromEntries(Object.entries(catalog).map(([type, event]) => [type, { post: received(type, event) }]))
}

const both = 'listeners of `GET /api/v1/events` receive the first of the two.'
const alone = 'only workspace webhooks that name it receive it.'

function received(type: string, { description, user, workspace }: EventDescription) {
  return {
    operationId: `receive_${type.replace('.', '_')}`,
    tags: ['Webhooks'],
    summary: type,
    description: `${description} Signed by the secret of the webhook; ${user ? both : alone}`,
    // The receiver has no key of ours to check.
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: user ? { anyOf: [user.schema, workspace.schema] } : workspace.schema,
          example: (user ?? workspace).example,
        },
      },
    },
    responses: { '2XX': { description: 'Received. After any other answer the event is sent again.' } },
  }
}

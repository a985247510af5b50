/** The section `webhooks` of openapi.json: the events that receivers are sent (spec 6). *Pure.* */
import type { EventCatalog, EventDescription } from './event-types.ts'

/** One entry for each event type, with the payload for a user webhook and that for a workspace webhook. */
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

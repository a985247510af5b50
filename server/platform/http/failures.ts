/** How operations fail, as openapi.json describes it. */
import type { Static, TProperties } from 'typebox'
import { failureBody } from '../errors.ts'
import type { OpenApi } from './openapi-document.ts'
import type { Failure } from './schema.ts'

/** An answer with its own description; the example is of a failure. */
export type OwnAnswer = { description: string; example?: Static<typeof Failure>; headers?: TProperties }

/** A failure with its own description. @param code  its word for programs, if it has one */
export const failure = (description: string, message: string, code?: string): OwnAnswer => ({
  description,
  example: { ...failureBody(message), ...(code && { code }) },
})

/** The usual failures, with the name in components.responses, the description and the example of each. */
export const standardFailures: Record<number, OwnAnswer & { name: string }> = {
  400: {
    name: 'BadRequest',
    description: 'The request is not valid; nothing was changed.',
    example: {
      ...failureBody('body.pagination.page_size must be at most 50'),
      errors: [{ location: 'body.pagination.page_size', message: 'must be at most 50' }],
    },
  },
  401: {
    name: 'Unauthorized',
    description: 'The key is missing or not valid here, or the session has ended.',
    example: failureBody('Missing or invalid API key'),
  },
  403: {
    name: 'Forbidden',
    description:
      'The key or session is valid but lacks the right; or a page of another origin sent a request that changes something.',
    example: failureBody('X-On-Behalf-Of header requires super admin privileges'),
  },
  404: {
    name: 'NotFound',
    description: 'It does not exist, or the caller may not see it.',
    example: failureBody('Note not found'),
  },
  409: {
    name: 'Conflict',
    description: 'It conflicts with what exists already; nothing was changed.',
    example: failureBody('This event has a note already'),
  },
  412: {
    name: 'PreconditionFailed',
    description: 'Somebody changed it since it was read; nothing was changed.',
    example: failureBody('The note has changed since it was read; read it again'),
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is larger than the operation takes: 64 KiB or, where contents are large, BODY_LIMIT_BYTES.',
    example: failureBody('The body is over the limit of 65536 bytes'),
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The content type of the body is not accepted.',
    example: failureBody('Send the body as application/json'),
  },
  422: {
    name: 'UnprocessableContent',
    description: 'The request is well formed but cannot be carried out; nothing was changed.',
    example: failureBody('The text to find is not in the agenda'),
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests with this key or session; `Retry-After` says how many seconds to wait.',
    example: { ...failureBody('Too many requests; try again in 1 s'), code: 'rate_limited' },
  },
  500: { name: 'InternalError', description: 'An error of the service.', example: failureBody('Internal error') },
  502: {
    name: 'SwitchedOff',
    description: 'What the request needs was switched off for the workspace.',
    example: failureBody('Webhooks are switched off for this workspace'),
  },
  503: {
    name: 'Unavailable',
    description:
      'The workspace does not have this feature. Or the database is not available or did not answer in time, or the service is busy; then `Retry-After` says when to try again.',
    example: failureBody('The database is not available; try again'),
  },
}

/** Moves the usual failures, as most operations have them, to components.responses: they are more than half of the text. */
export function shareFailures({ paths, components }: OpenApi): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  components.responses = {}
  for (const [status, { name }] of Object.entries(standardFailures)) {
    const usual = mostFrequent(operations.map(({ responses }) => JSON.stringify(responses[status])))
    components.responses[name] = JSON.parse(usual)
    for (const { responses } of operations) {
      if (JSON.stringify(responses[status]) === usual) responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
}

function mostFrequent(texts: (string | undefined)[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]![0]
}

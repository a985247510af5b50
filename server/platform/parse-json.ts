/** Bodies and query parameters as JSON, judged only once the caller is known (decisions 1 and 3). */
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { ApiError, invalid } from './errors.ts'
import { findUnstorable } from './text.ts'

/** Makes the body, and query parameters that hold JSON, into values. Run once the caller is known (decision 3). */
export function parseJson(request: FastifyRequest): void {
  const { schema, config } = request.routeOptions
  if (schema?.body) request.body = parseBody(request, config)
  const query = request.query as Record<string, unknown>
  for (const name of config.jsonQuery ?? []) {
    if (query[name] !== undefined) query[name] = parseText(String(query[name]), `query.${name}`) ?? undefined
  }
  const found = schema?.querystring ? findUnstorable(query, 'query') : null
  if (found) throw invalid(found, 'must not contain NUL or half a surrogate pair')
}

function parseBody(request: FastifyRequest, { bodyRequired = false, otherBodies = {} }: FastifyContextConfig): unknown {
  const bytes = request.rawBody
  if (!bytes?.length) return noBody(bodyRequired)
  const type = request.contentType
  if (Object.hasOwn(otherBodies, type.split(';')[0]!.trim().toLowerCase())) {
    request.otherBody = bytes
    return {}
  }
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new ApiError(415, `Send the body as ${['application/json', ...Object.keys(otherBodies)].join(' or ')}`)
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ApiError(400, 'The body is not UTF-8', {
      cause,
      faults: [{ location: 'body', message: 'must be UTF-8' }],
    })
  }
  return parseText(text, 'body') ?? noBody(bodyRequired)
}

function noBody(required: boolean): object {
  if (required) throw invalid('body', 'is required')
  return {}
}

function parseText(text: string, location: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid(location, `must be JSON: ${(error as Error).message}`)
  }
  // Only an escape can bring such a character into JSON that is valid UTF-8.
  const found = /\\u(0000|d[89a-f])/i.test(text) ? findUnstorable(value, location) : null
  if (found) throw invalid(found, 'must not contain NUL or half a surrogate pair')
  return value
}

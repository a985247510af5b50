/** Bodies and query parameters as JSON, checked only once the caller is known (decisions 1 and 3 on the order of checks). */
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../errors.ts'
import { findUnstorable } from '../text.ts'
import { requirePlainBody } from './plain-body.ts'
import { readJson, usualValues } from './read-json.ts'

/** Parses the body, and query parameters that hold JSON. Runs once the caller is known (decision 3 on the order of checks). */
export function parseJson(request: FastifyRequest): void {
  const { schema, config } = request.routeOptions
  if (schema?.body) request.body = parseBody(request, config)
  const query = request.query as Record<string, unknown>
  for (const name of config.jsonQuery ?? []) {
    if (query[name] !== undefined)
      query[name] = readJson(Buffer.from(String(query[name])), `query.${name}`, usualValues) ?? undefined
  }
  const found = schema?.querystring ? findUnstorable(query, 'query') : null
  if (found) throw invalid(found, 'must not contain NUL or half a surrogate pair')
}

/** The received bytes of a JSON body, if there is one. @throws {ApiError} 415 */
function bytesOfJson(request: FastifyRequest, others: string[]): Buffer | undefined {
  const { rawBody, contentType } = request
  if (!rawBody?.length) return undefined
  if (/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) return rawBody
  throw new ApiError(415, `Send the body as ${['application/json', ...others].join(' or ')}`)
}

function parseBody(request: FastifyRequest, config: FastifyContextConfig): unknown {
  if (request.rawBody?.length) requirePlainBody(request)
  const { bodyRequired = false, otherBodies = {}, maxValues = usualValues } = config
  if (request.rawBody?.length && Object.hasOwn(otherBodies, request.contentType.split(';')[0]!.trim().toLowerCase())) {
    request.otherBody = request.rawBody
    return {}
  }
  const bytes = bytesOfJson(request, Object.keys(otherBodies))
  if (config.readsBody && bytes) return {}
  return (bytes && readJson(bytes, 'body', maxValues)) ?? noBody(bodyRequired)
}

function noBody(required: boolean): object {
  if (required) throw invalid('body', 'is required')
  return {}
}

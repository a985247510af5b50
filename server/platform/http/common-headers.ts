/** The headers that openapi.json describes for all answers alike. */
import type { Header, OpenApi } from './openapi-document.ts'
import { requiredMark } from './operation.ts'

const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 1 } })
const requests = (description: string, minimum: number) => ({ description, schema: { type: 'integer', minimum } })
const required = { required: true }

const headers = {
  'X-Request-Id': {
    ...required,
    description: 'Identifies this request in the log of the service: quote it when you report an error.',
    schema: { type: 'string', pattern: '^req_[0-9a-z]{20,}$' },
    example: 'req_0mk2p1c4e9f8d7c6b5a4f3e2d1c0b',
  },
  'WWW-Authenticate': {
    ...required,
    description: 'The schemes that `Authorization` takes.',
    schema: { type: 'string' },
    example: 'ApiKey realm="minutebook", Bearer realm="minutebook"',
  },
  'Ignored-Fields': {
    description:
      'The first 20 fields of the request that this operation does not know, each with its path; they changed nothing.',
    schema: { type: 'string' },
    example: 'filters.query, pagination.limit',
  },
  'Retry-After': seconds('How many seconds to wait before trying again; with every 429.'),
  'RateLimit-Limit': requests(
    'While a limit is on: how many requests the key may send in a window; of several windows, the one with fewest left.',
    1,
  ),
  'RateLimit-Remaining': requests('How many of them are left.', 0),
  'RateLimit-Reset': seconds('Seconds until that window is over.'),
}

function shared(name: keyof typeof headers) {
  return { $ref: `#/components/headers/${name}` }
}

/** These may be answered before the key is known, and then carry no headers of its rate. */
const beforeKey = ['401', '413', '500', '503']

/** Adds the headers that operations have in common. */
export function addCommonHeaders(document: OpenApi): void {
  Object.assign(document.components, { headers })
  for (const { security, parameters = [], requestBody, responses } of Object.values(document.paths).flatMap((path) =>
    Object.values(path),
  )) {
    const keyed = security?.length !== 0
    const takesFields =
      requestBody?.content['application/json'] !== undefined || parameters.some((parameter) => parameter.in === 'query')
    for (const [status, response] of Object.entries(responses)) {
      for (const header of Object.values(response.headers ?? {})) moveMark(header as Header)
      response.headers = {
        'X-Request-Id': shared('X-Request-Id'),
        ...(['429', '503'].includes(status) && { 'Retry-After': shared('Retry-After') }),
        ...(keyed && status === '401' && { 'WWW-Authenticate': shared('WWW-Authenticate') }),
        ...(keyed && !beforeKey.includes(status) && rate()),
        ...(keyed && takesFields && status.startsWith('2') && { 'Ignored-Fields': shared('Ignored-Fields') }),
        ...response.headers,
      }
    }
  }
}

function moveMark(header: Header & { schema: { [requiredMark]?: boolean } }): void {
  if (header.schema[requiredMark]) header.required = true
  delete header.schema[requiredMark]
}

const rate = () => ({
  'RateLimit-Limit': shared('RateLimit-Limit'),
  'RateLimit-Remaining': shared('RateLimit-Remaining'),
  'RateLimit-Reset': shared('RateLimit-Reset'),
})

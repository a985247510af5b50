/** HTTP as every room meets it: one body parser, one error shape, request ids, limits, no request without an answer. */

import { METHODS } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { answerBrokenRequest } from './broken-request.ts'
import { ApiError, invalid } from './errors.ts'
import { newId } from './id.ts'
import { Failure } from './schema.ts'
import { findUnstorable } from './text.ts'
import type { Clock } from './time.ts'
import { describeFaults, validatorFor } from './validate.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that each path has a route for. */
    knownMethods: Map<string, Set<string>>
    /** The operations, as `post /path`, that answer 400 without a body. */
    requiredBodies: Set<string>
  }
  interface FastifyRequest {
    /** The body as received; it becomes JSON only after the caller is known. */
    rawBody: Buffer | undefined
    /** The header of that name, taken out of Fastify's hands: a wrong one is judged after the caller (decision 3). */
    contentType: string
  }
  interface FastifyContextConfig {
    /** Without a body the answer is 400; elsewhere no body is an empty object (decision 1). */
    bodyRequired?: boolean
    /** Query parameters that hold JSON. */
    jsonQuery?: string[]
    /** Set where the path is known and the method is not. */
    allow?: string
  }
}

export type ApiOptions = { bodyLimitBytes: number; log: FastifyBaseLogger; clock: Clock }

/** A server without routes. The order of its checks is decision 3's. */
export function createApi({ bodyLimitBytes, log, clock }: ApiOptions): Api {
  const api = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    genReqId: () => newId('req', clock()),
    clientErrorHandler: answerBrokenRequest,
    // A path that cannot be decoded, or is longer than any route's.
    frameworkErrors: (_error, request, reply) => {
      void reply.raw
        .writeHead(404, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': request.id })
        .end(JSON.stringify({ message: 'Path not found' }))
    },
    // Node would answer these by itself, without a body.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: 1_000 },
  }).withTypeProvider<TypeBoxTypeProvider>()

  api.addSchema(Failure)
  for (const method of METHODS) if (!api.supportedMethods.includes(method)) api.addHttpMethod(method)
  api.server.on('checkExpectation', (request, response) => api.server.emit('request', request, response))
  api.setValidatorCompiler(validatorFor)
  api.setSchemaErrorFormatter((faults, part) => describeFaults(faults, part))
  api.decorateRequest('rawBody', undefined)
  api.decorateRequest('contentType', '')

  api.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.is404) throw new ApiError(404, 'Path not found')
    request.contentType = request.headers['content-type'] ?? ''
    delete request.headers['content-type']
    const { allow } = request.routeOptions.config
    if (allow) throw new ApiError(405, 'Method not allowed', { headers: { allow } })
    if (Number(request.headers['content-length']) > bodyLimitBytes) throw tooLarge(bodyLimitBytes)
  })

  // The path and never the query: cursors and filters are nobody's business, and signed links are secrets.
  api.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request
    const answered = {
      method,
      path: url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip,
    }
    request.log.info(answered, 'Answered')
  })

  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    done(null, undefined)
  })

  api.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error, request, bodyLimitBytes)
    if (failure.status >= 500) request.log.error({ err: failure.cause ?? error }, failure.message)
    // What of the body is still on its way has no reader any more.
    if (!request.raw.complete) reply.header('connection', 'close')
    reply.code(failure.status).headers(failure.headers).send(failure.body())
  })
  api.setNotFoundHandler(() => {
    throw new ApiError(404, 'Path not found')
  })
  const knownMethods = new Map<string, Set<string>>()
  api.decorate('knownMethods', knownMethods)
  const requiredBodies = new Set<string>()
  api.decorate('requiredBodies', requiredBodies)
  api.addHook('onRoute', ({ url, method, config }) => {
    if (config?.allow || url.includes('*') || url.endsWith('/')) return
    if (config?.bodyRequired) requiredBodies.add(`${String(method).toLowerCase()} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    const methods = knownMethods.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    knownMethods.set(url, methods)
  })
  return api
}

/** Makes the body, and query parameters that hold JSON, into values. Run once the caller is known (decision 3). */
export async function parseJson(request: FastifyRequest): Promise<void> {
  const { schema, config } = request.routeOptions
  if (schema?.body) request.body = parseBody(request, config.bodyRequired ?? false)
  const query = request.query as Record<string, unknown>
  for (const name of config.jsonQuery ?? []) {
    if (query[name] !== undefined) query[name] = parseText(String(query[name]), `query.${name}`) ?? undefined
  }
  const found = schema?.querystring ? findUnstorable(query, 'query') : null
  if (found) throw invalid(found, 'must not contain NUL or half a surrogate pair')
}

function parseBody(request: FastifyRequest, required: boolean): unknown {
  const bytes = request.rawBody
  if (!bytes?.length) return noBody(required)
  const type = request.contentType
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type))
    throw new ApiError(415, 'Send the body as application/json')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ApiError(400, 'The body is not UTF-8', {
      cause,
      faults: [{ location: 'body', message: 'must be UTF-8' }],
    })
  }
  return parseText(text, 'body') ?? noBody(required)
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

/** A known path answers 405 to every method it has no route for. Called once, after the last route. */
export function refuseOtherMethods(api: Api): void {
  for (const [url, methods] of api.knownMethods) {
    const others = api.supportedMethods.filter((method) => !methods.has(method))
    const allow = [...methods].sort().join(', ')
    api.route({ method: others, url, config: { allow }, schema: { hide: true } as object, handler: async () => {} })
  }
}

const tooLarge = (limit: number) => new ApiError(413, `The body is over the limit of ${limit} bytes`)

// PostgreSQL's own words for being away: connection failures, shutting down, starting up, full, closed to connections.
const awayCodes = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|08\w{3}|57P0[1-5]|53300|55000)$/

function failureOf(error: FastifyError, request: FastifyRequest, bodyLimitBytes: number): ApiError {
  if (error instanceof ApiError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(bodyLimitBytes)
  if (error.statusCode && error.statusCode < 500) return new ApiError(error.statusCode, error.message, { cause: error })
  if (
    awayCodes.test(error.code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  ) {
    const headers = { 'retry-after': '1' }
    return new ApiError(503, 'The database is not available; try again', { cause: error, headers })
  }
  const status = error.statusCode ?? 500
  if (status < 500) return new ApiError(status, error.message, { cause: error })
  request.log.debug({ code: error.code }, 'No rule names this error')
  return new ApiError(500, 'Internal error', { cause: error })
}

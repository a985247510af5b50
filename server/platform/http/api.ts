/** HTTP for every room: one body parser, one error shape, request ids, limits, and an answer to each request. */
import { type IncomingMessage, METHODS } from 'node:http'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { ApiError, failureBody } from '../errors.ts'
import { newId } from '../id.ts'
import { networkRule } from '../outbound/addresses.ts'
import type { Clock } from '../time.ts'
import { BodyRoom, bytesOf, smallBody } from './body-room.ts'
import { BrokenRequests } from './broken-request.ts'
import { dropRest } from './drop-rest.ts'
import { omitUnchanged } from './etag.ts'
import { failureOf, tooLarge } from './failure-of.ts'
import { keepTrusted, requireOneHost } from './forwarded.ts'
import { findIgnored, nameIgnored } from './ignored-fields.ts'
import { type Rewritten, rewrite } from './rewrite.ts'
import { Failure } from './schema.ts'
import { describeErrors, validatorFor } from './validate.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Media types that a route takes besides JSON, with their description in openapi.json. */
export type OtherBodies = Record<string, { description: string; example: string; minLength?: number }>

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that each path has a route for. */
    knownMethods: Map<string, Set<string>>
    /** The methods that each path has for some callers only. */
    limitedMethods: Map<string, Set<string>>
    /** The time within which a request must have arrived. */
    arrival: { milliseconds: number }
    /** How long requests under way may go on when the service stops. */
    drain: { milliseconds: number }
    /** Aborted when the service begins to stop: requests that wait are answered then. */
    closing: AbortSignal
    /** The operations, as `post /path`, that answer 400 without a body. */
    requiredBodies: Set<string>
    /** For each operation, as `post /path`, the bodies that it takes besides JSON. */
    otherBodies: Map<string, OtherBodies>
  }
  interface FastifyRequest {
    /** The body as received; it is parsed only after the caller is known. */
    rawBody: Buffer | undefined
    /** The body if its type is one of the route's `otherBodies`; the JSON body is empty then. */
    otherBody: Buffer | undefined
    /** Names the caller where scarce resources are shared fairly between callers; empty until the caller is known. */
    sharer: string
    /**
     * The header of that name, hidden from Fastify: a wrong one is refused only after the caller is known (decision 3
     * on the order of checks).
     */
    contentType: string
  }
  interface FastifyContextConfig {
    /** Without a body the answer is 400; elsewhere no body is an empty object (decision 1 on bodies). */
    bodyRequired?: boolean
    otherBodies?: OtherBodies
    /** Query parameters that hold JSON. */
    jsonQuery?: string[]
    /** Bytes of the largest body, if valid content may take more than 64 KiB; never above BODY_LIMIT_BYTES. */
    maxBodyBytes?: number
    /** JSON values in the largest body, where they may be more than 20,000. */
    maxValues?: number
    /** The handler reads and checks the bytes itself, outside the event loop. */
    readsBody?: boolean
    /** The body may take any time while bytes keep arriving. */
    slow?: boolean
    /** Set where the path is known and the method is not. */
    allow?: string
    /** Set where a known path has this method for some callers only: for the others the method does not exist. */
    isLimited?: boolean
  }
}

export type ApiOptions = {
  /** Bytes of the largest body on any route. */
  bodyLimitBytes: number
  log: FastifyBaseLogger
  clock: Clock
  rewritten?: Rewritten
  /** Networks of trusted proxies, whose headers name the client's address. */
  trustProxy?: string[]
}
/** The limit for bodies of routes that set none. */
const usualBodyBytes = smallBody

/** Bytes of large bodies in memory at once; more if one body may be larger than half of it. */
const usualBodyRoom = 67_108_864

/** Of Fastify's own log lines, keeps only the one for a stream that broke after its answer had begun. */
class OwnLines extends LogController {
  override streamError(err: Error & { code?: string }, _request: FastifyRequest, reply: FastifyReply): void {
    // A client that disconnected is not an error.
    if (err.code !== 'ERR_STREAM_PREMATURE_CLOSE') reply.log.error({ err }, 'An answer was cut off')
  }
}

/** A browser takes an answer for a page or a script only if its type says so. */
const noSniffing = { 'x-content-type-options': 'nosniff' }

/** A server without routes. The order of its checks is decision 3's. */
export function createApi(options: ApiOptions): Api {
  const broken = new BrokenRequests(options.log, options.clock)
  const api = openFastify(options, broken)
  addParts(api)
  checkRequests(api, broken)
  readBodies(api, options.bodyLimitBytes)
  api.addHook('onSend', async (_request, reply, payload) => omitUnchanged(reply, payload))
  nameIgnoredFields(api)
  dropUnreadBodies(api)
  logAnswers(api)
  answerErrors(api)
  recordRoutes(api, options.bodyLimitBytes)
  return api
}

function openFastify(options: ApiOptions, broken: BrokenRequests): Api {
  const { bodyLimitBytes, log, clock, trustProxy = [], rewritten = { slashed: [], overridden: [] } } = options
  return Fastify({
    rewriteUrl: (request) => rewrite(request as IncomingMessage, rewritten),
    loggerInstance: log,
    logController: new OwnLines({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: bodyLimitBytes,
    trustProxy: trustProxy.length > 0 && networkRule(trustProxy),
    // A hook limits the time instead: a route may receive a file for as long as bytes keep arriving.
    requestTimeout: 0,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // A request on a connection that is still open while the service stops is answered as usual.
    return503OnClosing: false,
    genReqId: () => newId('req', clock()),
    clientErrorHandler: (error, socket) => broken.answer(error, socket as Socket),
    // A path that cannot be decoded, or is longer than any route's.
    frameworkErrors: (_error, request, reply) => {
      if (!request.raw.complete) dropRest(reply, (request.server as Api).arrival.milliseconds)
      const body = JSON.stringify(failureBody('Path not found'))
      const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
      void reply.raw.writeHead(404, { ...type, 'x-request-id': request.id, ...noSniffing }).end(body)
    },
    // Node would answer these by itself, without a body.
    http: { requireHostHeader: false, headersTimeout: 30_000 },
    routerOptions: { maxParamLength: 1_000 },
  }).withTypeProvider<TypeBoxTypeProvider>()
}

/** What every route finds on the server and on a request. */
function addParts(api: Api): void {
  api.addSchema(Failure)
  for (const method of METHODS) if (!api.supportedMethods.includes(method)) api.addHttpMethod(method)
  api.server.on('checkExpectation', (request, response) => api.server.emit('request', request, response))
  api.setValidatorCompiler(validatorFor)
  api.setSchemaErrorFormatter((errors, part) => describeErrors(errors, part))
  api.decorate('arrival', { milliseconds: 30_000 })
  api.decorate('drain', { milliseconds: 10_000 })
  const closing = new AbortController()
  api.decorate('closing', closing.signal)
  api.addHook('preClose', async () => closing.abort())
  api.decorateRequest('rawBody', undefined)
  api.decorateRequest('sharer', '')
  api.decorateRequest('otherBody', undefined)
  api.decorateRequest('contentType', '')
  api.decorateReply('reshapePieces', undefined)
}

/** Node forgets whose the connection was once it is closed, unless it was asked before; what it asks for is still done. */
function requireAddress({ socket }: IncomingMessage): void {
  if (socket.remoteAddress === undefined) throw new ApiError(400, 'The connection is closed')
}

/** Refuses what can be refused before the caller is known: 404, 405, 413. */
function checkRequests(api: Api, broken: BrokenRequests): void {
  api.addHook('onRequest', async (request, reply) => {
    requireAddress(request.raw)
    keepTrusted(request.headers)
    broken.begin(reply)
    reply.headers({ 'x-request-id': request.id, ...noSniffing })
    requireOneHost(request.raw)
    if (request.is404) throw new ApiError(404, 'Path not found')
    request.contentType = request.headers['content-type'] ?? ''
    delete request.headers['content-type']
    const { allow, isLimited } = request.routeOptions.config
    if (allow) throw methodNotAllowed(allow)
    const { bodyLimit } = request.routeOptions
    if (!isLimited && Number(request.headers['content-length']) > bodyLimit) throw tooLarge(bodyLimit)
    if (!request.routeOptions.config.slow) broken.limitArrival(reply, api.arrival.milliseconds)
  })
}

function readBodies(api: Api, bodyLimitBytes: number): void {
  const room = new BodyRoom(Math.max(usualBodyRoom, 2 * bodyLimitBytes))
  // A large body keeps its room until it is answered or its client has disconnected.
  api.addHook('preParsing', async (request, reply) => {
    const bytes = bytesOf(request)
    if (bytes <= smallBody || request.routeOptions.config.slow) return
    const release = room.take(request.sharer, bytes)
    for (const end of ['finish', 'close']) reply.raw.once(end, release)
  })

  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    done(null, undefined)
  })
}

function nameIgnoredFields(api: Api): void {
  api.addHook('onSend', async ({ body, query, routeOptions: { schema = {} } }, reply) => {
    if (reply.statusCode >= 300) return
    nameIgnored(reply, [...findIgnored(body, schema.body), ...findIgnored(query, schema.querystring)])
  })
}

function dropUnreadBodies(api: Api): void {
  api.addHook('onSend', async ({ raw }, reply) => {
    // A request that was too slow gets no more time.
    if (!raw.complete) dropRest(reply, reply.statusCode === 408 ? 0 : api.arrival.milliseconds)
  })
}

function logAnswers(api: Api): void {
  // The path without the query: cursors and filters are private, and signed links are secrets.
  api.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip } = request
    const answered = {
      method,
      path: url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip,
    }
    request.log.info(answered, 'Answered')
    done()
  })
}

function answerErrors(api: Api): void {
  api.setErrorHandler((error: FastifyError, request, reply) => {
    // The client disconnected before a stream began: no answer can be sent, and nothing was wrong.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return
    const failure = failureOf(error, request)
    // Expected 5xx answers, such as of a feature that is switched off, are not logged as errors.
    const isExpected = error instanceof ApiError && error.cause === undefined
    if (failure.status >= 500 && !isExpected) request.log.error({ err: failure.cause ?? error }, failure.message)
    if (failure.status < 500 && error instanceof ApiError && error.cause instanceof Error)
      request.log.info({ reason: error.cause.message }, failure.message)
    // Fastify would close the connection; the rest of the body is dropped instead.
    if (failure.status === 413) reply.removeHeader('connection')
    reply.code(failure.status).headers(failure.headers).send(failure.body())
  })
  api.setNotFoundHandler(() => {
    throw new ApiError(404, 'Path not found')
  })
}

/** Records what later code needs to know of all routes: their methods, and which bodies they take. */
function recordRoutes(api: Api, bodyLimitBytes: number): void {
  const knownMethods = new Map<string, Set<string>>()
  api.decorate('knownMethods', knownMethods)
  const limitedMethods = new Map<string, Set<string>>()
  api.decorate('limitedMethods', limitedMethods)
  const requiredBodies = new Set<string>()
  api.decorate('requiredBodies', requiredBodies)
  const otherBodies = new Map<string, OtherBodies>()
  api.decorate('otherBodies', otherBodies)
  api.addHook('onRoute', (options) => {
    const { url, method, config } = options
    options.bodyLimit ??= Math.min(bodyLimitBytes, config?.maxBodyBytes ?? usualBodyBytes)
    if (config?.allow || url.includes('*') || url.endsWith('/')) return
    const operation = `${String(method).toLowerCase()} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
    if (config?.bodyRequired) requiredBodies.add(operation)
    if (config?.otherBodies) otherBodies.set(operation, config.otherBodies)
    const known = config?.isLimited ? limitedMethods : knownMethods
    const methods = known.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    known.set(url, methods)
  })
}

/** A known path answers 405 to every method it has no route for. Called once, after the last route. */
export function refuseOtherMethods(api: Api): void {
  for (const [url, methods] of api.knownMethods) {
    const others = api.supportedMethods.filter(
      (method) => !methods.has(method) && !api.limitedMethods.get(url)?.has(method),
    )
    const allow = allowedOn(api, url)
    api.route({ method: others, url, config: { allow }, schema: { hide: true } as object, handler: async () => {} })
  }
}

/** Accepts no more connections, lets requests under way finish, and cuts off connections that do not close in time. */
export async function closeInTime(api: Api): Promise<void> {
  const { log, server } = api
  // Node closes connections that are idle when the server closes, but not those that become idle afterwards.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => {
    server.getConnections((_error, connections) => {
      log.warn({ connections }, 'Connections that did not end in time were cut off')
      server.closeAllConnections()
    })
  }, api.drain.milliseconds)
  try {
    await api.close()
  } finally {
    clearInterval(idle)
    clearTimeout(cut)
  }
}

const allowedOn = ({ knownMethods }: Api, url: string) => [...knownMethods.get(url)!].sort().join(', ')

const methodNotAllowed = (allow: string) => new ApiError(405, 'Method not allowed', { headers: { allow } })

/** For a caller who does not have this method of a known path. */
export const withoutMethod = ({ server, routeOptions }: FastifyRequest) =>
  methodNotAllowed(allowedOn(server as Api, routeOptions.url!))

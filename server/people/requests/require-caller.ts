/**
 * Finds the caller of a request: key or session, workspace, on whose behalf (spec 5.1, 5.2; decisions 3 on the order of
 * checks to 6 and 41).
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { type Api, withoutMethod } from '../../platform/http/api.ts'
import { parseJson } from '../../platform/http/parse-json.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { currentRequest } from '../../platform/postgres/shared-pool.ts'
import { cutShort, foldCase, isStorable } from '../../platform/text.ts'
import { finishAudit, recordAudit } from '../caller/audit.ts'
import { type Caller, sharerOf } from '../caller/caller.ts'
import { requireServed } from '../caller/frozen.ts'
import { hashSecret, type KeyUse } from '../caller/keys.ts'
import { requireScope, type Scope, scopeNames } from '../caller/scopes.ts'
import { type BrowserOptions, notKept, readCookie, requireOwnPage, sessionCookie } from '../sessions/browser.ts'
import { findSession, recordUse } from '../sessions/find-session.ts'
import { type FindKey, keyFinder } from './find-key.ts'
import { findWorkspace, subdomainOf } from './host.ts'
import type { ApiRate } from './rate.ts'
import { recordRefusedTask } from './record-refused-task.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of a scope with `requireCaller`. */
    caller: Caller
    /** The audit row of an impersonated request, until its answer is known. */
    auditId: string | undefined
  }
  interface FastifyContextConfig {
    /**
     * The scope that a key needs; every route that takes keys has one (decision 29c). `any` is for what a session does with
     * itself: whatever its scopes, it can be read and ended.
     */
    scope?: Scope | 'any'
    /**
     * Throws if the workspace lacks the feature of the route; called before the body is read (decision 3 on the order
     * of checks).
     */
    requires?(caller: Caller): void
    /** Which callers have the method of a route that is limited to some; for all others it does not exist. */
    isFor?(request: FastifyRequest): boolean
    /** Tokens that are valid only on this route. On others they are unknown keys. */
    tokens?: RouteTokens
    /** Whether a recording needs this route: then it takes the tokens of recorders, which are unknown keys on others. */
    ofRecorders?: boolean
  }
}

export type RouteTokens = {
  /** @returns undefined for anything but a valid token of that kind */
  find(request: FastifyRequest, token: string, now: Date): Promise<Caller | undefined>
  /** The first challenge of a 401: where a program learns how to get a token. */
  challenge(request: FastifyRequest): string
}

export type CallerDeps = Pick<Context, 'db' | 'clock'> &
  BrowserOptions & {
    baseDomain: string
    rate: ApiRate
    keyUse: KeyUse
    recorderTokens: Pick<RouteTokens, 'find'> | null
  }

/** Every route of this scope answers only to a valid key or session. */
export function requireCaller(api: Api, deps: CallerDeps): void {
  const findKey = keyFinder(deps.db)
  api.decorateRequest('caller')
  api.decorateRequest('auditId', undefined)
  api.addHook('onRoute', ({ method, url, config }) => {
    const isKnown = config?.scope === 'any' || scopeNames.includes(config?.scope as Scope)
    if (!isKnown) throw new Error(`${method} ${url} declares no scope`)
  })
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', notKept)
    const { isFor } = request.routeOptions.config
    if (isFor) await authenticateSome(request, deps, findKey, isFor)
    else request.caller = await authenticate(request, deps, findKey)
    const { workspace, via } = request.caller
    request.sharer = sharerOf(workspace.id, via.userId)
    // Requests of a session that a key made, and of grants that it allowed, count as that key's.
    const counted = via.keyId === null ? via : { kind: 'key' as const, id: via.keyId }
    if (via.keyId !== null) deps.keyUse.record(workspace.id, via.keyId)
    deps.rate.count({ workspaceId: workspace.id, kind: counted.kind, id: counted.id }, reply)
  })
  // From here on: its body arrived in no request's context.
  api.addHook('preValidation', (request, _reply, done) => currentRequest.run(request, done))
  api.addHook('preValidation', async (request) => {
    await actOnBehalf(request, deps)
    if (wantsOwnRights(request)) request.caller = { ...request.caller, superAdmin: false }
    const { config } = request.routeOptions
    if (config.scope !== 'any') requireScope(request.caller.via, config.scope!)
    config.requires?.(request.caller)
    parseJson(request)
  })
  api.addHook('onError', async (request, _reply, error) => recordRefusedTask(deps.db, deps.clock(), request, error))
  api.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.auditId) return
    try {
      await finishAudit(deps.db, request.caller.workspace.id, request.auditId, reply.statusCode)
    } catch (err) {
      // The row exists and its status stays null; the caller's answer does not change.
      request.log.error({ err, auditId: request.auditId }, 'The status of an impersonated request could not be noted')
    }
  })
}

/** @throws {ApiError} 405 for everyone else, with or without a key */
async function authenticateSome(
  request: FastifyRequest,
  deps: CallerDeps,
  findKey: FindKey,
  isFor: (request: FastifyRequest) => boolean,
): Promise<void> {
  try {
    request.caller = await authenticate(request, deps, findKey)
  } catch (error) {
    throw error instanceof ApiError && error.status < 500 ? withoutMethod(request) : error
  }
  if (!isFor(request)) throw withoutMethod(request)
}

/** A header with a key wins over the cookie of a session. */
async function authenticate(request: FastifyRequest, deps: CallerDeps, findKey: FindKey): Promise<Caller> {
  const now = deps.clock()
  const subdomain = subdomainOf(request.hostname, deps.baseDomain)
  const secret = readSecret(request)
  const cookie = hasKeyHeader(request) ? null : readCookie(sessionCookie, request, deps)
  const key = secret === null ? undefined : await findBearer(request, secret, findKey, { ...deps, now })
  const session = cookie === null ? undefined : await findSession(deps.db, hashSecret(cookie), now)
  const caller = key ?? (session && isNamed(request, session.caller) ? session.caller : undefined)
  if (!caller || (subdomain !== null && caller.workspace.subdomain !== subdomain)) {
    if (subdomain !== null) await findWorkspace(deps.db, subdomain)
    throw missingOrInvalidKey(request, cookie !== null)
  }
  requireServed(caller.frozen)
  if (session) {
    requireOwnPage(request, deps)
    await recordSessionUse(request, deps, session, now)
  }
  return caller
}

/**
 * A page says whose it is: somebody else may have signed in in its browser since. Without the header it is the session's
 * person.
 */
function isNamed({ headers }: FastifyRequest, { workspace, user }: Caller): boolean {
  const named = headers['x-minutebook-person']
  return named === undefined || named === encodeURIComponent(`${workspace.id} ${user.id}`)
}

/** A super admin who asks so reads as the person that they are. Whatever the value: it never adds rights. */
const wantsOwnRights = ({ headers }: FastifyRequest) => headers['x-minutebook-rights'] !== undefined

/** The owner of a key, or of a token that is valid on this route. */
async function findBearer(
  request: FastifyRequest,
  secret: string,
  findKey: FindKey,
  { recorderTokens, now }: Pick<CallerDeps, 'recorderTokens'> & { now: Date },
): Promise<Caller | undefined> {
  const { config } = request.routeOptions
  const tokens = config.tokens ?? (config.ofRecorders ? recorderTokens : null)
  const isBearer = request.headers['x-api-key'] === undefined && /^bearer /i.test(request.headers.authorization ?? '')
  const found = tokens && isBearer ? await tokens.find(request, secret, now) : undefined
  return found ?? findKey(hashSecret(secret), now)
}

/** A failure is only logged: while a database takes no changes, it still answers reads. */
async function recordSessionUse(
  request: FastifyRequest,
  { db }: CallerDeps,
  session: Parameters<typeof recordUse>[2],
  now: Date,
): Promise<void> {
  try {
    await recordUse(db, now, session, request.ip)
  } catch (err) {
    request.log.warn({ err }, 'The use of a session could not be noted')
  }
}

/** The challenges of a 401: how a program proves who it is. */
export const keyChallenges = 'ApiKey realm="minutebook", Bearer realm="minutebook"'

/** The message names the right schemes if the request had another one, and says if a session has ended. */
function missingOrInvalidKey(request: FastifyRequest, hadSession: boolean): ApiError {
  const { headers, routeOptions } = request
  const isOther = headers['x-api-key'] === undefined && !/^((apikey|bearer)( |$)|$)/i.test(headers.authorization ?? '')
  const ofHeader = isOther ? ': Authorization takes the schemes ApiKey and Bearer' : ''
  const about = hadSession ? ': the session has ended, or is of another workspace; sign in again' : ofHeader
  const { tokens } = routeOptions.config
  // MCP clients read only the first challenge.
  const challenges = tokens ? `${tokens.challenge(request)}, ApiKey realm="minutebook"` : keyChallenges
  return new ApiError(401, `Missing or invalid API key${about}`, { headers: { 'www-authenticate': challenges } })
}

/** An Authorization of another scheme may be for a proxy in front: it is no key, and no reason to ignore a session. */
function hasKeyHeader({ headers }: FastifyRequest): boolean {
  return headers['x-api-key'] !== undefined || /^(apikey|bearer)( |$)/i.test(headers.authorization ?? '')
}

/** `X-API-KEY: k`, or `Authorization: ApiKey k` or `Bearer k`; if both headers are sent the first counts. */
function readSecret({ headers }: FastifyRequest): string | null {
  const header = headers['x-api-key']
  if (header !== undefined) return String(header).trim() || null
  return /^(?:apikey|bearer) +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** How many characters the row keeps of a target that does not exist. */
const maxNamed = 320

/** Makes the request act as the person of `X-On-Behalf-Of`; the audit row is written before anything else happens. */
async function actOnBehalf(request: FastifyRequest, { db, clock }: CallerDeps): Promise<void> {
  const header = request.headers['x-on-behalf-of']
  if (header === undefined) return
  const { caller } = request
  // Node reads headers byte by byte; addresses beyond ASCII are sent as UTF-8.
  const named = Buffer.from(String(header), 'latin1').toString().trim()
  const target = await findPerson(db, caller.workspace.id, named)
  request.auditId = await recordAudit(db, clock(), caller, request, {
    action: 'impersonate',
    onBehalfOf: target?.id ?? null,
    bodySha256: request.routeOptions.config.slow ? null : sha256Of(request.rawBody ?? ''),
    details: target ? {} : { named: cutShort(named, maxNamed) },
  })
  if (!caller.superAdmin) throw new ApiError(403, 'X-On-Behalf-Of header requires super admin privileges')
  requireScope(caller.via, 'admin')
  if (!target?.active) throw new ApiError(404, 'User not found in workspace')
  const { id, email, full_name } = target
  request.caller = { ...caller, user: { id, email, full_name }, superAdmin: false }
}

const sha256Of = (body: string | Buffer) => createHash('sha256').update(body).digest('hex')

function findPerson(db: Db, workspaceId: string, named: string) {
  if (!isStorable(named)) return undefined
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'active'])
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<boolean>`id in (select ${named} union all
        select user_id from addresses where workspace_id = ${workspaceId} and email_folded = ${foldCase(named)})`,
    )
    .orderBy((eb) => eb('id', '=', named), 'desc')
    .executeTakeFirst()
}

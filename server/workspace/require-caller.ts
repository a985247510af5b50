/** Finds the caller of a request: key, workspace, super admin, on whose behalf (spec 5.1, 5.2; decisions 3 to 6). */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ApiError, notFound } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { parseJson } from '../platform/http/parse-json.ts'
import type { Db } from '../platform/postgres/db.ts'
import { cutShort, foldCase, isStorable } from '../platform/text.ts'
import type { Clock } from '../platform/time.ts'
import { finishAudit, recordAudit } from './audit.ts'
import type { Caller } from './caller.ts'
import { hashSecret, type KeyUse } from './keys.ts'
import type { ApiRate } from './rate.ts'
import { isExpired, requireScope, type Scope, scopeNames } from './scopes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of a scope with `requireCaller`. */
    caller: Caller
    /** The audit row of an impersonated request, until its answer is known. */
    auditId: string | undefined
  }
  interface FastifyContextConfig {
    /** The scope that a key needs; every route that takes keys has one (decision 29c). */
    scope?: Scope
    /** Throws if the workspace lacks the feature of the route; called before the body is read (decision 3). */
    requires?(caller: Caller): void
  }
}

export type CallerDeps = { db: Db; clock: Clock; baseDomain: string; rate: ApiRate; keyUse: KeyUse }

/** Every route of this scope answers only to a valid key. */
export function requireCaller(scope: Api, deps: CallerDeps): void {
  const findKey = keyFinder(deps.db)
  scope.decorateRequest('caller')
  scope.decorateRequest('auditId', undefined)
  scope.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope || !scopeNames.includes(config.scope)) throw new Error(`${method} ${url} declares no scope`)
  })
  scope.addHook('onRequest', async (request, reply) => {
    request.caller = await authenticate(request, deps, findKey)
    const { workspace, key } = request.caller
    request.sharer = `${workspace.id} ${key.userId}`
    deps.keyUse.note(workspace.id, key.id)
    deps.rate.count({ workspaceId: workspace.id, keyId: key.id }, reply)
  })
  scope.addHook('preValidation', async (request) => {
    await actOnBehalf(request, deps)
    requireScope(request.caller.key, request.routeOptions.config.scope!)
    request.routeOptions.config.requires?.(request.caller)
    parseJson(request)
  })
  scope.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.auditId) return
    try {
      await finishAudit(deps.db, request.caller.workspace.id, request.auditId, reply.statusCode)
    } catch (err) {
      // The row exists and its status stays null; the caller's answer does not change.
      request.log.error({ err, auditId: request.auditId }, 'The status of an impersonated request could not be noted')
    }
  })
}

async function authenticate(
  request: FastifyRequest,
  { db, clock, baseDomain }: CallerDeps,
  findKey: ReturnType<typeof keyFinder>,
): Promise<Caller> {
  const subdomain = subdomainOf(request.hostname, baseDomain)
  const secret = readSecret(request)
  const known = secret === null ? undefined : await findKey(hashSecret(secret))
  const found = known && !isExpired(known, clock()) ? known : undefined
  if (subdomain !== null && found?.subdomain !== subdomain) {
    const workspace = await db
      .selectFrom('workspaces')
      .select('id')
      .where('subdomain', '=', subdomain)
      .executeTakeFirst()
    if (!workspace) throw notFound('Workspace')
    throw missingOrInvalidKey(request)
  }
  if (!found) throw missingOrInvalidKey(request)
  return {
    workspace: { id: found.workspace_id, name: found.name, subdomain: found.subdomain },
    user: { id: found.user_id, email: found.email, full_name: found.full_name },
    superAdmin: found.super_admin && found.admin && found.plan === 'enterprise',
    key: { id: found.key_id, userId: found.user_id, scopes: found.scopes, expires_at: found.expires_at },
    switches: { webhooks: found.webhooks, workspaceWebhooks: found.workspace_webhooks },
  }
}

/** The message names the right schemes if the request had another one. */
function missingOrInvalidKey({ headers }: FastifyRequest): ApiError {
  const isOther = headers['x-api-key'] === undefined && !/^((apikey|bearer)( |$)|$)/i.test(headers.authorization ?? '')
  const about = isOther ? ': Authorization takes the schemes ApiKey and Bearer' : ''
  const challenges = { 'www-authenticate': 'ApiKey realm="minutebook", Bearer realm="minutebook"' }
  return new ApiError(401, `Missing or invalid API key${about}`, { headers: challenges })
}

/** `acme` of `acme.meetings.example.com`; null if only the key names the workspace (decision 4). */
function subdomainOf(hostname: string, baseDomain: string): string | null {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return host.endsWith(`.${baseDomain}`) ? host.slice(0, -baseDomain.length - 1) : null
}

/** `X-API-KEY: k`, or `Authorization: ApiKey k` or `Bearer k`; if both headers are sent the first counts. */
function readSecret({ headers }: FastifyRequest): string | null {
  const header = headers['x-api-key']
  if (header !== undefined) return String(header).trim() || null
  return /^(?:apikey|bearer) +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * Finds keys by their hash, expired ones too, but no inactive key, and none of a deactivated owner. Every request runs
 * this, so the statement is compiled once and only the hash changes.
 */
function keyFinder(db: Db) {
  const statement = db
    .selectFrom('api_keys as key')
    .innerJoin('users as owner', (join) =>
      join.onRef('owner.workspace_id', '=', 'key.workspace_id').onRef('owner.id', '=', 'key.user_id'),
    )
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select(['key.id as key_id', 'key.super_admin', 'key.workspace_id', 'key.user_id', 'key.scopes', 'key.expires_at'])
    .select(['owner.email', 'owner.full_name', 'owner.admin'])
    .select(['workspace.name', 'workspace.subdomain', 'workspace.plan'])
    .select(['workspace.webhooks', 'workspace.workspace_webhooks'])
    .where('key.secret_hash', '=', Buffer.alloc(0))
    .where(sql<boolean>`key.active and owner.active`)
    .compile()
  return async (secretHash: Buffer) => {
    const query: typeof statement = { ...statement, parameters: [secretHash] }
    return (await db.executeQuery(query)).rows[0]
  }
}

/** How many characters the row keeps of a target that does not exist. */
const mostNamed = 320

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
    bodySha256: createHash('sha256')
      .update(request.rawBody ?? '')
      .digest('hex'),
    details: target ? {} : { named: cutShort(named, mostNamed) },
  })
  if (!caller.superAdmin) throw new ApiError(403, 'X-On-Behalf-Of header requires super admin privileges')
  requireScope(caller.key, 'admin')
  if (!target?.active) throw new ApiError(404, 'User not found in workspace')
  const { id, email, full_name } = target
  request.caller = { ...caller, user: { id, email, full_name }, superAdmin: false }
}

function findPerson(db: Db, workspaceId: string, named: string) {
  if (!isStorable(named)) return undefined
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'active'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('id', '=', named), eb('email_folded', '=', foldCase(named))]))
    .orderBy((eb) => eb('id', '=', named), 'desc')
    .executeTakeFirst()
}

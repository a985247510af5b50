/** What the API is made of, wired together. */
import type { AddressInfo } from 'node:net'
import cookie from '@fastify/cookie'
import { tusPath } from '../making/uploads/tus/routes.ts'
import { KeyUse } from '../people/caller/keys.ts'
import { ApiProcesses } from '../people/requests/api-processes.ts'
import { ApiRate } from '../people/requests/rate.ts'
import { requireCaller } from '../people/requests/require-caller.ts'
import { failAsScim } from '../people/scim/scim-route.ts'
import { type Api, closeInTime, createApi, refuseOtherMethods } from '../platform/http/api.ts'
import { describeApi } from '../platform/http/openapi.ts'
import { shedLoad } from '../platform/http/shed-load.ts'
import { healthRoutes } from '../platform/telemetry/health.ts'
import { traceRequests } from '../platform/telemetry/trace.ts'
import { grantTokens } from '../reading/assistants/oauth/find-grant.ts'
import { hasOAuth } from '../reading/assistants/oauth/resource.ts'
import { addAliases, speakHosted } from '../reading/hosted/profile.ts'
import { documentEvents } from '../webhooks/events/event-types.ts'
import type { Base } from './base.ts'
import { consoleRoutes, hasConsole } from './console-routes.ts'
import { type Documents, documentRoute, documents } from './documents.ts'
import { apiPartsOf } from './parts-of.ts'
import { eventCatalog, rooms } from './rooms.ts'

/** `flush` writes the counts that are in memory to the database. */
export type Server = { api: Api; document: Documents; flush(): Promise<void>; close(): Promise<void> }

/** Identity providers and assistants add a slash to the address that they are given; tus has its own override. */
const rewritten = { slashed: ['/mcp', '/scim/v2'], overridden: [tusPath] }

/** A server with only the health routes. A process without the API listens with it unchanged. */
function openServer({ config, log, clock, metrics, readiness }: Base): { api: Api; close(): Promise<void> } {
  let stopping = false
  const { bodyLimitBytes, trustProxy } = config
  const api = createApi({ bodyLimitBytes, log, clock, trustProxy, rewritten })
  metrics.watch(api)
  api.register(async (open: Api) => {
    healthRoutes(open, { metrics, readiness, isStopping: () => stopping })
  })
  const close = async () => {
    stopping = true
    await closeInTime(api)
  }
  return { api, close }
}

/** The server of a process without the API: health routes for an operator's tools. */
export async function buildHealth(base: Base): Promise<Pick<Server, 'api' | 'close'>> {
  const server = openServer(base)
  server.api.register(async () => refuseOtherMethods(server.api))
  await server.api.ready()
  return server
}

/** The JSON API with its documents and health routes; not yet listening. */
export async function buildApi(base: Base): Promise<Server> {
  const { config, clock } = base
  const { db } = base.requests
  const keyUse = new KeyUse(db, clock)
  const processes = new ApiProcesses(base.processConnection)
  const rates = { perSecond: config.apiRatePerSecond, perDay: config.apiRatePerDay }
  const rate = new ApiRate({ db, clock, ...rates, processes })
  const server = openServer(base)
  const { api } = server
  if (config.apiRatePerSecond > 0) api.addHook('onListen', () => processes.start())
  const parts = apiPartsOf(base, { rate, port: () => config.port || portOf(api) })
  const document = documents(api)
  const pageOptions = { isHttps: config.publicUrl?.startsWith('https:') ?? false }
  describeApi(api, documentEvents(eventCatalog), pageOptions)
  traceRequests(api)
  failAsScim(api)
  api.register(cookie)
  api.register(async (keyed: Api) => {
    await shedLoad(keyed, config.shedDelayMs)
    const { publicUrl, baseDomain } = config
    const recorderTokens = hasOAuth(config) ? grantTokens(db, parts.origin, 'recorder') : null
    requireCaller(keyed, { db, clock, publicUrl, baseDomain, rate, keyUse, recorderTokens })
    speakHosted(keyed)
    addAliases(keyed)
    for (const room of rooms) room.routes?.(keyed, parts)
  })
  for (const { open } of rooms) if (open) api.register(async (scope: Api) => open(scope, parts))
  api.register(async (open: Api) => documentRoute(open, document))
  api.register(async (open: Api) => {
    if (config.console && hasConsole()) return consoleRoutes(open, pageOptions)
    open.get('/', { schema: { hide: true } as object }, async (_request, reply) => reply.redirect('/api/v1/docs'))
  })
  api.register(async () => refuseOtherMethods(api))
  await api.ready()

  const close = async () => {
    await server.close()
    await processes.stop()
    await keyUse.close()
    await rate.close()
  }
  const flush = async () => {
    await keyUse.flush()
    await rate.settle()
  }
  return { api, document, flush, close }
}

const portOf = ({ server }: Api) => (server.address() as AddressInfo | null)?.port ?? 0

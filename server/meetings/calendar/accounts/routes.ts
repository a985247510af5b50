/** Connecting accounts, and the notifications of their vendors (decision 60; extensions of the specification). */
import type { FastifyReply } from 'fastify'
import { neverStored } from '../../../people/sessions/browser.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { presentFeed } from '../feeds/present-feed.ts'
import type { CaldavCalendar } from '../vendors/caldav.ts'
import { ConnectionRefused } from '../vendors/oauth-client.ts'
import type { Accounts } from './accounts.ts'
import { beginConnection, type ConnectDeps, callbackPath, finishConnection } from './connect.ts'
import { connectCaldav } from './connect-caldav.ts'
import * as operations from './operations.ts'
import { receivePush } from './push.ts'
import { pushPath } from './watch.ts'

export function accountRoutes(api: Api, deps: ConnectDeps & { caldav: CaldavCalendar }) {
  api.addHook('onRequest', neverStored)

  api.get('/api/v1/calendar/providers', { config: { scope: 'read' }, schema: operations.listProviders }, async () => ({
    providers: [...deps.accounts.values()].map(({ provider: { name, title } }) => ({ name, title })),
  }))

  api.post(
    '/api/v1/calendar/connect',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.connectCalendar },
    async ({ body }, reply) => reply.code(201).send({ url: await beginConnection(deps, reply, body.provider) }),
  )

  api.post(
    '/api/v1/calendar/caldav',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.connectCaldav },
    async (request, reply) => {
      const feed = await connectCaldav(deps, request, request.body)
      return reply.code(201).send({ feed: presentFeed(feed) })
    },
  )
}

/** Not in openapi.json: the vendors document their requests. A hundred notifications of Microsoft have some 70 kB. */
const hidden = { config: { maxBodyBytes: 262_144 }, schema: { hide: true } as object }

/** Routes without a key: where a vendor sends browsers and notifications. */
export function vendorRoutes(
  api: Api,
  deps: ConnectDeps & Pick<Context, 'db' | 'clock' | 'jobs'> & { accounts: Accounts },
) {
  api.get(callbackPath, { schema: operations.finishConnection, onRequest: neverStored }, async (_request, reply) =>
    reply.redirect(await finishConnection(deps, reply).then(connected, refusedOn(reply)), 302),
  )

  api.post<{ Params: { provider: string }; Querystring: Record<string, unknown> }>(
    `${pushPath}/:provider`,
    hidden,
    async ({ params, query, headers, rawBody }, reply) => {
      const body = rawBody ?? Buffer.alloc(0)
      const proof = await receivePush(deps, { provider: params.provider, query, headers, body })
      // The text comes from the query, so a link could carry a script: browsers must not read it as HTML.
      return proof === null ? {} : reply.type('text/plain').send(proof)
    },
  )
}

const connected = (id: string) => `/calendar?${new URLSearchParams({ connected: id })}`

/** The page shows the reason; what the vendor said goes into the log. */
const refusedOn = (reply: FastifyReply) => (error: unknown) => {
  if (!(error instanceof ConnectionRefused)) throw error
  const { reason, message: said } = error
  reply.log.info({ reason, said }, 'A calendar was not connected')
  return `/calendar?${new URLSearchParams({ refused: reason })}`
}

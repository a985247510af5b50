/** Links for people without an account: make, list, withdraw (decision 57). guests/ opens them. */
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { utc, utcOrNull } from '../../../platform/time.ts'
import { originFor } from '../../caller/origin.ts'
import { idName } from '../sharing/operations.ts'
import { thingIn } from '../sharing/routes.ts'
import type { PublishableKind } from '../visible.ts'
import { listLinks, makeLink, type OutsideLink, withdrawLink } from './links.ts'
import * as operations from './operations.ts'

/** The same routes for notes and recordings. */
export function outsideLinkRoutes(api: Api, deps: Pick<Context, 'db' | 'clock' | 'origin'>) {
  for (const kind of ['note', 'recording'] as const) linkRoutes(api, kind, deps)
}

const defaultSeconds = 2_592_000

function linkRoutes(api: Api, kind: PublishableKind, { db, clock, origin }: Pick<Context, 'db' | 'clock' | 'origin'>) {
  const path = `/api/v1/${kind}/:${idName(kind)}`

  api.post(
    `${path}/link`,
    { config: { scope: 'write' }, schema: operations.makeLink(kind) },
    async (request, reply) => {
      const { expires_in, parts, password } = request.body
      const wanted = { expiresIn: expires_in ?? defaultSeconds, parts: parts ?? ['notes'], password: password ?? null }
      const { link, token } = await makeLink(db, clock(), request, thingIn(kind, request.params), wanted as never)
      return reply.code(201).send({ link: { ...present(link), url: addressOf(originFor(request, origin), token) } })
    },
  )

  api.get(`${path}/links`, { config: { scope: 'read' }, schema: operations.listLinks(kind) }, async (request) => ({
    links: (await listLinks(db, clock(), request.caller, thingIn(kind, request.params))).map(present),
  }))

  api.delete(
    `${path}/link/:link_id`,
    { config: { scope: 'write' }, schema: operations.withdrawLink(kind) },
    async (request) => {
      const { link_id: id } = request.params as { link_id: string }
      return { links: (await withdrawLink(db, clock(), request, thingIn(kind, request.params), id)).map(present) }
    },
  )
}

/** The token follows a `#`: a browser does not send that part, so it is in no log and no `Referer`. */
const addressOf = (origin: string, token: string) => `${origin}/guest#token=${token}`

const present = ({ created_at, expires_at, last_opened_at, ...link }: OutsideLink) => ({
  ...link,
  created_at: utc(created_at),
  expires_at: utc(expires_at),
  last_opened_at: utcOrNull(last_opened_at),
})

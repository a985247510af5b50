/** Users (RFC 7644, 3): accounts of the workspace. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { changeUser, createUser, deleteUser } from './change-users.ts'
import { type Choice, choose, readChoice } from './choose-attributes.ts'
import { maxResults } from './discovery.ts'
import { getUser, listUsers } from './find-users.ts'
import { listOf, readListPage } from './list-page.ts'
import { parseFilter } from './parse-filter.ts'
import { presentUser, type ScimUser, versionOf } from './present.ts'
import { readSearch } from './read-search.ts'
import { readUser, readUserPatch, replacing, type WantedUser } from './read-user.ts'
import { readOperations } from './read-values.ts'
import { basePath, type OneRequest, read, type ScimContext, type ScimQuery, sendScim, write } from './scim-route.ts'

const all = `${basePath}/Users`
const one = `${all}/:id`

export function userRoutes(api: Api, { baseOf, ...deps }: ScimContext): void {
  const send = (request: FastifyRequest, reply: FastifyReply, user: ScimUser, choice: Choice) =>
    sendScim(reply.header('etag', versionOf(user)), choose(presentUser(baseOf(request), user), choice))

  const list = async (request: FastifyRequest, reply: FastifyReply, query: ScimQuery) => {
    const [choice, page] = [readChoice(query), readListPage(query, maxResults)]
    const filter = query.filter === undefined ? null : parseFilter(query.filter)
    const { total, users } = await listUsers(deps.db, request.caller.workspace.id, filter, page)
    const base = baseOf(request)
    const shown = users.map((user) => choose(presentUser(base, user), choice))
    return sendScim(reply, listOf(shown, total, page.startIndex))
  }
  api.get(all, read, async (request, reply) => list(request, reply, request.query as ScimQuery))
  api.post(`${all}/.search`, write(), async (request, reply) => list(request, reply, readSearch(request.body)))

  api.post(all, write(), async (request, reply) => {
    const choice = readChoice(request.query as ScimQuery)
    const user = await createUser(deps, request, readUser(request.body))
    return send(request, reply.code(201).header('location', `${baseOf(request)}/Users/${user.id}`), user, choice)
  })

  api.get(one, read, async (request, reply) => {
    const { query, params } = request as OneRequest
    const choice = readChoice(query)
    return send(request, reply, await getUser(deps.db, request.caller.workspace.id, params.id), choice)
  })

  const change = async (request: FastifyRequest, reply: FastifyReply, wanted: WantedUser) => {
    const choice = readChoice(request.query as ScimQuery)
    return send(request, reply, await changeUser(deps, request as OneRequest, wanted), choice)
  }

  api.put(one, write(), async (request, reply) => change(request, reply, replacing(readUser(request.body))))

  api.patch(one, write(), async (request, reply) =>
    change(request, reply, readUserPatch(readOperations(request.body as object))),
  )

  api.delete(one, read, async (request, reply) => {
    await deleteUser(deps, request as OneRequest)
    return reply.code(204).send()
  })
}

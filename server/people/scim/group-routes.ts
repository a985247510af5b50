/** Groups (RFC 7644, 3): private channels that the identity provider manages. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { changeGroup, createGroup, deleteGroup } from './change-groups.ts'
import { type Choice, choose, isChosen, readChoice } from './choose-attributes.ts'
import { maxResults } from './discovery.ts'
import { fitMembers, getGroup, listGroups, readMembers } from './find-groups.ts'
import { listOf, readListPage } from './list-page.ts'
import { parseFilter } from './parse-filter.ts'
import { presentGroup, type ScimGroup } from './present.ts'
import { readGroup, readGroupPatch } from './read-group.ts'
import { readSearch } from './read-search.ts'
import { readOperations } from './read-values.ts'
import { basePath, type OneRequest, read, type ScimContext, type ScimQuery, sendScim, write } from './scim-route.ts'

const all = `${basePath}/Groups`
const one = `${all}/:id`

/** Enough for the maximum of members in one request, with names and addresses. */
const large = write({ maxBodyBytes: 2_097_152, maxValues: 50_000 })

export function groupRoutes(api: Api, { baseOf, ...deps }: ScimContext): void {
  /** Reads members only if the request chose them. */
  const present = async (request: FastifyRequest, groups: ScimGroup[], choice: Choice) => {
    const hasMembers = isChosen('members', choice)
    const workspaceId = request.caller.workspace.id
    const shown = hasMembers ? await fitMembers(deps.db, workspaceId, groups) : groups
    const members = hasMembers ? await readMembers(deps.db, workspaceId, shown) : null
    const base = baseOf(request)
    return shown.map((group) => choose(presentGroup(base, group, members?.get(group.id) ?? null), choice))
  }
  const send = async (request: FastifyRequest, reply: FastifyReply, group: ScimGroup, choice: Choice) => {
    const [shown] = await present(request, [group], choice)
    return sendScim(reply, shown!)
  }

  const list = async (request: FastifyRequest, reply: FastifyReply, query: ScimQuery) => {
    const [choice, page] = [readChoice(query), readListPage(query, maxResults)]
    const filter = query.filter === undefined ? null : parseFilter(query.filter)
    const { total, groups } = await listGroups(deps.db, request.caller.workspace.id, filter, page)
    return sendScim(reply, listOf(await present(request, groups, choice), total, page.startIndex))
  }
  api.get(all, read, async (request, reply) => list(request, reply, request.query as ScimQuery))
  api.post(`${all}/.search`, write(), async (request, reply) => list(request, reply, readSearch(request.body)))

  api.post(all, large, async (request, reply) => {
    const choice = readChoice(request.query as ScimQuery)
    const group = await createGroup(deps, request, readGroup(request.body))
    return send(request, reply.code(201).header('location', `${baseOf(request)}/Groups/${group.id}`), group, choice)
  })

  api.get(one, read, async (request, reply) => {
    const { query, params } = request as OneRequest
    const choice = readChoice(query)
    return send(request, reply, await getGroup(deps.db, request.caller.workspace.id, params.id), choice)
  })

  api.put(one, large, async (request, reply) => {
    const choice = readChoice(request.query as ScimQuery)
    return send(request, reply, await changeGroup(deps, request as OneRequest, readGroup(request.body)), choice)
  })

  // Answers without the group, unless the request chose attributes: changing one member must not cost reading all.
  api.patch(one, large, async (request, reply) => {
    const choice = readChoice(request.query as ScimQuery)
    const group = await changeGroup(deps, request as OneRequest, readGroupPatch(readOperations(request.body as object)))
    return choice.only ? send(request, reply, group, choice) : reply.code(204).send()
  })

  api.delete(one, read, async (request, reply) => {
    await deleteGroup(deps, request as OneRequest)
    return reply.code(204).send()
  })
}

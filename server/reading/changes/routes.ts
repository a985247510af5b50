/** Following what changes (decision 45; an extension of the specification). */
import { invalid } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { endOfWait } from '../../platform/http/wait.ts'
import { type Following, follow } from './follow.ts'
import * as operations from './operations.ts'
import { type ChangeKind, changeKinds } from './schemas.ts'

export function changeRoutes(api: Api, context: Following) {
  api.addHook('preClose', () => context.followers.stop())

  api.get(
    '/api/v1/changes',
    { config: { scope: 'read' }, schema: operations.followChanges },
    async ({ caller, query }, reply) => {
      const { cursor, copy: withCopy = true, page_size: size = 100, wait = 0 } = query
      const request = { cursor, withCopy, size, kinds: readKinds(query.kinds), waits: wait > 0 }
      const page = await follow(context, caller, request, endOfWait(reply, wait))
      return { page_info: { cursor: page.cursor, page_size: size, has_more: page.hasMore }, data: page.data }
    },
  )
}

/** @throws {ApiError} 400 naming the kind that is unknown */
function readKinds(list: string | undefined): ChangeKind[] | null {
  if (list === undefined) return null
  const named = list.split(',').map((kind) => kind.trim())
  const unknown = named.find((kind) => !changeKinds.includes(kind as ChangeKind))
  if (unknown !== undefined)
    throw invalid('query.kinds', `has an unknown kind '${unknown}'; there are ${changeKinds.join(', ')}`)
  return changeKinds.filter((kind) => named.includes(kind))
}

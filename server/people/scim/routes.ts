/** SCIM 2.0 at `/scim/v2` (RFC 7643, 7644): an identity provider manages people and groups. */
import type { FastifyRequest } from 'fastify'
import type { Context, Origin } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { originFor } from '../caller/origin.ts'
import { requireSuperAdmin } from '../caller/require-super-admin.ts'
import * as discovery from './discovery.ts'
import { groupRoutes } from './group-routes.ts'
import { basePath, type OneRequest, read, sendScim, write } from './scim-route.ts'
import { userRoutes } from './user-routes.ts'

/** Registered in its own Fastify scope, after the hook that finds the caller. */
export function scimRoutes(api: Api, { origin, ...deps }: Pick<Context, 'db' | 'clock'> & { origin: Origin }): void {
  const baseOf = (request: FastifyRequest) => `${originFor(request, origin)}${basePath}`
  // Reading needs an administrator too: others may see neither deactivated people nor groups that they are not in.
  api.addHook('preValidation', async ({ caller }) => requireSuperAdmin(caller))
  userRoutes(api, { ...deps, baseOf })
  groupRoutes(api, { ...deps, baseOf })
  discoveryRoutes(api, baseOf)
  otherRoutes(api)
}

function discoveryRoutes(api: Api, baseOf: (request: FastifyRequest) => string): void {
  const route = (path: string, answer: (base: string, id: string) => object) =>
    api.get(`${basePath}/${path}`, read, async (request, reply) => {
      const { query, params } = request as OneRequest
      if (query.filter !== undefined) throw new ApiError(403, 'What the service says of itself takes no filter')
      return sendScim(reply, answer(baseOf(request), params.id))
    })
  route('ServiceProviderConfig', discovery.providerConfig)
  route('ResourceTypes', discovery.listResourceTypes)
  route('ResourceTypes/:id', discovery.getResourceType)
  route('Schemas', discovery.listSchemas)
  route('Schemas/:id', discovery.getSchema)
}

/** Parts of SCIM that the service does not support (RFC 7644, 3.11 and 3.12). */
function otherRoutes(api: Api): void {
  const refuse = async () => {
    throw new ApiError(501, 'The service does not have this part of SCIM')
  }
  api.get(`${basePath}/Me`, read, refuse)
  api.post(`${basePath}/Bulk`, write(), refuse)
  api.post(`${basePath}/.search`, write(), refuse)
}

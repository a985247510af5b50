/** The service's description of its own SCIM, which programs read first (RFC 7644, 4). *Pure.* */
import { notFound } from '../../platform/errors.ts'
import { listOf } from './list-page.ts'
import { groupSchema, schemas, userSchema } from './resource-schemas.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** Resources in one response. */
export const maxResults = 200

const at = (base: string, resourceType: string, path: string) => ({
  meta: { resourceType, location: `${base}/${path}` },
})

export const providerConfig = (base: string) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      primary: true,
      description: 'A super admin key with the scope scim, as `Authorization: Bearer …`.',
    },
  ],
  ...at(base, 'ServiceProviderConfig', 'ServiceProviderConfig'),
})

const types = [
  { id: 'User', name: 'User', description: 'Accounts.', endpoint: '/Users', schema: userSchema },
  { id: 'Group', name: 'Group', description: 'Private channels.', endpoint: '/Groups', schema: groupSchema },
]

const resourceTypes = (base: string) =>
  types.map((type) => ({
    schemas: [`${core}:ResourceType`],
    ...type,
    schemaExtensions: [],
    ...at(base, 'ResourceType', `ResourceTypes/${type.id}`),
  }))

const describedSchemas = (base: string) =>
  schemas.map((schema) => ({ ...schema, ...at(base, 'Schema', `Schemas/${schema.id}`) }))

export const listResourceTypes = (base: string) => listOf(resourceTypes(base))
export const listSchemas = (base: string) => listOf(describedSchemas(base))
export const getResourceType = (base: string, id: string) => named(resourceTypes(base), id, 'Resource type')
export const getSchema = (base: string, id: string) => named(describedSchemas(base), id, 'Schema')

/** @throws {ApiError} 404 */
function named<Each extends { id: string }>(all: Each[], id: string, thing: string): Each {
  const found = all.find((each) => each.id === id)
  if (!found) throw notFound(thing)
  return found
}

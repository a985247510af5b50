/** Asks SCIM as an identity provider does, and holds every answer against what the service says of itself at `/Schemas`. */
import assert from 'node:assert/strict'
import { type Attribute, schemas } from '../../server/people/scim/resource-schemas.ts'
import { keys } from './acme.ts'
import type { Answer, World } from './world.ts'

export const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

type More = { key?: string | undefined; headers?: Record<string, string>; host?: string }

export async function scim(
  world: World,
  method: string,
  path: string,
  body?: unknown,
  { key = keys.ada, headers, ...more }: More = {},
): Promise<Answer> {
  const typed = { ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers }
  const answer = await world.request(method, `/scim/v2${path}`, { key, body, headers: typed, ...more })
  if (answer.status === 204 || method === 'HEAD') {
    assert.equal(answer.text, '')
    return answer
  }
  assert.equal(answer.headers['content-type'], 'application/scim+json; charset=utf-8')
  const shown = JSON.parse(answer.text)
  if (answer.status >= 400) checkError(answer.status, shown)
  else checkResource(shown)
  return { ...answer, body: shown }
}

/** One PATCH with these operations. */
export const patch = (world: World, path: string, Operations: unknown, more: More = {}) =>
  scim(world, 'PATCH', path, { schemas: [patchOp], Operations }, more)

/** The status, SCIM's word and the sentence of an error. */
export const refusal = ({ status, body }: Answer) => [status, body.scimType ?? null, body.detail]

function checkError(status: number, { schemas, status: said, detail, scimType, ...rest }: Record<string, unknown>) {
  assert.deepEqual(schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
  assert.equal(said, String(status))
  assert(typeof detail === 'string' && detail !== '')
  assert(scimType === undefined || typeof scimType === 'string')
  assert.deepEqual(rest, {})
}

type Resource = Record<string, unknown> & { schemas: string[] }

function checkResource(resource: Resource): void {
  const [id] = resource.schemas
  if (id?.endsWith('ListResponse')) {
    const listed = resource.Resources as Resource[]
    assert.equal(resource.itemsPerPage, listed.length)
    assert((resource.totalResults as number) >= listed.length)
    for (const each of listed) checkResource(each)
    return
  }
  const schema = schemas.find((each) => each.id === id)
  if (!schema) {
    assert.match(String(id), /:(ServiceProviderConfig|ResourceType|Schema)$/)
    return
  }
  const { schemas: _, id: named, externalId = '', meta = {}, ...own } = resource
  assert.equal(typeof named, 'string')
  assert.equal(typeof externalId, 'string')
  assert.equal(typeof meta, 'object')
  checkAttributes(own, schema.attributes)
}

function checkAttributes(value: Record<string, unknown>, known: Attribute[]): void {
  for (const [name, each] of Object.entries(value)) {
    const attribute = known.find((one) => one.name === name)
    assert(attribute, `${name} is not in the schema`)
    assert.equal(Array.isArray(each), attribute.multiValued, name)
    for (const one of [each].flat()) {
      if (attribute.type === 'complex') checkAttributes(one as Record<string, unknown>, attribute.subAttributes!)
      else assert.equal(typeof one, attribute.type === 'boolean' ? 'boolean' : 'string', name)
    }
  }
}

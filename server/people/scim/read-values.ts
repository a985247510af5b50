/** Values of attributes as identity providers send them. *Pure.* */
import { maxId } from '../../platform/http/schema.ts'
import { fitsIndex } from '../../platform/text.ts'
import { type Path, parsePath } from './parse-filter.ts'
import { invalidValue, scimError } from './scim-errors.ts'

/** Characters of a name, as elsewhere in the API. */
export const maxName = 255

/** @returns null for null and for an empty string, which mean unassigned */
export function readText(value: unknown, location: string, most = maxName): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string') throw invalidValue(location, 'must be a string')
  if (value.length > 2 * most || [...value].length > most) {
    throw invalidValue(location, `must have at most ${most} characters`)
  }
  return value
}

/** The identity provider's own id; its size is limited because it is in an index. */
export function readExternalId(value: unknown, location: string): string | null {
  const text = readText(value, location, maxId)
  if (text !== null && !fitsIndex(text)) throw invalidValue(location, `must have at most ${maxId} bytes`)
  return text
}

/** Some identity providers send booleans as strings. */
export function readFlag(value: unknown, location: string): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalidValue(location, 'must be true or false')
}

export function readObject(value: unknown, location: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalidValue(location, 'must be an object')
}

/** The attributes of an object with their parsed paths; a key may be a path such as `name.givenName`. */
export function attributesOf(value: unknown, location: string): { path: Path; value: unknown; location: string }[] {
  return Object.entries(readObject(value, location)).map(([name, each]) => ({
    path: parsePath(name, `${location}: "${name}"`),
    value: each,
    location: `${location}.${name}`,
  }))
}

export type Operation = { op: 'add' | 'remove' | 'replace'; path: Path | null; value: unknown; location: string }

export const maxOperations = 1_000

/**
 * The operations of a PATCH (RFC 7644, 3.5.2), `op` in any case.
 * @throws {ApiError} 400 that names the operation
 */
export function readOperations(body: object): Operation[] {
  const listed = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(listed) || listed.length === 0) {
    throw scimError('invalidSyntax', 'body.Operations must be a list of at least one operation')
  }
  if (listed.length > maxOperations) {
    throw scimError('invalidSyntax', `body.Operations must have at most ${maxOperations} entries`)
  }
  return listed.map((each, index) => readOperation(each, `body.Operations[${index}]`))
}

function readOperation(given: unknown, location: string): Operation {
  const { op: name, path, value } = readObject(given, location)
  const op = typeof name === 'string' ? name.toLowerCase() : null
  if (op !== 'add' && op !== 'remove' && op !== 'replace') {
    throw scimError('invalidSyntax', `${location}.op must be add, remove or replace`)
  }
  const hasPath = path !== undefined && path !== null && path !== ''
  if (hasPath && typeof path !== 'string') throw scimError('invalidPath', `${location}.path must be a string`)
  if (!hasPath && op === 'remove') throw scimError('noTarget', `${location}.path is required to remove something`)
  if (op !== 'remove' && value === undefined) throw invalidValue(`${location}.value`, 'is required')
  return { op, path: hasPath ? parsePath(path, `${location}.path`) : null, value, location: `${location}.value` }
}

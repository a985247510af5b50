/** Reads a list request whose parameters are in the body instead of the query (RFC 7644, 3.4.3). *Pure.* */
import { readObject, readText } from './read-values.ts'
import { invalidValue } from './scim-errors.ts'
import type { ScimQuery } from './scim-route.ts'

/** More than any field allows; each has its own limit. */
const maxCharacters = 4_096

/** @throws {ApiError} 400 that names the field */
export function readSearch(body: unknown): ScimQuery {
  const { filter, startIndex, count, attributes, excludedAttributes } = readObject(body, 'body')
  return {
    filter: readText(filter ?? null, 'body.filter', maxCharacters) ?? undefined,
    startIndex: readNumber(startIndex, 'body.startIndex'),
    count: readNumber(count, 'body.count'),
    attributes: readNames(attributes, 'body.attributes'),
    excludedAttributes: readNames(excludedAttributes, 'body.excludedAttributes'),
  }
}

function readNumber(value: unknown, location: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (!Number.isSafeInteger(value)) throw invalidValue(location, 'must be a whole number')
  return String(value)
}

function readNames(value: unknown, location: string): string | undefined {
  if (value === undefined || value === null) return undefined
  const names = [value].flat()
  if (!names.every((name) => typeof name === 'string')) throw invalidValue(location, 'must be a list of names')
  return names.join(',')
}

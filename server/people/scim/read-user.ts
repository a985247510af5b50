/**
 * Reads the wanted state of a user, from a whole user or from operations; makes the one name of an account from the
 * parts that SCIM sends. Ignores unsupported attributes. *Pure.*
 */
import { maxId } from '../../platform/http/schema.ts'
import { cutShort } from '../../platform/text.ts'
import type { Path } from './parse-filter.ts'
import { attributesOf, maxName, type Operation, readExternalId, readFlag, readText } from './read-values.ts'
import { scimError } from './scim-errors.ts'

/** Absent means unchanged; null clears the attribute. */
export type WantedUser = {
  userName?: string | null
  active?: boolean
  externalId?: string | null
  displayName?: string | null
  formatted?: string | null
  givenName?: string | null
  familyName?: string | null
}

/** For POST and PUT. @throws {ApiError} 400 that names the attribute */
export function readUser(body: unknown): WantedUser {
  const wanted: WantedUser = {}
  for (const { path, value, location } of attributesOf(body, 'body')) assign(wanted, path, value, location)
  return wanted
}

/** A PUT clears the attributes that it leaves out, except those that an account must have. */
export const replacing = (wanted: WantedUser): WantedUser => ({
  externalId: null,
  givenName: null,
  familyName: null,
  ...wanted,
})

/** For PATCH. @throws {ApiError} 400 that names the operation */
export function readUserPatch(operations: Operation[]): WantedUser {
  const wanted: WantedUser = {}
  for (const { op, path, value, location } of operations) {
    if (op === 'remove') remove(wanted, path!, location)
    else if (path) assign(wanted, path, value, location)
    else for (const each of attributesOf(value, location)) assign(wanted, each.path, each.value, each.location)
  }
  return wanted
}

const kept = ['username', 'active', 'externalid', 'displayname', 'name']

/** Other attributes, such as `roles`, `emails` and those of extensions, change nothing. */
const isKept = ({ schema, attribute }: Path) => schema === null && kept.includes(attribute)

function assign(wanted: WantedUser, path: Path, value: unknown, location: string): void {
  if (!isKept(path)) return
  requirePlain(path, location)
  switch (path.attribute) {
    case 'username':
      wanted.userName = readText(value, location, maxId)
      return
    case 'active':
      wanted.active = readFlag(value, location)
      return
    case 'externalid':
      wanted.externalId = readExternalId(value, location)
      return
    case 'displayname':
      wanted.displayName = readText(value, location)
      return
    case 'name':
      assignName(wanted, path.sub, value, location)
  }
}

const nameParts = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const

function assignName(wanted: WantedUser, sub: string | null, value: unknown, location: string): void {
  if (sub !== null) {
    if (Object.hasOwn(nameParts, sub)) wanted[nameParts[sub as keyof typeof nameParts]] = readText(value, location)
    return
  }
  if (value === null) Object.assign(wanted, { formatted: null, givenName: null, familyName: null })
  else {
    for (const part of attributesOf(value, location)) {
      if (part.path.sub === null) assignName(wanted, part.path.attribute, part.value, part.location)
    }
  }
}

function remove(wanted: WantedUser, path: Path, location: string): void {
  if (!isKept(path)) return
  requirePlain(path, location)
  if (path.attribute === 'username' || path.attribute === 'active') {
    throw scimError('mutability', `${location.replace(/\.value$/, '.path')} names what a user cannot be without`)
  }
  assign(wanted, path, null, location)
}

/** Only `name` has parts, and no supported attribute has several values to choose from. */
function requirePlain({ attribute, sub, filter }: Path, location: string): void {
  if (filter === null && (sub === null || attribute === 'name')) return
  throw scimError('invalidPath', `${location}: ${attribute} has one value and no such part`)
}

type Names = { full_name: string; given_name: string | null; family_name: string | null }

/**
 * `displayName` wins, then `name.formatted`. Without these, the name is joined from the parts if the request has both,
 * or if the present name was joined from them; otherwise it stays.
 * @throws {ApiError} 400 if the joined name is too long
 */
export function renameUser(names: Names, wanted: WantedUser): Names {
  const { givenName: given_name = names.given_name, familyName: family_name = names.family_name } = wanted
  const shown = wanted.displayName ?? wanted.formatted
  const hasBoth = Boolean(wanted.givenName && wanted.familyName)
  const wasJoined = join(names) === names.full_name
  const joined = hasBoth || wasJoined ? join({ given_name, family_name }) : null
  return { full_name: shown ?? readText(joined, 'body.name') ?? names.full_name, given_name, family_name }
}

/** Without any name, the name is the local part of the address, as after a first sign-in. */
export function nameNewUser(address: string, wanted: WantedUser): Names {
  const parts = { given_name: wanted.givenName ?? null, family_name: wanted.familyName ?? null }
  const shown = wanted.displayName ?? wanted.formatted ?? readText(join(parts), 'body.name')
  return { full_name: shown ?? cutShort(address.slice(0, address.lastIndexOf('@')), maxName), ...parts }
}

function join({ given_name, family_name }: Pick<Names, 'given_name' | 'family_name'>): string | null {
  return [given_name, family_name].filter(Boolean).join(' ') || null
}

/** Reads the wanted state of a group, from a whole group or from operations. Ignores unsupported attributes. *Pure.* */
import { isStorable } from '../../platform/text.ts'
import type { Filter, Path } from './parse-filter.ts'
import { attributesOf, type Operation, readExternalId, readObject, readText } from './read-values.ts'
import { invalidValue, scimError } from './scim-errors.ts'

/** Absent means unchanged. */
export type WantedGroup = { displayName?: string | null; externalId?: string | null; members?: WantedMembers }

/** `onlyThese`: others are removed. `named`: whether each shall be a member, in the order of the request. */
export type WantedMembers = { onlyThese: boolean; named: Map<string, boolean> }

/** Members in one request, in all operations together. */
export const maxMembers = 5_000

/** For POST and PUT. @throws {ApiError} 400 that names the attribute */
export function readGroup(body: unknown): WantedGroup {
  const wanted: WantedGroup = {}
  for (const { path, value, location } of attributesOf(body, 'body')) assign(wanted, 'replace', path, value, location)
  return wanted
}

/** For PATCH. @throws {ApiError} 400 that names the operation */
export function readGroupPatch(operations: Operation[]): WantedGroup {
  const wanted: WantedGroup = {}
  for (const { op, path, value, location } of operations) {
    if (path) assign(wanted, op, path, value, location)
    else for (const each of attributesOf(value, location)) assign(wanted, op, each.path, each.value, each.location)
  }
  return wanted
}

function assign(wanted: WantedGroup, op: Operation['op'], path: Path, value: unknown, location: string): void {
  if (path.schema !== null) return
  if (path.attribute === 'members') {
    wanted.members ??= { onlyThese: false, named: new Map() }
    assignMembers(wanted.members, op, path, value, location)
  }
  if (path.attribute === 'displayname') {
    requirePlain(path, location)
    wanted.displayName = op === 'remove' ? null : readText(value, location)
    if (wanted.displayName === null) throw scimError('mutability', `${location}: a group has a displayName`)
  }
  if (path.attribute === 'externalid') {
    requirePlain(path, location)
    wanted.externalId = op === 'remove' ? null : readExternalId(value, location)
  }
}

function requirePlain({ attribute, sub, filter }: Path, location: string): void {
  if (sub === null && filter === null) return
  throw scimError('invalidPath', `${location}: ${attribute} has one value and no such part`)
}

function assignMembers(
  members: WantedMembers,
  op: Operation['op'],
  { sub, filter }: Path,
  value: unknown,
  location: string,
): void {
  if (sub !== null && sub !== 'value') return
  if (filter && op !== 'remove')
    throw scimError('invalidPath', `${location}: members are added whole, without a filter`)
  const isAll = op === 'replace' || (op === 'remove' && !filter && (value === undefined || value === null))
  if (isAll) {
    members.onlyThese = true
    members.named.clear()
  }
  const ids = filter ? idsIn(filter, location) : readIds(value, location)
  for (const id of ids) {
    // Deleted first, so that a repeated id moves to the end.
    members.named.delete(id)
    members.named.set(id, op !== 'remove')
  }
  if (members.named.size > maxMembers)
    throw invalidValue(location, `names more than ${maxMembers} members in one request`)
}

/** `{ "value": id }`, a list of these, or bare ids. */
function readIds(value: unknown, location: string): string[] {
  if (value === undefined || value === null) return []
  return [value].flat().map((each, index) => {
    const at = Array.isArray(value) ? `${location}[${index}]` : location
    const id = typeof each === 'string' ? each : readObject(each, at).value
    if (typeof id !== 'string' || id === '' || !isStorable(id))
      throw invalidValue(`${at}.value`, 'must be the id of a user')
    return id
  })
}

/** `members[value eq "u_1" or value eq "u_2"]`. */
function idsIn(filter: Filter, location: string): string[] {
  if (filter.op === 'or') return filter.filters.flatMap((each) => idsIn(each, location))
  if (filter.op === 'eq' && filter.path === 'value' && typeof filter.value === 'string') return [filter.value]
  throw scimError('invalidFilter', `${location}: members are named by value eq, and by or of these`)
}

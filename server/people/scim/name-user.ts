/** Makes the one name of an account from the parts that SCIM sends. *Pure.* */
import { cutShort } from '../../platform/text.ts'
import type { WantedUser } from './read-user.ts'
import { maxName, readText } from './read-values.ts'

export type Names = { full_name: string; given_name: string | null; family_name: string | null }

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

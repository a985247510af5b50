/** How the parts of a name become the one name that an account has. *Pure.* */
import { cutShort } from '../platform/text.ts'
import type { WantedUser } from './read-user.ts'
import { mostName, readText } from './read-values.ts'

export type Names = { full_name: string; given_name: string | null; family_name: string | null }

/**
 * What is shown wins: `displayName`, then `name.formatted`. Without these the parts make the name if both are said, or if they made
 * the name that the account has; otherwise it stays.
 * @throws {ApiError} 400 for a name that becomes too long
 */
export function nameAnew(names: Names, wanted: WantedUser): Names {
  const { givenName: given_name = names.given_name, familyName: family_name = names.family_name } = wanted
  const shown = wanted.displayName ?? wanted.formatted
  const saysBoth = Boolean(wanted.givenName && wanted.familyName)
  const wasMade = join(names) === names.full_name
  const made = saysBoth || wasMade ? join({ given_name, family_name }) : null
  return { full_name: shown ?? readText(made, 'body.name') ?? names.full_name, given_name, family_name }
}

/** Somebody without any name is called as their address begins, as after a first sign-in. */
export function nameFirst(address: string, wanted: WantedUser): Names {
  const parts = { given_name: wanted.givenName ?? null, family_name: wanted.familyName ?? null }
  const shown = wanted.displayName ?? wanted.formatted ?? readText(join(parts), 'body.name')
  return { full_name: shown ?? cutShort(address.slice(0, address.lastIndexOf('@')), mostName), ...parts }
}

function join({ given_name, family_name }: Pick<Names, 'given_name' | 'family_name'>): string | null {
  return [given_name, family_name].filter(Boolean).join(' ') || null
}

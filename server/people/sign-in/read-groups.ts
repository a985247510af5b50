/** The groups that an identity provider names in a claim (OIDC_GROUPS_CLAIM). *Pure.* */
import { isStorable } from '../../platform/text.ts'

/** `unread`: the provider did not say which, so memberships stay as they are. */
export type Groups = { names: string[] } | { unread: 'left_out' | 'not_a_list' | 'too_many' }

/** More than Entra ID puts into a token (200). */
export const maxGroups = 500
/** Characters, as in the title of a channel. */
const maxName = 255

export type Claims = { [claim: string]: unknown }

/**
 * A provider leaves the claim out for a person without groups. Entra ID says in other claims that there are too many.
 * @param isAll  whether these are all claims that the provider has
 */
export function readGroups(claims: Claims, claim: string, isAll = true): Groups {
  const value = claimAt(claims, claim)
  if (value === undefined || value === null)
    return isAll && !isLeftOut(claims, claim) ? { names: [] } : { unread: 'left_out' }
  const named: unknown[] = Array.isArray(value) ? value : [value]
  if (!named.every((name) => typeof name === 'string')) return { unread: 'not_a_list' }
  const names = new Set(named.map((name) => name.trim()).filter(isName))
  return names.size > maxGroups ? { unread: 'too_many' } : { names: [...names] }
}

/** A claim by its name, or by its path through others, as Keycloak's `realm_access.roles`; a name may have dots itself. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot)
    const inner = Object.hasOwn(claims, name) ? claims[name] : null
    const found =
      typeof inner === 'object' && inner !== null ? claimAt(inner as Claims, path.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
}

const isName = (name: string) => name !== '' && name.length <= maxName && isStorable(name)

function isLeftOut({ _claim_names: elsewhere, hasgroups }: Claims, claim: string): boolean {
  return (typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere) || String(hasgroups) === 'true'
}

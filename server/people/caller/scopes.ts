/** What a key may be used for (decision 29c on people and keys). *Pure.* */
import { ApiError } from '../../platform/errors.ts'

export const scopeNames = ['read', 'write', 'webhooks', 'admin', 'scim'] as const
export type Scope = (typeof scopeNames)[number]

/** The scopes of a key; null is all of them. */
export type Scopes = Scope[] | null

/** The limits of a key, besides its owner's rights. */
export type KeyLimits = { scopes: Scopes; expires_at: Date | null }

/** Each scope once, in a fixed order. */
export const inOrder = (names: Scope[]): Scope[] => scopeNames.filter((name) => names.includes(name))

/** A key with these may do all that SCIM does, by other operations. */
const moreThanScim: Scope[] = ['read', 'write', 'admin']

export function hasScope({ scopes }: { scopes: Scopes }, scope: Scope): boolean {
  if (scopes === null || scopes.includes(scope)) return true
  return scope === 'scim' && moreThanScim.every((each) => scopes.includes(each))
}

/** @throws {ApiError} 403 that names the scope */
export function requireScope(key: { scopes: Scopes }, scope: Scope): void {
  if (!hasScope(key, scope)) throw new ApiError(403, `This key lacks the scope: ${scope}`)
}

/**
 * A key can give another one only what it has itself: scopes, and time until its expiry.
 * @param before  the key as it was; null for a new key, or one that becomes valid again: it gains all that it has
 * @throws {ApiError} 403
 */
export function requireWithin(giver: KeyLimits, before: KeyLimits | null, after: KeyLimits): void {
  const gained = scopeNames.filter((scope) => hasScope(after, scope) && !(before && hasScope(before, scope)))
  for (const scope of gained) requireScope(giver, scope)
  const isLonger = !before || endOf(after) > endOf(before)
  if (isLonger && endOf(after) > endOf(giver)) {
    throw new ApiError(403, 'This key expires; it cannot give a key a later expiry than its own, or none')
  }
}

const endOf = ({ expires_at }: KeyLimits) => expires_at?.getTime() ?? Number.POSITIVE_INFINITY

/** Whether the key has expired at that moment. */
export const isExpired = ({ expires_at }: { expires_at: Date | null }, now: Date) =>
  expires_at !== null && expires_at <= now

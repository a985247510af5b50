/** The secret that signs a webhook's requests: made once, shown once, kept sealed (spec 2.8, 5.5). */
import { randomBytes } from 'node:crypto'
import { open, type SecretKey, seal } from '../../platform/secrets.ts'

/** The webhook that something is sealed for. */
export type Owner = { workspace_id: string; id: string }

/** `whsec_` and 256 random bits as base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** @param key  SECRET_KEY */
export function sealSigningSecret(key: SecretKey, secret: string, webhook: Owner): Buffer {
  return seal(key, secret, secretOwner(webhook))
}

/** @throws {SecretError} sealed with another key, for another webhook, or changed since */
export function openSigningSecret(key: SecretKey, webhook: Owner & { secret: Buffer }): string {
  return open(key, webhook.secret, secretOwner(webhook))
}

/** A secret can be opened only where it was sealed: not in another webhook's row. */
export const secretOwner = ({ workspace_id, id }: Owner) => `${workspace_id}/${id}`

/** The keys that Google signs its requests with, asked for when one is not known yet. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { ApiError } from '../platform/errors.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { GoogleAddresses } from './google.ts'

type KeyDeps = { outbound: Pick<Outbound, 'request'>; google(): GoogleAddresses }

// Pub/Sub waits ten seconds for an answer.
const outgoing = { what: 'Google URL', method: 'GET', timeoutSeconds: 5, maxBytes: 65_536 } as const

/** Kept in memory. A token that names an unknown key asks for them at most every 30 seconds. @throws {ApiError} 503 */
export function openGoogleKeys({ outbound, google }: KeyDeps): JWTVerifyGetKey {
  const fetchKeys = async (url: string) => {
    const { status, body } = await outbound.request(url, outgoing)
    return new Response(new Uint8Array(body), { status })
  }
  let keys: JWTVerifyGetKey | undefined
  return async (header, token) => {
    keys ??= createRemoteJWKSet(new URL(google().keys), { [customFetch]: fetchKeys })
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSENotSupported) throw error
      throw new ApiError(503, 'The keys of Google cannot be had now', { cause: error })
    }
  }
}

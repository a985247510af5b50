/** Google's public keys, which verify its requests. They are fetched when a token names an unknown key. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { GoogleAddresses } from './google.ts'

// Pub/Sub waits ten seconds for a response.
const outgoing = { what: 'Google URL', method: 'GET', timeoutSeconds: 5, maxBytes: 65_536 } as const

/** At most one warning in this time, because many pushes fail for the same reason. */
const quietMs = 300_000

/** Caches the keys in memory. Unknown keys cause at most one fetch in 30 seconds. @throws {ApiError} 503 */
export function openGoogleKeys({
  outbound,
  clock,
  log,
  google,
}: Pick<Context, 'clock' | 'log' | 'outbound'> & { google(): GoogleAddresses }): JWTVerifyGetKey {
  const fetchKeys = async (url: string) => {
    const { status, body } = await outbound.request(url, outgoing)
    return new Response(new Uint8Array(body), { status })
  }
  let keys: JWTVerifyGetKey | undefined
  let warnedMs = Number.NEGATIVE_INFINITY
  const warn = (error: unknown) => {
    const nowMs = clock().getTime()
    if (nowMs - warnedMs < quietMs) return
    warnedMs = nowMs
    log.warn({ reason: (error as Error).message }, 'The keys of Google could not be fetched; its pushes come again')
  }
  return async (header, token) => {
    keys ??= createRemoteJWKSet(new URL(google().keys), { [customFetch]: fetchKeys })
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSENotSupported) throw error
      warn(error)
      throw new ApiError(503, 'The keys of Google cannot be had now')
    }
  }
}

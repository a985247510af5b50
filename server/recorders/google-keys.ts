/** The keys that Google signs its requests with, asked for when one is not known yet. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import type { Logger } from 'pino'
import { ApiError } from '../platform/errors.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Clock } from '../platform/time.ts'
import type { GoogleAddresses } from './google.ts'

type KeyDeps = {
  outbound: Pick<Outbound, 'request'>
  clock: Clock
  log: Pick<Logger, 'warn'>
  google(): GoogleAddresses
}

// Pub/Sub waits ten seconds for an answer.
const outgoing = { what: 'Google URL', method: 'GET', timeoutSeconds: 5, maxBytes: 65_536 } as const

/** Of pushes that fail for the same reason one line is enough. */
const quietMs = 300_000

/** Kept in memory. A token that names an unknown key asks for them at most every 30 seconds. @throws {ApiError} 503 */
export function openGoogleKeys({ outbound, clock, log, google }: KeyDeps): JWTVerifyGetKey {
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

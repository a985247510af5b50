/** Bodies are taken as they are: a compressed one would be stored or parsed as the bytes of its compression. */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/** @throws {ApiError} 415 for a body with another `Content-Encoding` than `identity` (RFC 9110, 15.5.16) */
export function requirePlainBody({ headers }: FastifyRequest): void {
  const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase())
  if (codings.every((coding) => coding === '' || coding === 'identity')) return
  throw new ApiError(415, 'Send the body without Content-Encoding', { headers: { 'accept-encoding': 'identity' } })
}

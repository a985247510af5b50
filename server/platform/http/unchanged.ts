/** A read of a version that the client has already is a 304 (RFC 9110, 13.1.2). */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ifNoneMatchHas } from './etag.ts'

/** Makes the answer a 304 if `If-None-Match` has its version. @returns the body to send */
export function omitUnchanged(reply: FastifyReply, payload: unknown): unknown {
  const etag = reply.getHeader('etag')
  if (typeof etag !== 'string' || reply.statusCode !== 200) return payload
  const { method, headers } = reply.request
  if (!['GET', 'HEAD'].includes(method) || !ifNoneMatchHas(headers['if-none-match'], etag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // Fastify drops the body of a HEAD itself, after it has counted it.
  if (method === 'HEAD') return payload
  if (payload instanceof Readable) payload.destroy()
  return null
}

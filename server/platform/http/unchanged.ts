/** Reads of what the client has already (RFC 9110, 13.1.2). */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ifNoneMatchNames } from './etag.ts'

/** The body to send: none, and the status 304, if `If-None-Match` names the version that the answer has. */
export function withoutKnown(reply: FastifyReply, payload: unknown): unknown {
  const etag = reply.getHeader('etag')
  if (typeof etag !== 'string' || reply.statusCode !== 200) return payload
  const { method, headers } = reply.request
  if (!['GET', 'HEAD'].includes(method) || !ifNoneMatchNames(headers['if-none-match'], etag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // Fastify drops the body of a HEAD itself, after it has counted it.
  if (method === 'HEAD') return payload
  if (payload instanceof Readable) payload.destroy()
  return null
}

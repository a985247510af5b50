/**
 * Versions of what is read and written back, so that a writer notices changes by others (RFC 9110, 8.8.3, 13.1.1 and
 * 13.1.2).
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A strong validator: equal exactly if all of these texts are equal. */
export function etagOf(...texts: string[]): string {
  return `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url')}"`
}

/**
 * Whether an `If-Match` header lets a request through; an absent one does.
 * @param header  `*` always matches, a list matches by one of its members
 */
export const ifMatchAllows = (header: string | undefined, etag: string): boolean =>
  header === undefined || hasTag(header, etag)

/** Whether an `If-None-Match` header says that the client has this version already. */
export const ifNoneMatchHas = (header: string | undefined, etag: string): boolean =>
  header !== undefined && hasTag(header, etag)

/** The endings that Apache and Caddy give the tag of an answer that they compress. */
const codings = ['', '-gzip', '-br', '-zstd', '-deflate']

/**
 * A proxy that compresses an answer also changes its tag: nginx and Cloudflare put `W/` before it, others add an ending.
 * The content is the same, so the tag still stands for this version.
 */
function hasTag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  const forms = codings.map((coding) => `${etag.slice(0, -1)}${coding}"`)
  // Validators of others may contain commas; a piece of one never equals ours, which has quotes and no comma.
  return header.split(',').some((member) => forms.includes(member.trim().replace(/^W\//, '')))
}

/** A read of a version that the client has already: makes the answer a 304. @returns the body to send */
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

/** Signs messages, so that a receiver can recognize a forgery (spec 5.5, decision 38). *Pure.* */
import { createHmac } from 'node:crypto'

/**
 * @param secret     `whsec_` and the key in base64
 * @param timestamp  of sending, in Unix seconds
 * @returns `v1,<base64>`: HMAC-SHA256 over `<id>.<timestamp>.<body>`
 */
function sign(secret: string, id: string, timestamp: number, body: Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/**
 * The three headers of an event request, once for each prefix with the same values; one signature for each secret that
 * is valid now.
 */
export function signedHeaders(
  prefixes: readonly string[],
  secrets: readonly string[],
  message: { id: string; body: Buffer },
  sentAt: Date,
): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1_000)
  const signature = secrets.map((secret) => sign(secret, message.id, timestamp, message.body)).join(' ')
  const headers: Record<string, string> = {}
  for (const prefix of prefixes) {
    headers[`${prefix}-id`] = message.id
    headers[`${prefix}-timestamp`] = String(timestamp)
    headers[`${prefix}-signature`] = signature
  }
  return headers
}

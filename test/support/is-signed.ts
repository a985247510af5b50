/** What a receiver does with a signature, by a public library. */
import { Webhook } from 'standardwebhooks'
import type { Received } from './receiver.ts'

/** @returns whether what was received is signed with this secret */
export function isSigned(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const named = Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, String(headers[`hook-${name}`])]),
  )
  // The library judges the time too; the test's clock is not today's.
  const verifier = new Webhook(secret) as unknown as { verifyTimestamp(text: string): Date }
  verifier.verifyTimestamp = (text) => new Date(Number(text) * 1_000)
  try {
    ;(verifier as unknown as Webhook).verify(body, named)
    return true
  } catch {
    return false
  }
}

/** Verifies a signature with a public library, as a receiver does. */
import { Webhook } from 'standardwebhooks'
import type { Received } from './receiver.ts'

/** @returns whether the message is signed with this secret */
export function isSigned(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const named = Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, String(headers[`hook-${name}`])]),
  )
  // The library also checks the time, but the clock of the test is not the real one.
  const verifier = new Webhook(secret) as unknown as { verifyTimestamp(text: string): Date }
  verifier.verifyTimestamp = (text) => new Date(Number(text) * 1_000)
  try {
    ;(verifier as unknown as Webhook).verify(body, named)
    return true
  } catch {
    return false
  }
}

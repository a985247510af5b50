/** Whose passkeys a browser offers (decision 70): those of the host in its address bar. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type BrowserOptions, ownOrigin } from '../sessions/browser.ts'

/** `host` is the RP id, and `origin` that of our pages (WebAuthn, 5.1.3). */
export type RelyingParty = { host: string; origin: string }

export const relyingPartyOf = (request: FastifyRequest, options: BrowserOptions): RelyingParty => ({
  host: request.hostname.toLowerCase(),
  origin: ownOrigin(request, options).toLowerCase(),
})

/** Browsers have passkeys only for names, over HTTPS or of this machine. */
export function mayHavePasskeys({ host, origin }: RelyingParty): boolean {
  if (isIP(host.replace(/^\[|\]$/g, '')) > 0) return false
  return origin.startsWith('https:') || host === 'localhost' || host.endsWith('.localhost')
}

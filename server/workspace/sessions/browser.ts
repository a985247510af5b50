/** What a browser sends and keeps: the session's cookie, and where a request comes from (decision 41). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors.ts'

/** PUBLIC_URL. */
export type BrowserTerms = { publicUrl: string | null }

/** By PUBLIC_URL, or by this request; of proxies, only those of TRUST_PROXY can say that. */
const isHttps = ({ protocol }: Pick<FastifyRequest, 'protocol'>, { publicUrl }: BrowserTerms): boolean =>
  protocol === 'https' || (publicUrl?.startsWith('https:') ?? false)

/**
 * Over HTTPS the prefix makes the browser refuse a cookie that another host of the domain set; the plain name is then
 * not read.
 */
function cookieName(name: string, request: FastifyRequest, terms: BrowserTerms): string {
  return isHttps(request, terms) ? `__Host-${name}` : name
}

export const sessionCookie = 'minutebook'

export function readCookie(name: string, request: FastifyRequest, terms: BrowserTerms): string | null {
  return request.cookies[cookieName(name, request, terms)] || null
}

/** The names of the cookies that begin like this, without the prefix of HTTPS. */
export function cookiesLike(start: string, request: FastifyRequest, terms: BrowserTerms): string[] {
  const prefix = cookieName('', request, terms)
  const names = Object.keys(request.cookies).filter((name) => name.startsWith(prefix + start))
  return names.map((name) => name.slice(prefix.length))
}

/** @param expires  a moment in the past removes it */
export function setCookie(
  name: string,
  reply: FastifyReply,
  { value, expires }: { value: string; expires: Date },
  terms: BrowserTerms,
): void {
  const secure = isHttps(reply.request, terms)
  reply.setCookie(cookieName(name, reply.request, terms), value, {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure, expires },
  })
}

export function clearCookie(name: string, reply: FastifyReply, terms: BrowserTerms): void {
  setCookie(name, reply, { value: '', expires: new Date(0) }, terms)
}

/** The service's own origin, as this request's browser names it. */
export function ownOrigin(request: FastifyRequest, terms: BrowserTerms): string {
  return `${isHttps(request, terms) ? 'https' : 'http'}://${request.host}`
}

/**
 * Whether the browser says that a page of the service sent the request; undefined if it does not say. Another
 * workspace's host is another origin, although the browser sends cookies from there.
 */
export function comesFromOwnPage(request: FastifyRequest, terms: BrowserTerms): boolean | undefined {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined ? undefined : origin === ownOrigin(request, terms)
}

/** @throws {ApiError} 403 for a request that changes something and is not known to come from a page of the service */
export function requireOwnPage(request: FastifyRequest, terms: BrowserTerms): void {
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && !comesFromOwnPage(request, terms)) throw crossSite()
}

export const crossSite = () => new ApiError(403, 'Cross-site request refused')

/** The `Cache-Control` of answers that are for one person. */
export const notKept = 'private, no-store'

/**
 * A hook for answers that show who is signed in, or sign somebody in: no cache keeps them, and no `Referer` is sent.
 */
export async function neverStored(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ 'cache-control': notKept, 'referrer-policy': 'no-referrer' })
}

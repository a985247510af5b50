/** What a browser sends and keeps: the session's cookie, and where a request comes from (decision 41). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors.ts'

/** PUBLIC_URL. */
export type BrowserOptions = { publicUrl: string | null }

/** By PUBLIC_URL, or by this request; of proxies, only those of TRUST_PROXY can say that. */
const isHttps = ({ protocol }: Pick<FastifyRequest, 'protocol'>, { publicUrl }: BrowserOptions): boolean =>
  protocol === 'https' || (publicUrl?.startsWith('https:') ?? false)

/**
 * Over HTTPS the prefix makes the browser refuse a cookie that another host of the domain set; the plain name is then
 * not read.
 */
function cookieName(name: string, request: FastifyRequest, options: BrowserOptions): string {
  return isHttps(request, options) ? `__Host-${name}` : name
}

export const sessionCookie = 'minutebook'

export function readCookie(name: string, request: FastifyRequest, options: BrowserOptions): string | null {
  return request.cookies[cookieName(name, request, options)] || null
}

/** The names of the cookies that begin like this, without the prefix of HTTPS. */
export function cookiesLike(start: string, request: FastifyRequest, options: BrowserOptions): string[] {
  const prefix = cookieName('', request, options)
  const names = Object.keys(request.cookies).filter((name) => name.startsWith(prefix + start))
  return names.map((name) => name.slice(prefix.length))
}

/** `expires`: a moment in the past removes it. */
export type Cookie = { value: string; expires: Date }

export function setCookie(
  name: string,
  reply: FastifyReply,
  { value, expires }: Cookie,
  options: BrowserOptions,
): void {
  const secure = isHttps(reply.request, options)
  reply.setCookie(cookieName(name, reply.request, options), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    expires,
  })
}

export function clearCookie(name: string, reply: FastifyReply, options: BrowserOptions): void {
  setCookie(name, reply, { value: '', expires: new Date(0) }, options)
}

/** The service's own origin, as this request's browser names it. */
export function ownOrigin(request: FastifyRequest, options: BrowserOptions): string {
  return `${isHttps(request, options) ? 'https' : 'http'}://${request.host}`
}

/**
 * Whether the browser says that a page of the service sent the request; undefined if it does not say. Another
 * workspace's host is another origin, although the browser sends cookies from there.
 */
export function comesFromOwnPage(request: FastifyRequest, options: BrowserOptions): boolean | undefined {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined ? undefined : origin === ownOrigin(request, options)
}

/** @throws {ApiError} 403 for a request that changes something and is not known to come from a page of the service */
export function requireOwnPage(request: FastifyRequest, options: BrowserOptions): void {
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && !comesFromOwnPage(request, options)) throw crossSite()
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

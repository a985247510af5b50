/**
 * Custom headers that every request to a webhook is sent with, such as the token of a gateway. Values are kept sealed.
 */
import { type FieldError, invalid, invalidRequest } from '../../platform/errors.ts'
import { open, type SecretKey, seal } from '../../platform/secrets.ts'
import type { Owner } from './signing-secret.ts'

export type Headers = Record<string, string>

export const headerLimits = { count: 10, nameLength: 64, valueLength: 1_024 }

/** Headers that the request itself needs, that proxies read, and by which the service names itself. */
const reserved =
  /^(accept-encoding|connection|content-.*|expect|forwarded|host|http2-settings|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent|via|x-forwarded-.*)$/

/** Names of signature headers: with the prefixes set now, and with others, so that no owner can forge those either. */
const signing = (prefixes: readonly string[]) =>
  new Set(
    ['hook', 'webhook', 'svix', ...prefixes].flatMap((prefix) => [
      `${prefix}-id`,
      `${prefix}-timestamp`,
      `${prefix}-signature`,
    ]),
  )

/**
 * @param prefixes  of the signature headers
 * @param field     of the request, as errors name it
 * @returns the headers under lower-case names
 * @throws {ApiError} 400 with an entry for each that may not be sent
 */
export function readHeaders(given: Headers, prefixes: readonly string[], field = 'headers'): Headers {
  const ofSignature = signing(prefixes)
  const headers = new Map<string, string>()
  const errors: FieldError[] = []
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    const message = headers.has(lower) ? 'is there twice' : wrongIn(lower, value, ofSignature)
    if (message) errors.push({ location: `body.${field}.${name}`, message })
    else headers.set(lower, value)
  }
  if (errors.length > 0) throw invalidRequest(errors)
  return Object.fromEntries(headers)
}

/**
 * Sets the given headers, removes those that are null, and leaves the others.
 * @param stored  under lower-case names
 * @throws {ApiError} 400 with an entry for each that may not be sent, and where there would be too many
 */
export function mergeHeaders(
  stored: Headers,
  changes: Record<string, string | null>,
  prefixes: readonly string[],
): Headers {
  const entries = Object.entries(changes)
  const given = entries.filter((entry): entry is [string, string] => entry[1] !== null)
  const removed = new Set(entries.filter(([, value]) => value === null).map(([name]) => name.toLowerCase()))
  const twice = given.filter(([name]) => removed.has(name.toLowerCase()))
  if (twice.length > 0) {
    throw invalidRequest(
      twice.map(([name]) => ({ location: `body.change_headers.${name}`, message: 'is there twice' })),
    )
  }
  const kept = Object.entries(stored).filter(([name]) => !removed.has(name))
  const merged = { ...Object.fromEntries(kept), ...readHeaders(Object.fromEntries(given), prefixes, 'change_headers') }
  if (Object.keys(merged).length > headerLimits.count) {
    throw invalid('body.change_headers', `would make more than ${headerLimits.count} headers`)
  }
  return merged
}

function wrongIn(name: string, value: string, ofSignature: Set<string>): string | null {
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) || name.length > headerLimits.nameLength || name === '__proto__') {
    return `must have a name of 1 to ${headerLimits.nameLength} letters, digits or signs that a header may have`
  }
  if (ofSignature.has(name)) return 'is one of those that sign'
  if (reserved.test(name)) return 'is set by the service itself'
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return 'must be visible ASCII, without blanks at its ends'
  return null
}

/** @returns the columns that store the headers */
export function sealHeaders(key: SecretKey, headers: Headers, webhook: Owner) {
  const header_names = Object.keys(headers)
  const sealed_headers = header_names.length > 0 ? seal(key, JSON.stringify(headers), headersOwner(webhook)) : null
  return { header_names, sealed_headers }
}

/** @throws {SecretError} sealed with another key, for another webhook, or changed since */
export function openHeaders(key: SecretKey, sealed: Buffer | null, webhook: Owner): Headers {
  return sealed ? JSON.parse(open(key, sealed, headersOwner(webhook))) : {}
}

/** Headers for one origin may be secret, so they are not sent to another, which a colleague may have set. */
export const isElsewhere = (url: string, before: string) => new URL(url).origin !== new URL(before).origin

/** Shorter words of a value do not count as secrets: answers contain them for other reasons. */
const leastSecret = 8

/** Hides header values in an answer: a receiver may echo its request. */
export const hideValues = (answer: string, headers: Headers) =>
  hideSecrets(
    answer,
    Object.values(headers).flatMap((value) => value.split(' ')),
  )

/** The same for the address of a chat, which is a secret, its parts too. Ordinary words of a path stay readable. */
export function hideAddress(answer: string, address: string): string {
  const { pathname, search } = new URL(address)
  const parts = `${pathname}${search}`.split(/[/?&=]/).filter((part) => !/^[a-z_.-]{1,15}$/.test(part))
  const written = [pathname + search, pathname, ...parts]
  const decoded = written.map((part) => Buffer.from(unescape(part), 'latin1').toString('utf8'))
  return hideSecrets(answer, [...written, ...decoded])
}

function hideSecrets(answer: string, words: string[]): string {
  const secrets = words
    .filter((word) => word.length >= leastSecret)
    .flatMap((word) => [word, JSON.stringify(word).slice(1, -1), word.replaceAll('&', '&amp;')])
    .sort((one, other) => other.length - one.length)
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), answer)
}

/** What sealed headers are bound to: they cannot be opened in another webhook's row, nor in place of its secret. */
export const headersOwner = ({ workspace_id, id }: Owner) => `${workspace_id}/${id}/headers`

/** Verifies that a message of a webhook is from the service (spec 5.5): signed recently with the webhook's secret. */
import type { WebhookEvent } from './events.ts'

export type { UserEvent, WebhookEvent } from './events.ts'

type HeaderValue = string | readonly string[] | undefined

/**
 * Headers in the forms that frameworks use: Fetch API, Node, a Map or another list of pairs, or a plain object with keys in
 * any case. A value may be a list, as `headersDistinct` of Node or AWS Lambda have it.
 */
export type WebhookHeaders = Iterable<readonly [string, HeaderValue]> | Record<string, HeaderValue>

export type VerifyOptions = {
  /** Allowed difference between the timestamp and this clock; 5 minutes by default. */
  toleranceSeconds?: number
  /** Prefixes of the headers, if the operator has configured other names. */
  prefixes?: string[]
  now?(): Date
}

export type WebhookVerificationReason = 'missing-headers' | 'timestamp' | 'signature' | 'body'

/** Do not trust the message; answer with a 4xx. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const usualPrefixes = ['webhook', 'hook', 'x-webhook', 'x-hook']
const leastSecretBytes = 24

/**
 * @param body     exactly as received: a body that was parsed and serialized again does not verify
 * @param secrets  `whsec_…`, one or several: during a rotation the old one and the new one
 * @throws {WebhookVerificationError} it is not from the service, or too old
 * @throws {TypeError} a secret is not a webhook's, or there is none
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, prefixes = usualPrefixes, now = () => new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = [secrets].flat().map(keyIn)
  if (keys.length === 0) throw new TypeError('verifyWebhook needs a secret')
  const { id, timestamp, signature } = readHeaders(headers, prefixes)
  requireRecent(timestamp, toleranceSeconds, now())
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const expected = await Promise.all(keys.map((key) => sign(key, signed)))
  const given = signature.split(' ').filter((each) => each.startsWith('v1,'))
  // Compares every pair, so that timing does not reveal which one matches.
  const matches = given.flatMap((each) => expected.map((own) => isEqual(each, own)))
  if (!matches.includes(true)) {
    throw new WebhookVerificationError('signature', 'No signature is by a secret of this webhook')
  }
  return parse(bytes)
}

function keyIn(secret: string): Uint8Array<ArrayBuffer> {
  const base64 = typeof secret === 'string' ? secret.replace(/^whsec_/, '') : ''
  const text = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? tryDecode(base64) : ''
  // An empty secret, as from an unset variable, would let everybody sign.
  if (text.length < leastSecretBytes) {
    throw new TypeError(`A secret must be whsec_ and at least ${leastSecretBytes} bytes in base64`)
  }
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function tryDecode(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}

/** The three headers of the first prefix that has all of them; those of two prefixes are never mixed. */
function readHeaders(headers: WebhookHeaders, prefixes: readonly string[]) {
  const all = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  // A header with two values is none: there is no telling which was signed.
  const readOne = (wanted: string) => {
    const found = all.flatMap(([name, value]) => (name.toLowerCase() === wanted ? (value ?? []) : []))
    return found.every((value) => value === found[0]) ? found[0] : undefined
  }
  for (const prefix of prefixes) {
    const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => readOne(`${prefix}-${name}`))
    if (typeof id === 'string' && typeof timestamp === 'string' && typeof signature === 'string') {
      return { id, timestamp, signature }
    }
  }
  throw new WebhookVerificationError('missing-headers', `It lacks ${prefixes[0]}-id, -timestamp or -signature`)
}

function requireRecent(timestamp: string, toleranceSeconds: number, now: Date): void {
  const isNumber = /^\d{1,12}$/.test(timestamp)
  if (isNumber && Math.abs(Math.floor(now.getTime() / 1_000) - Number(timestamp)) <= toleranceSeconds) return
  throw new WebhookVerificationError('timestamp', `It was not sent within ${toleranceSeconds} s of now`)
}

/** `v1,<base64>`, as the service signs. */
async function sign(key: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, bytes))
  return `v1,${btoa(String.fromCharCode(...signature))}`
}

/** In constant time for a given length. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new WebhookVerificationError('body', 'The body is not JSON')
  }
}

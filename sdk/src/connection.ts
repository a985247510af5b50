/** Where the service is, who asks, and how a request that is not an operation of `openapi-fetch` is sent. */
import { errorOf, MinutebookError } from './errors.ts'

export type ClientOptions = {
  /** Address of the service, as `https://acme.meetings.example.com`. */
  url: string
  /** Without a key a page of the service's own console asks with the session of its browser. */
  key?: string
  /** Sent with every request, as `X-On-Behalf-Of`. */
  headers?: Record<string, string>
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

export type Connection = { url: string; headers: Record<string, string>; fetch: typeof globalThis.fetch }

export type Sent = {
  headers?: Record<string, string>
  body?: string | Blob
  signal?: AbortSignal
  /** After so long without an answer the connection counts as lost. */
  timeoutSeconds?: number
}

/** @throws {TypeError} the address or a header is not valid; found here, because later it would look like a lost connection */
export function connect({ url, key, headers = {}, fetch }: ClientOptions): Connection {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError('url must be an address that starts with http:// or https://')
  }
  // The types are the contract's, also where a workspace speaks as the hosted original.
  const all = { ...headers, 'X-Minutebook-Profile': 'none', ...(key !== undefined && { 'X-API-KEY': key }) }
  new Headers(all)
  // Called without an object: browsers refuse to call `fetch` as a method of another one.
  return { url: url.replace(/\/+$/, ''), headers: all, fetch: fetch ?? ((...request) => globalThis.fetch(...request)) }
}

/**
 * A redirect is an error: `fetch` would send the key along to wherever it leads.
 * @throws {MinutebookError} the answer is not a success
 * @throws {TypeError} the service was not reached, or the connection was lost
 */
export async function send(connection: Connection, method: string, path: string, sent: Sent = {}): Promise<Response> {
  const { headers, body, signal, timeoutSeconds } = sent
  const limit = timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1_000)
  const response = await connection.fetch(connection.url + path, {
    method,
    headers: { ...connection.headers, ...headers },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: signal && limit ? AbortSignal.any([signal, limit]) : (signal ?? limit ?? null),
  })
  if (!response.ok) throw errorOf(response, await response.text())
  return response
}

/** @throws {MinutebookError} the answer is not JSON: something else than the service has answered */
export async function readJson<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new MinutebookError(response, { message: 'The answer is not JSON; is this the address of the service?' })
  }
}

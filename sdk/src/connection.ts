/** The address of the service, authentication, and requests that do not use `openapi-fetch`. */
import { errorOf, MinutebookError } from './errors.ts'

export type ClientOptions = {
  /** Address of the service, such as `https://acme.meetings.example.com`. */
  url: string
  /** Omitted only in pages of the service's own console, which use the browser's session. */
  key?: string
  /** Sent with every request, as `X-On-Behalf-Of`. */
  headers?: Record<string, string>
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

export type Connection = { url: string; headers: Record<string, string>; fetch: typeof globalThis.fetch }

export type Sent = {
  headers?: Record<string, string>
  body?: string | Blob
  signal?: AbortSignal
  /** After this time without a response the connection counts as lost. */
  timeoutSeconds?: number
}

/** @throws {TypeError} the address or a header is invalid; later this would look like a lost connection */
export function connect({ url, key, headers = {}, fetch }: ClientOptions): Connection {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError('url must be an address that starts with http:// or https://')
  }
  // The types are the contract's, also in a workspace with the hosted profile.
  const all = { ...headers, 'X-Minutebook-Profile': 'none', ...(key !== undefined && { 'X-API-KEY': key }) }
  new Headers(all)
  // Called as a plain function: browsers reject `fetch` as a method of another object.
  return {
    url: url.replace(/(?<!\/)\/+$/, ''),
    headers: all,
    fetch: fetch ?? ((...request) => globalThis.fetch(...request)),
  }
}

/**
 * A redirect is an error: `fetch` would send the key to its target.
 * @throws {MinutebookError} the response is not a success
 * @throws {TypeError} the service is unreachable, or the connection was lost
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

/** @throws {MinutebookError} the response is not JSON, so it is not from the service */
export async function readJson<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new MinutebookError(response, { message: 'The answer is not JSON; is this the address of the service?' })
  }
}

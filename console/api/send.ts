/** Sends all requests of the console: names the person and whom the tab acts for, and keeps the last ones for `AsCurl`. */
import { type SentRequest, withoutHeaderValues } from './curl.ts'
import { actingHeaders } from './on-behalf.ts'
import { personHeader, requireHere } from './person.ts'

type Last = { change: SentRequest | null; read: SentRequest | null }

let last: Last = { change: null, read: null }
const listeners = new Set<() => void>()

export const send: typeof fetch = async (input, init) => {
  await requireHere()
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  // Who is signed in is asked in nobody's name.
  const named = request.method === 'GET' && pathname === '/api/v1/session' ? {} : personHeader()
  for (const [name, value] of Object.entries({ ...named, ...actingHeaders(pathname) })) request.headers.set(name, value)
  // Only while a page shows it, because bodies are copied.
  if (listeners.size > 0) await record(request, pathname)
  return fetch(request)
}

/** Lists are read by POST: their paths are plural. */
const isRead = ({ method }: Request, path: string) => method === 'GET' || /^\/api\/v1\/(\w+s|search|ask)$/.test(path)

async function record(request: Request, path: string): Promise<void> {
  // The first two contain secrets; the last one is sent by every page.
  if (/^\/api\/v1\/(session|sign_in|changes$)/.test(path)) return
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  const sent = {
    method: request.method,
    url: request.url,
    body: isJson ? withoutHeaderValues(await request.clone().text()) : '',
    onBehalfOf: request.headers.get('x-on-behalf-of'),
  }
  last = isRead(request, path) ? { ...last, read: sent } : { ...last, change: sent }
  for (const listener of listeners) listener()
}

/** Requests are recorded while there is a listener. */
export function subscribeToSent(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearSent()
  }
}

/** Forgets the requests of another page. */
export function clearSent(): void {
  last = { change: null, read: null }
}

/** The last write and the last read since the page was opened. */
export const lastSent = (): Last => last

/** Every request of the console: for whom the tab acts, and what was sent last, for those who want it as a program would send it. */
import { type SentRequest, withoutHeaderValues } from './curl.ts'
import { actingHeaders } from './on-behalf.ts'

type Last = { change: SentRequest | null; read: SentRequest | null }

let last: Last = { change: null, read: null }
const listeners = new Set<() => void>()

export const send: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  for (const [name, value] of Object.entries(actingHeaders(pathname))) request.headers.set(name, value)
  // Only where a page shows it: bodies are copied.
  if (listeners.size > 0) await note(request, pathname)
  return fetch(request)
}

/** Lists are read by POST: their paths are plural. */
const isRead = ({ method }: Request, path: string) => method === 'GET' || /^\/api\/v1\/(\w+s|search)$/.test(path)

async function note(request: Request, path: string): Promise<void> {
  // What stands in the first two is nobody's to copy; every page waits for changes by itself.
  if (/^\/api\/v1\/(session|sign_in|changes$)/.test(path)) return
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  const sent = {
    ...{
      method: request.method,
      url: request.url,
      body: isJson ? withoutHeaderValues(await request.clone().text()) : '',
    },
    onBehalfOf: request.headers.get('x-on-behalf-of'),
  }
  last = isRead(request, path) ? { ...last, read: sent } : { ...last, change: sent }
  for (const listener of listeners) listener()
}

/** What is kept begins with the first who listens, and ends with the last. */
export function subscribeToSent(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) forgetSent()
  }
}

/** Of what another page sent nothing is shown. */
export function forgetSent(): void {
  last = { change: null, read: null }
}

/** The last change and the last reading since the page is there. */
export const lastSent = (): Last => last

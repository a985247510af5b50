/** Changes of a request before it is routed, for clients that send it in another form. */
import { type IncomingMessage, METHODS } from 'node:http'

/** Paths, each with all below it. */
export type Rewritten = {
  /** With or without a slash at the end. */
  slashed: readonly string[]
  /** A POST may name the method that is meant in `X-HTTP-Method-Override`, for clients that know no others. */
  overridden: readonly string[]
}

/** Sets the method that is meant. @returns the address for the router */
export function rewrite(request: IncomingMessage, { slashed, overridden }: Rewritten): string {
  const address = request.url!
  const [path] = address.split('?', 1) as [string]
  const method = String(request.headers['x-http-method-override'] ?? '').toUpperCase()
  if (request.method === 'POST' && METHODS.includes(method) && isBelow(path, overridden)) request.method = method
  if (!path.endsWith('/') || !isBelow(path, slashed)) return address
  return path.slice(0, -1) + address.slice(path.length)
}

const isBelow = (path: string, paths: readonly string[]) =>
  paths.some((each) => path === each || path.startsWith(`${each}/`))

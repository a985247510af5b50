/**
 * Microsoft Graph, asked as an application: one token for what follows, JSON, and downloads that carry the token.
 * @see https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
import { EngineError } from '../engines/engines.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { explain } from '../recordings/media/fetch-media.ts'
import type { Access } from './recorder-kind.ts'

/** Where Microsoft is. Tests have their own. */
export type GraphAddresses = { login: string; graph: string }
export const microsoft: GraphAddresses = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com/v1.0',
}

export type GraphDeps = { outbound: Pick<Outbound, 'request'>; graph: GraphAddresses }

/** The application that an administrator registered. */
export type Application = { tenantId: string; clientId: string; secret: string }

type Method = 'GET' | 'POST' | 'PATCH'
type Json = Record<string, unknown>
export type Graph = Access & {
  /** @returns the JSON of the answer; null for a 404 of something that is gone @throws {EngineError} */
  ask(method: Method, path: string, body?: object): Promise<Json | null>
}

const [what, timeoutSeconds, maxBytes] = ['Microsoft URL', 30, 262_144]

export async function openGraph(deps: GraphDeps, { tenantId, clientId, secret }: Application): Promise<Graph> {
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
    scope: scopeOf(deps.graph),
  }
  const granted = await send(deps, 'POST', `${deps.graph.login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const token = granted?.access_token
  if (typeof token !== 'string') throw new EngineError('Microsoft gave no token', { retryable: true })
  const addressOf = (path: string) => `${deps.graph.graph}/${path}`
  const ask: Graph['ask'] = (method, path, body) =>
    send(deps, method, addressOf(path), {
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    ask,
    async read(path) {
      const found = await ask('GET', path)
      // What was told of may take a while to be there.
      if (!found) throw new EngineError('The recording is not there', { retryable: true })
      return found
    },
    download: (path) => ({ url: addressOf(path), auth: { type: 'bearer_token', token } }),
  }
}

const scopeOf = ({ graph }: GraphAddresses) => `${new URL(graph).origin}/.default`

type Sent = { headers: Record<string, string>; body?: string }

async function send({ outbound }: GraphDeps, method: Method, url: string, sent: Sent): Promise<Json | null> {
  const answer = await outbound.request(url, { what, method, ...sent, timeoutSeconds, maxBytes }).catch((error) => {
    throw error instanceof OutboundError ? explain(error) : error
  })
  const { status, headers, body, truncated } = answer
  if (status === 404) return null
  if (status < 200 || status > 299) throw refusal(status, headers['retry-after'])
  try {
    const found = JSON.parse(body.toString('utf8'))
    if (!truncated && typeof found === 'object' && found !== null) return found
  } catch {}
  throw new EngineError('Microsoft gave an answer that cannot be read', { retryable: true })
}

/** Permissions that an administrator gives take up to half an hour, longer than is waited here. */
function refusal(status: number, retryAfter: string | string[] | undefined): EngineError {
  const seconds = Number([retryAfter].flat()[0])
  const retryable = status === 408 || status === 429 || status >= 500
  const retryAfterSeconds = Number.isInteger(seconds) && seconds > 0 ? seconds : null
  return new EngineError(`Microsoft answered ${status}`, { retryable, retryAfterSeconds })
}

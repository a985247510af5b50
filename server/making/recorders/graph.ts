/**
 * Requests to Microsoft Graph as an application. One token serves all requests and downloads.
 * @see https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */

import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import { refusedByGraph } from './kinds/graph-refusals.ts'
import { requireFound } from './kinds/read-values.ts'
import type { Access } from './kinds/recorder-kind.ts'
import { type Json, type JsonRequest, requestJson } from './kinds/request-json.ts'

/** Microsoft's base URLs. Tests use their own. */
export type GraphAddresses = { login: string; graph: string }
export const microsoftAddresses: GraphAddresses = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com/v1.0',
}

/** The application that an administrator registered. */
export type Application = { tenantId: string; clientId: string; secret: string }

export type Graph = Access & {
  /** @returns the response's JSON; null for a 404 @throws {EngineError} */
  request(method: JsonRequest['method'], path: string, body?: object): Promise<Json | null>
}

const service = 'Microsoft'

export async function openGraph(
  deps: Pick<Context, 'outbound'> & { graph: GraphAddresses },
  { tenantId, clientId, secret }: Application,
): Promise<Graph> {
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
    scope: scopeOf(deps.graph),
  }
  const { outbound } = deps
  const granted = await requestJson(outbound, `${deps.graph.login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, {
    service,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const token = granted?.access_token
  if (typeof token !== 'string') throw new EngineError('Microsoft gave no token', { retryable: true })
  const addressOf = (path: string) => `${deps.graph.graph}/${path}`
  const request: Graph['request'] = (method, path, body) =>
    requestJson(outbound, addressOf(path), {
      service,
      method,
      refused: refusedByGraph,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    request,
    person: null,
    read: async (path) => requireFound(await request('GET', path)),
    find: (path) => request('GET', path),
    download: (path) => ({ url: addressOf(path), auth: { type: 'bearer_token', token } }),
  }
}

const scopeOf = ({ graph }: GraphAddresses) => `${new URL(graph).origin}/.default`

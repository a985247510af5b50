/** An assistant on a person's own computer, by the official client: it signs in through a browser and keeps its tokens. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

/** @param origin  where the service is */
export async function openOwnAssistant(origin: string) {
  const kept: {
    client?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    discovery?: OAuthDiscoveryState
    /** Where it leads the person to. */
    asks?: URL
  } = {}
  let answered = (_query: URLSearchParams) => {}
  const server = createServer((request, response) => {
    answered(new URL(request.url!, origin).searchParams)
    response.setHeader('content-type', 'text/html').end('<title>Helper</title><h1>You can close this page.</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Own helper', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    state: () => 'of the helper',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (asks) => void Object.assign(kept, { asks }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier!,
    discoveryState: () => kept.discovery,
    saveDiscoveryState: (discovery) => void Object.assign(kept, { discovery }),
    invalidateCredentials: (what) => {
      if (what === 'tokens' || what === 'all') delete kept.tokens
    },
  }
  const transport = () => new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider })
  return {
    kept,
    redirectUrl,
    /** Tries, and is led to ask a person. @throws {UnauthorizedError} */
    begin: () => new Client({ name: 'own', version: '1' }).connect(transport()),
    /** What the browser brings back. */
    answer: () =>
      new Promise<URLSearchParams>((resolve) => {
        answered = resolve
      }),
    finish: (query: URLSearchParams) => transport().finishAuth(query),
    async connect() {
      const client = new Client({ name: 'own', version: '1' })
      await client.connect(transport())
      return client
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A real identity provider (OpenID Connect), where one person is signed in, or somebody refuses. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { Browser } from './browser.ts'
import type { Answer } from './world.ts'

export type Identities = Awaited<ReturnType<typeof openIdentityProvider>>

type Claims = { sub: string; email?: string; email_verified?: unknown; name?: string; [claim: string]: unknown }

type ClientAuth = 'client_secret_basic' | 'client_secret_post'

const callback = '/api/v1/sign_in/oidc/callback'
const client = { client_id: 'minutebook', client_secret: 'known-to-both' }

const ownOrigins = [
  'https://minutebook.test',
  'https://acme.localhost',
  'https://zeta.localhost',
  'https://third.localhost',
]

/**
 * @param claimsInToken  whether the id token has the address; otherwise it must be asked for
 * @param origins        of the service, as its people know it
 * @param takes          how this client must authenticate
 * @param says           the ways that the provider's metadata name
 */
export async function openIdentityProvider({
  claimsInToken = false,
  origins = ownOrigins,
  takes = 'client_secret_basic' as ClientAuth,
  says = ['client_secret_basic', 'client_secret_post'] as ClientAuth[],
} = {}) {
  /** Who is signed in there; null refuses. `inToken` is what the id token says, if it is not the same as userinfo. */
  const at = {
    person: null as Claims | null,
    inToken: null as Claims | null,
    /** What userinfo answers, if it does not say who is signed in: a status, or nothing at all. */
    userinfo: null as number | 'nothing' | null,
    /** For how long the person has been signed in there, whatever was asked. */
    secondsSince: 0,
  }
  let handle: RequestListener = () => {}
  const server = createServer((request, response) => handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = makeProvider(issuer, at, { claimsInToken, origins, takes, says })
  const answer = provider.callback()
  handle = (request, response) => {
    // The provider's own check takes the secret in either place.
    const isOther = (takes === 'client_secret_basic') !== (request.headers.authorization !== undefined)
    if (request.url === '/token' && isOther) {
      const refusal = { error: 'invalid_client', error_description: 'client authentication failed' }
      return response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
    }
    const { userinfo } = at
    if (request.url === '/me' && userinfo !== null) {
      if (userinfo === 'nothing') return request.socket.destroy()
      const challenge = userinfo === 401 ? { 'www-authenticate': 'Bearer error="invalid_token"' } : {}
      return response.writeHead(userinfo, challenge).end()
    }
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const ts = Math.floor(Date.now() / 1_000) - at.secondsSince
    const result = at.person ? { login: { accountId: at.person.sub, ts } } : { error: 'access_denied' }
    void provider.interactionFinished(request, response, result)
  }
  return {
    at,
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Acme SSO',
    },
    visit: (address: string) => visit(issuer, address),
    /** Goes there and back with a browser. @returns the answer to coming back */
    async signIn(browser: Browser, person: Claims | null, query = ''): Promise<Answer> {
      at.person = person
      const begun = await browser.get(`/api/v1/sign_in/oidc${query}`)
      if (begun.status !== 302) return begun
      const back = new URL(await visit(issuer, begun.headers.location!))
      return browser.get(back.pathname + back.search, { headers: { 'sec-fetch-site': 'cross-site' } })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Manner = { claimsInToken: boolean; origins: string[]; takes: ClientAuth; says: ClientAuth[] }

function makeProvider(
  issuer: string,
  at: { person: Claims | null; inToken: Claims | null },
  { claimsInToken, origins, takes, says }: Manner,
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return new Provider(issuer, {
    clients: [
      { ...client, token_endpoint_auth_method: takes, redirect_uris: origins.map((origin) => origin + callback) },
    ],
    clientAuthMethods: says,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of the test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'oid', 'tid', 'ver', 'groups', '_claim_names', 'hasgroups'],
    },
    conformIdTokenClaims: !claimsInToken,
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    renderError: (context: { body: string }, { error }: { error: string }) => {
      context.body = error
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: async (use: string) => ({ ...((use === 'id_token' && at.inToken) || at.person), sub: accountId }),
    }),
    // Nobody is asked what the service may know.
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } }
    }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

/** Follows the provider's own redirects with cookies. @returns the first address that is not the provider's */
async function visit(issuer: string, address: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  while (next.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The provider answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
    next = new URL(location, issuer)
  }
  return next.href
}

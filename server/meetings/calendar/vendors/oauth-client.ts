/**
 * Consent and tokens of one vendor (RFC 6749, 7636, 7009). The vendor's addresses are known, so nothing is discovered; all
 * requests go through the guarded way out.
 */

import { type Begun, beginAuthorization } from '../../../people/sign-in/authorization-request.ts'
import { reasonOf } from '../../../people/sign-in/refusal-reason.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { toStorable } from '../../../platform/text.ts'
import type { Clock } from '../../../platform/time.ts'
import { AccessWithdrawn, type CalendarProvider, ProviderError, Unavailable } from './provider.ts'

type Client = typeof import('openid-client')
type Configuration = import('openid-client').Configuration
type TokenAnswer = import('openid-client').TokenEndpointResponse

export type ClientOptions = {
  provider: CalendarProvider
  clientId: string
  clientSecret: string
  outbound: Pick<Outbound, 'request'>
  clock: Clock
}

/** What a person gave access with. `until` is when `access` ends, in milliseconds since 1970. */
export type Tokens = { refresh: string; access: string; until: number }

/**
 * What a consent gave. `account` is for people; `subject` is the same whatever the account's address. It `isEnough` if it
 * covers the calendar and lasts.
 */
export type Given = { tokens: Tokens; account: string; subject: string; isEnough: boolean }

/** Why nothing was connected: the word is for the console (`/calendar?refused=denied`). */
export class ConnectionRefused extends Error {
  readonly reason: RefusalReason

  /** @param said  the vendor's words, for the operator's log */
  constructor(reason: RefusalReason, said: string | null = null) {
    super(said ?? reason)
    this.reason = reason
  }
}

export type RefusalReason = 'denied' | 'expired' | 'wrong_person' | 'no_access' | 'too_many' | 'failed'

const [timeoutSeconds, maxBytes] = [10, 65_536]

/** Characters, as a world takes them. */
const maxAccount = 1_024

/** A token that says no end is taken for this long. */
const usualSeconds = 3_600

/** The person, or their administrator, must give consent anew. */
const withdrawn = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required']

export class OAuthClient {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  async begin(redirectUri: string): Promise<Begun & { address: string }> {
    const client = await loadClient()
    const { scope, parameters } = this.#options.provider.oauth
    return beginAuthorization(client, await this.#configuration(client), {
      ...parameters,
      redirect_uri: redirectUri,
      scope,
    })
  }

  /**
   * @param address  where the browser came back to
   * @throws {ConnectionRefused}
   */
  async finish(begun: Begun, address: URL): Promise<Given> {
    const client = await loadClient()
    const configuration = await this.#configuration(client)
    const answer = await client
      .authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: begun.codeVerifier,
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
      })
      .catch((error) => {
        const isDenied = error instanceof client.AuthorizationResponseError && error.error === 'access_denied'
        const secrets = [this.#options.clientSecret, begun.state, begun.nonce, begun.codeVerifier]
        const said = reasonOf(error, [...secrets, address.searchParams.get('code') ?? ''])
        throw new ConnectionRefused(isDenied ? 'denied' : 'failed', said)
      })
    const { iss, sub, email, preferred_username: name } = answer.claims()!
    const said = [email, name, sub].find((each) => typeof each === 'string') as string
    const [account, subject] = [said, `${iss} ${sub}`].map((each) => toStorable(each.slice(0, maxAccount)))
    const tokens = this.#tokensOf(answer)
    const isEnough = tokens.refresh !== '' && this.#coversScope(answer.scope)
    return { tokens, account: account!, subject: subject!, isEnough }
  }

  /**
   * @throws {AccessWithdrawn}
   * @throws {Unavailable} the vendor is away
   * @throws {ProviderError} it refuses for another reason
   */
  async refresh({ refresh }: Tokens): Promise<Tokens> {
    const client = await loadClient()
    const { title } = this.#options.provider
    const answer = await client
      .refreshTokenGrant(await this.#configuration(client), refresh)
      .catch((error: Error & { error?: unknown }) => {
        throwAway(error)
        if (withdrawn.includes(String(error.error)))
          throw new AccessWithdrawn(`${title} no longer gives access to this calendar: connect it again`)
        const code = /^[a-z_]{1,50}$/.test(String(error.error)) ? ` (${error.error})` : ''
        throw new ProviderError(`${title} did not renew the access${code}`)
      })
    return { ...this.#tokensOf(answer), refresh: answer.refresh_token ?? refresh }
  }

  /** Withdraws the whole consent of the account, if the vendor can. @throws as `refresh`, but {AccessWithdrawn} */
  async revoke({ refresh, access }: Tokens): Promise<void> {
    const { title, oauth } = this.#options.provider
    if (oauth.revocation === null) return
    const client = await loadClient()
    await client.tokenRevocation(await this.#configuration(client), refresh || access).catch((error: Error) => {
      throwAway(error)
      throw new ProviderError(`${title} did not withdraw the access`, { cause: error })
    })
  }

  #tokensOf(answer: TokenAnswer): Tokens {
    const seconds = answer.expires_in ?? usualSeconds
    const until = this.#options.clock().getTime() + seconds * 1_000
    return { refresh: answer.refresh_token ?? '', access: answer.access_token, until }
  }

  /** A person may untick what they do not want to give. Microsoft writes its host before the names. */
  #coversScope(granted: string | undefined): boolean {
    if (granted === undefined) return true
    const given = granted.split(' ').map((each) => each.replace(/^https:\/\/graph\.microsoft\.com\//, ''))
    const wanted = this.#options.provider.oauth.scope.split(' ')
    return wanted.every((each) => ofSignIn.includes(each) || given.includes(each))
  }

  /** Answers the library's discovery by the addresses that are known, since only it accepts the issuer of all tenants. */
  #configuration(client: Client): Promise<Configuration> {
    const { provider, clientId, clientSecret } = this.#options
    const { issuer, authorization, token, revocation } = provider.oauth
    const metadata = {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      ...(revocation !== null && { revocation_endpoint: revocation }),
    }
    const isOfTenants = issuer.includes('{tenantid}')
    const server = new URL(isOfTenants ? 'https://login.microsoftonline.com/common/v2.0' : issuer)
    const answered = Response.json(metadata)
    let isKnown = false
    const fetch: typeof globalThis.fetch = async (address, options) => {
      if (isKnown) return this.#fetch(String(address), options)
      isKnown = true
      return answered
    }
    return client.discovery(server, clientId, clientSecret, client.ClientSecretPost(clientSecret), {
      [client.customFetch]: fetch as import('openid-client').CustomFetch,
      timeout: timeoutSeconds,
    })
  }

  async #fetch(address: string, options: RequestInit = {}): Promise<Response> {
    const { title } = this.#options.provider
    const asked = this.#options.outbound.request(address, {
      what: `${title} URL`,
      method: options.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(options.headers).entries()),
      ...(options.body != null && { body: String(options.body) }),
      timeoutSeconds,
      maxBytes,
    })
    const answer = await asked.catch((error: unknown) => {
      if (error instanceof OutboundError) throw new Unavailable(`${title} could not be asked`, { cause: error })
      throw error
    })
    if (answer.status >= 500) throw new Unavailable(`${title} answered ${answer.status}`)
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const each of [value ?? []].flat()) headers.append(name, each)
    return new Response([204, 304].includes(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers,
    })
  }
}

/** The library may wrap what a request throws. */
function throwAway(error: Error): void {
  const away = [error, error.cause].find((each) => each instanceof Unavailable)
  if (away) throw away
}

const ofSignIn = ['openid', 'email', 'profile', 'offline_access']

/** Loaded with the first account: most processes never need it. */
const loadClient = (): Promise<Client> => import('openid-client')

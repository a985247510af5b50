/**
 * The operator's identity provider, by OpenID Connect (decision 42 on ways in): authorization code with PKCE, state and
 * nonce. The operator sets its address, which may be private, so the rule of public addresses does not apply.
 */
import type { Logger } from 'pino'
import { ApiError } from '../../platform/errors.ts'
import { isStorable } from '../../platform/text.ts'
import { type Begun, beginAuthorization, type Client, type Configuration } from './authorization-request.ts'
import { type ClientAuthSetting, clientAuth } from './client-auth.ts'
import type { OidcState } from './oidc-state.ts'
import { type Claims, claimAt, type Groups, readGroups } from './read-groups.ts'
import { reasonOf } from './refusal-reason.ts'

export type ProviderOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  clientAuth: ClientAuthSetting
  name: string
  /** The claim with a person's groups; null for none. */
  groupsClaim: string | null
  log: Logger
}

/** What the provider says about the person who signed in. */
export type Identity = {
  issuer: string
  subject: string
  email: string
  isVerified: boolean
  name: string
  groups: Groups | null
  /** How long before its answer the person had signed in there; null where the provider does not say. */
  secondsSince: number | null
}

/** Why the provider did not sign a person in: `code` is a word for the page that they see. */
export class SignInRefused extends ApiError {
  /** The subdomains to choose from. */
  readonly workspaces: string[]

  constructor(status: 400 | 403 | 409 | 502, code: string, message: string, workspaces: string[] = []) {
    super(status, message, { code })
    this.workspaces = workspaces
  }
}

const timeoutSeconds = 10

/** Who signed in there as lately need not do so again. */
const freshSeconds = 60

/** Characters of a subject, by OpenID Connect. */
const maxSubject = 255

export class IdentityProvider {
  readonly #options: ProviderOptions
  #known: Promise<Configuration> | undefined

  constructor(options: ProviderOptions) {
    this.#options = options
  }

  get name(): string {
    return this.#options.name
  }

  /**
   * @param fresh  whether the provider must ask the person again (OpenID Connect Core, 3.1.2.1: `max_age`)
   * @throws {SignInRefused} the provider cannot be reached
   */
  async begin(redirectUri: string, fresh: boolean): Promise<Begun & { address: string }> {
    const client = await loadClient()
    const configuration = await this.#configuration(client)
    return beginAuthorization(client, configuration, {
      redirect_uri: redirectUri,
      scope: `openid email profile${this.#asksForGroups(configuration) ? ' groups' : ''}`,
      ...(fresh && { max_age: String(freshSeconds) }),
    })
  }

  /**
   * @param query  the query that the browser came back with, with its question mark
   * @param trustsEmail  whether an address counts that the provider does not call verified
   * @throws {SignInRefused} the provider refused or cannot be reached, its answer is wrong, or has no address
   */
  async finish(state: OidcState, query: string, trustsEmail: boolean): Promise<Identity> {
    const client = await loadClient()
    const configuration = await this.#configuration(client)
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(state.redirectUri + query), {
        pkceCodeVerifier: state.codeVerifier,
        expectedState: state.state,
        expectedNonce: state.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      if (claims.sub.length > maxSubject || !isStorable(claims.sub)) throw this.#misfit()
      const { groupsClaim } = this.#options
      const wanted = ['email', 'email_verified', groupsClaim ?? 'email']
      const isComplete = wanted.every((name) => claimAt(claims, name) !== undefined)
      const hasMore = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined
      const isEnough = typeof claims.email === 'string' && (trustsEmail || readPerson(claims).isVerified)
      const read = () => client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      const userInfo = hasMore ? await (isEnough ? this.#unlessAway(read) : read()) : {}
      const said = { ...claims, ...userInfo }
      const { auth_time: signedIn } = claims
      // By the provider's own clock.
      const secondsSince = typeof signedIn === 'number' ? Math.max(0, claims.iat - signedIn) : null
      if (state.fresh && (secondsSince === null || secondsSince > freshSeconds)) throw this.#notFresh()
      return {
        secondsSince,
        issuer: claims.iss,
        subject: claims.sub,
        ...readPerson(joined(claims, userInfo ?? {})),
        groups: groupsClaim === null ? null : readGroups(said, groupsClaim, userInfo !== null),
      }
    } catch (error) {
      const sent = [...new URLSearchParams(query).values()].filter((value) => value.length > 16)
      throw this.#asRefusal(client, error as Error, [state.state, state.nonce, state.codeVerifier, ...sent])
    }
  }

  /** @returns null where userinfo does not answer, or refuses */
  async #unlessAway<Read>(read: () => Promise<Read>): Promise<Read | null> {
    try {
      return await read()
    } catch (error) {
      if (!isWithoutAnswer(error as Error) && !isRefused(error as Error)) throw error
      const reason = reasonOf(error as Error, [this.#options.clientSecret])
      this.#options.log.warn({ reason }, 'The identity provider gave nothing at userinfo; its id token is enough')
      return null
    }
  }

  /** Some providers give groups only for a scope of that name, which others refuse. */
  #asksForGroups(configuration: Configuration): boolean {
    const { scopes_supported: scopes = [] } = configuration.serverMetadata()
    return this.#options.groupsClaim !== null && scopes.includes('groups')
  }

  /** Fetched with the first sign-in, and again after a failure: the service can start without the provider. */
  #configuration(client: Client): Promise<Configuration> {
    this.#known ??= this.#discover(client).catch((error) => {
      this.#known = undefined
      throw this.#unreachable(error)
    })
    return this.#known
  }

  #discover(client: Client): Promise<Configuration> {
    const { issuer, clientId, clientSecret, clientAuth: set } = this.#options
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    return client.discovery(new URL(issuer), clientId, clientSecret, clientAuth(client, clientSecret, set), {
      // Signatures are checked even for tokens that came directly from the provider.
      execute: [...insecure, client.enableNonRepudiationChecks],
      timeout: timeoutSeconds,
    })
  }

  #unreachable(error: Error): SignInRefused {
    this.#options.log.warn(
      { reason: reasonOf(error, [this.#options.clientSecret]) },
      'The identity provider could not be asked',
    )
    return new SignInRefused(502, 'away', `${this.name} cannot be reached; try again`)
  }

  #asRefusal(client: Client, error: Error, secrets: string[]): ApiError {
    if (error instanceof ApiError) return error
    if (isWithoutAnswer(error)) return this.#unreachable(error)
    const reason = reasonOf(error, [this.#options.clientSecret, ...secrets])
    this.#options.log.warn({ reason }, 'A sign-in by the identity provider was refused')
    if (error instanceof client.AuthorizationResponseError) {
      return new SignInRefused(403, 'refused', `${this.name} did not sign you in`)
    }
    return this.#misfit()
  }

  #notFresh(): SignInRefused {
    const message = `${this.name} did not ask you to sign in again, or does not say so (auth_time); sign in, and make a passkey within five minutes`
    return new SignInRefused(403, 'not_fresh', message)
  }

  #misfit(): SignInRefused {
    return new SignInRefused(400, 'failed', `What ${this.name} sent back does not fit; sign in again`)
  }
}

/** Loaded with the first sign-in: most processes never need it. */
const loadClient = (): Promise<Client> => import('openid-client')

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined)

/** The errors of a fetch, and the client's own for them. */
const isWithoutAnswer = (error: Error) =>
  codeOf(error) === undefined
    ? ['TypeError', 'TimeoutError', 'AbortError'].includes(error.name)
    : ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(String(codeOf(error)))

/** Another status than 200. */
const isRefused = (error: Error) =>
  ['OAUTH_WWW_AUTHENTICATE_CHALLENGE', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(String(codeOf(error)))

/** Many providers give the address, or that it is verified, only at userinfo. What is said of another address is no proof. */
const joined = (claims: Claims, userInfo: Claims): Claims =>
  claims.email !== undefined && userInfo.email !== undefined && claims.email !== userInfo.email
    ? userInfo
    : { ...claims, ...userInfo }

export const notVerified = () =>
  new SignInRefused(403, 'email_not_verified', 'The identity provider knows no verified e-mail address of yours')

/** @throws {SignInRefused} it has no address */
function readPerson({
  email,
  email_verified,
  name,
}: Claims): Omit<Identity, 'issuer' | 'subject' | 'groups' | 'secondsSince'> {
  if (typeof email !== 'string') throw notVerified()
  // Cognito sends a text.
  const isVerified = email_verified === true || email_verified === 'true'
  return { email, isVerified, name: typeof name === 'string' ? name : '' }
}

/** The way to a provider that asks a person: authorization code with PKCE, state and nonce (RFC 6749 and 7636). */
export type Client = typeof import('openid-client')
export type Configuration = import('openid-client').Configuration

/** What the answer is checked against. */
export type Begun = { state: string; nonce: string; codeVerifier: string }

/** @param parameters  `redirect_uri`, `scope`, and what else the provider wants in the address */
export async function beginAuthorization(
  client: Client,
  configuration: Configuration,
  parameters: Record<string, string>,
): Promise<Begun & { address: string }> {
  const [state, nonce, codeVerifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
  const address = client.buildAuthorizationUrl(configuration, {
    ...parameters,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  return { state, nonce, codeVerifier, address: address.href }
}

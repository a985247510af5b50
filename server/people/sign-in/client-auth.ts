/** How the service proves at the provider's token endpoint who it is (OpenID Connect Core, 9). */
import type { ClientAuth } from 'openid-client'

type Ways = Pick<typeof import('openid-client'), 'ClientSecretBasic' | 'ClientSecretPost'>

export type ClientAuthSetting = 'basic' | 'post' | null

/**
 * As the provider's metadata says; the secret in a header where it says nothing, as the standard has it.
 * @param set  OIDC_CLIENT_AUTH, which goes before
 */
export function clientAuth(ways: Ways, secret: string, set: ClientAuthSetting): ClientAuth {
  const [basic, post] = [ways.ClientSecretBasic(secret), ways.ClientSecretPost(secret)]
  return (server, ...request) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const usual = known.includes('client_secret_post') && !known.includes('client_secret_basic') ? 'post' : 'basic'
    const way = (set ?? usual) === 'post' ? post : basic
    way(server, ...request)
  }
}

/** The addresses of OAuth, and the metadata that tell an assistant how to request access (RFC 9728, RFC 8414). *Pure.* */
export const signInPaths = {
  /** A page of the console (console/paths.ts). */
  consent: '/consent',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

const scopesSupported = ['read', 'write']

export const resourceMetadata = (issuer: string) => ({
  resource: `${issuer}/mcp`,
  authorization_servers: [issuer],
  scopes_supported: scopesSupported,
  bearer_methods_supported: ['header'],
  resource_name: 'Minutebook',
})

/** @param takesRegistrations  whether an assistant without an address of its own may register itself */
export const serverMetadata = (issuer: string, takesRegistrations: boolean) => ({
  issuer,
  authorization_endpoint: issuer + signInPaths.consent,
  token_endpoint: issuer + signInPaths.token,
  ...(takesRegistrations && { registration_endpoint: issuer + signInPaths.register }),
  revocation_endpoint: issuer + signInPaths.revoke,
  scopes_supported: scopesSupported,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
})

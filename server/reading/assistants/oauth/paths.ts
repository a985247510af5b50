/** The addresses of OAuth. *Pure.* */
export const signInPaths = {
  /** A page of the console (console/paths.ts). */
  consent: '/consent',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

/** What a link or the identity provider put after `#`, which browsers do not send to servers. *Pure.* */
export type Fragment = { token: string | null; error: string | null; workspaces: string[] }

export function readFragment(hash: string): Fragment {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const workspaces = fields.get('workspaces')?.split(',') ?? []
  return { token: fields.get('token'), error: fields.get('error'), workspaces: workspaces.filter(Boolean) }
}

/**
 * A path of this service, otherwise the first page: prevents an open redirect by the sign-in page. The service takes no path
 * of more than 2,000 characters.
 */
export function safeReturn(path: string | undefined): string {
  return path && /^\/(?![/\\])[!-~]{0,1999}$/.test(path) && !path.includes('\\') ? path : '/'
}

/** What a link or the identity provider put after `#`, which browsers do not send to servers. *Pure.* */
export type Fragment = { token: string | null; error: string | null; workspaces: string[] }

export function readFragment(hash: string): Fragment {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const workspaces = fields.get('workspaces')?.split(',') ?? []
  return { token: fields.get('token'), error: fields.get('error'), workspaces: workspaces.filter(Boolean) }
}

/** A path of this service, otherwise the first page: prevents an open redirect by the sign-in page. */
export function safeReturn(path: string | undefined): string {
  return path && /^\/(?![/\\])[!-~]*$/.test(path) && !path.includes('\\') ? path : '/'
}

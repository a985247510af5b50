/** What a link or the identity provider put behind the `#`: it never reaches a server by itself. *Pure.* */
export type Fragment = { token: string | null; error: string | null; workspaces: string[] }

export function readFragment(hash: string): Fragment {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const workspaces = fields.get('workspaces')?.split(',') ?? []
  return { token: fields.get('token'), error: fields.get('error'), workspaces: workspaces.filter(Boolean) }
}

/** A path of this service, otherwise the first page: nobody is led elsewhere by a link to the sign-in page. */
export function safeReturn(path: string | undefined): string {
  return path && /^\/(?![/\\])[!-~]*$/.test(path) && !path.includes('\\') ? path : '/'
}

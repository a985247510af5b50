/** A request as a line for a shell. *Pure.* */

export type SentRequest = { method: string; url: string; body: string; onBehalfOf: string | null }

/** The key is a variable of the shell: no line that is passed on holds one. */
export function curlOf({ method, url, body, onBehalfOf }: SentRequest): string {
  const isImplied = method === 'GET' || (method === 'POST' && body !== '')
  const parts = [
    `curl ${isImplied ? '' : `-X ${method} `}${quoted(url)}`,
    '-H "X-API-KEY: $MINUTEBOOK_KEY"',
    ...(onBehalfOf ? [`-H ${quoted(`X-On-Behalf-Of: ${onBehalfOf}`)}`] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`] : []),
  ]
  return parts.join(' \\\n  ')
}

/** Within single quotes a shell reads nothing but their end. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

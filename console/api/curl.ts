/** Prints a request as a curl command for a shell. *Pure.* */

export type SentRequest = { method: string; url: string; body: string; onBehalfOf: string | null }

/** Removes values of webhook headers, which are secret, so that the line can be passed on. */
export function withoutHeaderValues(body: string): string {
  const json = body === '' ? null : JSON.parse(body)
  const fields = ['headers', 'change_headers'].filter((field) => json?.[field] && typeof json[field] === 'object')
  if (fields.length === 0) return body
  const hidden = (headers: object) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value === null ? null : '…']))
  return JSON.stringify({ ...json, ...Object.fromEntries(fields.map((field) => [field, hidden(json[field])])) })
}

/** The key is a shell variable, so that the line can be passed on. */
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

/** Within single quotes only the closing quote is special. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

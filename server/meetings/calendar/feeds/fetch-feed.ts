/** Downloads a feed: only from public addresses, with a time and a size limit, and only if it has changed. */
import type { Context } from '../../../platform/context/context.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'

/** Why a feed could not be read, in a sentence that does not contain its address. */
export class FeedError extends Error {}

/** The validators that the server sent with the content, for the next conditional request. */
export type Version = { etag: string | null; last_modified: string | null }

const timeoutSeconds = 30
const maxRedirects = 3
const longestTag = 1_000

/** Calendar programs publish feeds as `webcal://`, so that another calendar program opens the link. */
export function feedUrl(text: string): string {
  return text.replace(/^webcals?:\/\//i, 'https://')
}

/**
 * @param known  the version that was read last
 * @returns null if it has not changed
 * @throws {FeedError} the calendar could not be downloaded
 */
export async function fetchFeed(
  outbound: Context['outbound'],
  url: string,
  known: Version | null,
  maxBytes: number,
): Promise<{ bytes: Buffer; version: Version } | null> {
  const headers = {
    accept: 'text/calendar',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
  }
  const outgoing = { what: 'Calendar URL', method: 'GET' as const, headers, timeoutSeconds, maxBytes, maxRedirects }
  const answer = await outbound.request(url, outgoing).catch((error: unknown) => {
    if (error instanceof OutboundError) throw new FeedError(error.message, { cause: error })
    throw error
  })
  if (answer.status === 304 && known) return null
  if (answer.status !== 200) throw new FeedError(`The calendar's server answered with status ${answer.status}`)
  if (answer.truncated) throw new FeedError(`The calendar is larger than ${maxBytes} bytes`)
  const header = (name: string) => {
    const value = [answer.headers[name]].flat()[0] ?? null
    return value !== null && value.length <= longestTag ? value : null
  }
  return { bytes: answer.body, version: { etag: header('etag'), last_modified: header('last-modified') } }
}

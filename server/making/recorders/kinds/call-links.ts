/** Regular expressions for links of calls in calendars, made only of fixed text and checked ids. *Pure.* */

export const zoomLink = (number: string) =>
  /^\d{9,12}$/.test(number) ? `zoom(gov)?\\.(us|com)/(j|w|s|wc)/${number}([/?#]|$)` : null

export const meetLink = (code: string) =>
  /^[a-z]+(-[a-z]+){2}$/.test(code) && code.length <= 128 ? `meet\\.google\\.com/${code}([/?#]|$)` : null

/** Calendars have the link with the meeting's thread, or the short link with its number. */
export function teamsLink(joinUrl: string, joinId: string): string | null {
  const thread = /meeting_([A-Za-z0-9_-]{10,200})(%40|@)/.exec(joinUrl)?.[1]
  const number = joinId.replaceAll(' ', '')
  const ways = [
    thread && `l/meetup-join/[^ ]*meeting_${thread}(%40|@)`,
    /^\d{9,20}$/.test(number) && `meet/${number}([/?#]|$)`,
  ].filter((way) => way)
  return ways.length > 0 ? `teams\\.(microsoft\\.(com|us)|live\\.com)/(${ways.join('|')})` : null
}

/**
 * Of a link, as another service knows the call; null if nothing in it identifies a call.
 * @param withQuery  whether what stands after a `?` tells pages of an unknown service apart
 */
export function linkLike(url: string, withQuery = true): string | null {
  const parsed = URL.parse(url)
  if (!parsed || url.length > 2_048) return null
  const { hostname, pathname, search } = parsed
  if (/(^|\.)zoom(gov)?\.(us|com)$/.test(hostname)) return zoomLink(/\/(\d{9,12})(\/|$)/.exec(pathname)?.[1] ?? '')
  if (hostname === 'meet.google.com') return meetLink(pathname.slice(1).replace(/\/$/, '').toLowerCase())
  if (/^(.+\.)?teams\.(microsoft\.(com|us)|live\.com)$/.test(hostname))
    return teamsLink(url, /\/meet\/(\d+)/.exec(pathname)?.[1] ?? '')
  if (parsed.protocol !== 'https:' || pathname.length === 1) return null
  const address = `//${literally(`${parsed.host}${pathname.replace(/\/$/, '')}`)}`
  return search === '' || !withQuery ? `${address}([/?#]|$)` : `${address}/?${literally(search)}([&#]|$)`
}

/** Of a call at the operator's own server, whose link ends with its id in some front ends. Short ids may be words. */
export const roomLink = (id: string) => (/^[\w-]{12,256}$/.test(id) ? `[/=]${id}([/?#&]|$)` : null)

const literally = (text: string) => text.replace(/[^\w/-]/g, (sign) => `\\${sign}`)

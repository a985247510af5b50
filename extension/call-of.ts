/** Which call an address is of, by the forms that the services publish. *Pure.* */

export type Kind = 'meet' | 'teams' | 'zoom' | 'jitsi' | 'bigbluebutton' | 'talk'
/** What runs on which host of one's own; with the port, where it has one. */
export type OwnHosts = Record<string, OwnKind>
export const ownKinds = ['jitsi', 'bigbluebutton', 'talk'] as const
export type OwnKind = (typeof ownKinds)[number]

/** `id` is the same for all addresses of a call; null where the address does not tell. */
export type Call = { kind: Kind; id: string | null }

const isOwnComputer = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1'

/** @returns null for any other page: one that only looks like a call has another host */
export function callOf(address: string, ownHosts: OwnHosts = {}): Call | null {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return null
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnComputer(url))) return null
  const own = Object.hasOwn(ownHosts, url.host) ? ownHosts[url.host] : undefined
  if (own) return ofOwnHost(own, url)
  return url.protocol === 'https:' && url.port === '' ? ofVendor(url) : null
}

function ofVendor(url: URL): Call | null {
  const { hostname } = url
  if (hostname === 'meet.google.com') return found('meet', /^\/([a-z]{3}-[a-z]{4}-[a-z]{3})\/?$/.exec(url.pathname))
  if (/^teams\.(microsoft\.(com|us)|live\.com|cloud\.microsoft)$/.test(hostname)) return ofTeams(url)
  if (/^([a-z0-9-]+\.)*zoom(gov\.com|\.us)$/.test(hostname)) return ofZoom(url)
  if (hostname === 'meet.jit.si') return ofOwnHost('jitsi', url)
  return null
}

/** The thread of a meeting, or the number of the short link. Once inside, the web client's address tells neither. */
function ofTeams({ pathname, search }: URL): Call | null {
  const [, thread] = /^\/(?:l\/meetup-join|light-meetings)\/.*meeting_([\w-]+)(?:%40|@)/i.exec(pathname + search) ?? []
  if (thread) return { kind: 'teams', id: `teams ${thread}` }
  const short = /^\/meet\/(\d{9,20})\/?$/.exec(pathname)
  if (short) return found('teams', short)
  return /^\/(v2|light-meetings)(\/|$)/.test(pathname) ? { kind: 'teams', id: null } : null
}

const ofZoom = ({ pathname }: URL) => found('zoom', /^\/(?:j|w|s|wc|wc\/join)\/(\d{9,12})(?:\/|$)/.exec(pathname))

function ofOwnHost(kind: OwnKind, { host, pathname }: URL): Call | null {
  if (kind === 'talk')
    return found(kind, /^(?:\/[\w-]+)?(?:\/index\.php)?\/call\/([a-z0-9]{4,64})\/?$/i.exec(pathname), host)
  if (kind === 'jitsi') {
    const room = /^((?:\/[^/]+){1,2})\/?$/.exec(pathname)
    return /^\/(static|libs|images|api)\//.test(pathname) ? null : found(kind, room, host)
  }
  const room = /^\/(?:rooms|b)\/([a-z0-9]{3}(?:-[a-z0-9]{3}){2,3})(?:\/|$)/.exec(pathname)
  return found(kind, room, host) ?? (/^\/html5client\//.test(pathname) ? { kind, id: null } : null)
}

const found = (kind: Kind, match: RegExpExecArray | null, host = ''): Call | null =>
  match && { kind, id: `${kind} ${host}${match[1]!.toLowerCase()}` }

export const isSame = (one: Call | null, other: Call | null) => one !== null && one.id !== null && one.id === other?.id

/**
 * Those whose call it is. Inside, some clients do not say which call it is: then it is the only meeting with such a link.
 * @param meetings  of this moment
 * @param isAll  there are no others
 */
export function meetingsOf<M extends { call_url: string | null }>(
  call: Call | null,
  meetings: M[],
  ownHosts: OwnHosts,
  isAll: boolean,
): M[] {
  const linked = meetings.map((meeting) => ({ meeting, to: callOf(meeting.call_url ?? '', ownHosts) }))
  const alike = linked.filter(({ to }) => to !== null && to.kind === call?.kind)
  if (call?.id === null) return isAll && alike.length === 1 ? [alike[0]!.meeting] : []
  return linked.filter(({ to }) => isSame(call, to)).map(({ meeting }) => meeting)
}

/** The service as it is reached: on this machine, and at PUBLIC_URL through whatever stands in front of it. */
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { addressOf, isPerWorkspace } from '../../people/caller/origin.ts'
import type { Config } from '../../platform/context/config.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { Clock } from '../../platform/time.ts'
import { type Answer, askAddress, NoAnswer } from './ask-address.ts'
import { type Finding, reasonIn, right, unknown, wrong } from './finding.ts'

const proxyPage = 'docs/operate/proxy.md'
/** Above it signatures of others, sign-in and times of meetings go wrong. */
const maxClockMs = 30_000
const renewDays = 14
/** A piece of an upload. */
const pieceBytes = 64_000_000

/** `key` is of any person, for the stream of events; `workspace` is its host, where each has its own. */
export type Visitor = { key?: string; workspace?: string }

export async function* checkAddress(
  config: Config,
  { key, workspace }: Visitor,
  clock: Clock,
): AsyncGenerator<Finding> {
  yield await checkHere(config)
  if (!config.publicUrl)
    return yield unknown('PUBLIC_URL', 'It is not set: links lead to the host that a request named')
  const url = new URL(addressOf(config.publicUrl, workspace ?? 'minutebook-doctor'))
  // Proxies pass it on, unlike /healthz: without a key it is our own 401, or 404 for an unknown workspace.
  const home = await askOr(url, '/api/v1/me')
  if (home instanceof Error) return yield await unreached(url, home)
  if (![401, 404].includes(home.status) || !String(home.headers['x-request-id']).startsWith('req_')) {
    const todo = `Lead ${url.host} to Minutebook: ${proxyPage}`
    return yield wrong('PUBLIC_URL', `${url.origin} answers with status ${home.status}, and not as Minutebook`, todo)
  }
  yield right('PUBLIC_URL', `${url.origin} answers`)
  yield* checkConnection(home, clock())
  yield await checkBody(url, 'bodies', '/api/v1/calendar/import', config.bodyLimitBytes)
  yield await checkBody(url, 'uploads', '/api/v1/recordings/upload/tus', pieceBytes)
  if (key === undefined) yield unknown('streams', 'Not tried: it takes a key (--key, or MINUTEBOOK_KEY)')
  else if (isPerWorkspace(config.publicUrl) && !workspace)
    yield unknown('streams', 'Not tried: name the host of the key by --workspace')
  else yield await checkStream(url, key)
}

const askOr = (url: URL, path: string) => askAddress(new URL(path, url)).catch((error: Error) => error)

async function checkHere({ host, port }: Config): Promise<Finding> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const url = new URL(`http://${isIPv6(name) ? `[${name}]` : name}:${port}`)
  const answer = await askOr(url, '/readyz')
  if (answer instanceof Error)
    return unknown('service', `Nothing answers at ${url.host} (HOST, PORT): it does not run on this machine`)
  const says = parseJson(answer.text)
  const { status, warnings, message }: Record<'status' | 'warnings' | 'message', unknown> = Object(says)
  if (status !== 'ready' && typeof message !== 'string')
    return wrong('service', `${url.host} answers, and not as Minutebook`, 'Check PORT')
  if (answer.status !== 200) return wrong('service', `${url.host} is not ready: ${message}`, 'Read its log')
  const [first] = Array.isArray(warnings) ? warnings : []
  return first
    ? wrong('service', `It is ready, with a warning: ${first}`, 'Mend that')
    : right('service', `${url.host} is ready`)
}

/** Which of the steps to an answer fails. */
async function unreached(url: URL, error: Error & { code?: string }): Promise<Finding> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const isKnown = await lookup(name).then(
    () => true,
    () => false,
  )
  if (!isKnown)
    return wrong('PUBLIC_URL', `DNS knows no ${name}`, 'Add it there, with * for the workspaces if each has its host')
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(error.code ?? '')) {
    const todo = 'Get one for this host from an authority that browsers know, as Caddy does by itself'
    return wrong('PUBLIC_URL', `The certificate of ${url.host} is refused: ${reasonIn(error)}`, todo)
  }
  return wrong(
    'PUBLIC_URL',
    `${url.origin} does not answer: ${reasonIn(error)}`,
    `Open its port, and start the proxy: ${proxyPage}`,
  )
}

function* checkConnection({ certificateEnds, headers }: Answer, now: Date): Generator<Finding> {
  if (certificateEnds === null) yield unknown('TLS', 'PUBLIC_URL has http: others on the way can read everything')
  else {
    const days = Math.floor((certificateEnds.getTime() - now.getTime()) / 86_400_000)
    const says = `The certificate ends in ${days} days`
    yield days >= renewDays
      ? right('TLS', says)
      : wrong('TLS', says, 'Renew it, and see why that does not happen by itself')
  }
  const differs = new Date(String(headers.date)).getTime() - now.getTime()
  if (Number.isNaN(differs)) return
  const says = `This machine and ${headers.server ?? 'the proxy'} are ${Math.round(Math.abs(differs) / 1_000)} s apart`
  yield Math.abs(differs) <= maxClockMs
    ? right('clock', says)
    : wrong('clock', says, 'Set both by NTP, such as with systemd-timesyncd or chrony')
}

/** Without a key Minutebook answers 401 before it reads a body of these routes; a proxy answers 413, or waits for the body. */
async function checkBody(url: URL, part: string, path: string, bodyBytes: number): Promise<Finding> {
  const size = `${(bodyBytes / 1_000_000).toFixed(1)} MB`
  const setting =
    part === 'uploads'
      ? 'client_max_body_size 0; proxy_request_buffering off'
      : `client_max_body_size ${Math.ceil(bodyBytes / 1_000_000)}m`
  try {
    const { status, text } = await askAddress(new URL(path, url), { method: 'POST', bodyBytes })
    // 404 in our words: no workspace has this host.
    if (status === 401 || (status === 404 && text.startsWith('{"message"')))
      return right(part, `Requests of ${size} come through`)
    return wrong(
      part,
      `A request of ${size} gets status ${status}`,
      `Raise the proxy's limit (nginx: ${setting}): ${proxyPage}`,
    )
  } catch (error) {
    // It collects them first, which only an upload must not wait for.
    if (part === 'bodies' && error instanceof NoAnswer) return right(part, `The proxy takes requests of ${size}`)
    const todo = `Let the proxy pass bodies on as they come (nginx: ${setting}): ${proxyPage}`
    return wrong(part, `A request of ${size} is held back: ${reasonIn(error)}`, todo)
  }
}

async function checkStream(url: URL, key: string): Promise<Finding> {
  const headers = { 'x-api-key': key, accept: 'text/event-stream' }
  try {
    const { status, text } = await askAddress(new URL('/api/v1/events', url), { headers, isStream: true })
    if (status === 200) return right('streams', 'Events come at once')
    return wrong(
      'streams',
      `The stream of events gets status ${status}: ${text.slice(0, 200)}`,
      'Use a key that may read',
    )
  } catch (error) {
    const todo = `Switch the proxy's buffering off for /api/v1/events: ${proxyPage}`
    return wrong('streams', `Events do not come through: ${reasonIn(error)}`, todo)
  }
}

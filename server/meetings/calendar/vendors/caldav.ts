/**
 * The calendars that a person has on a server of their own or their provider's, by CalDAV and with a password (decision
 * 69): Nextcloud, Radicale, SOGo, Fastmail, iCloud. The server is asked what changed, and for these events alone.
 * @see RFC 4791 (CalDAV), RFC 6578 (sync-collection)
 */
import { type DavAccount, DavClient, type DavDeps, DavError } from '../../../platform/dav/dav-client.ts'
import { type DavHome, discover } from '../../../platform/dav/discover.ts'
import { ResourceLimitError } from '../../../platform/errors.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { readRetryAfter } from '../../../platform/outbound/retry-after.ts'
import { foldCase } from '../../../platform/text.ts'
import type { Task } from '../../../platform/threads.ts'
import { CalendarError } from '../icalendar/errors.ts'
import { maxInAll } from '../icalendar/read-calendar.ts'
import {
  type DavCalendar,
  kinds,
  listCalendars,
  listObjects,
  multigetOf,
  readSync,
  versions,
} from './caldav-calendars.ts'
import { objectId, type ReadObject, type readObjects, unreadObject } from './caldav-objects.ts'
import {
  type CalendarReading,
  type ChangesPage,
  CursorRefused,
  type ProviderChange,
  ProviderError,
  Throttled,
  TokenRefused,
  Unavailable,
  type WantedPage,
} from './provider.ts'

/** What of a calendar was read: up to a token, or of each event its version. */
type Known = { token: string } | { tag: string | null; etags: Record<string, string> }

/** Also what was found out once: where the calendars are. */
type Cursor = { home: DavHome; calendars: Record<string, Known> }

type Work =
  | { kind: 'all' | 'versions'; calendar: DavCalendar; known: Record<string, string> }
  | { kind: 'changes'; calendar: DavCalendar; token: string }
  | { kind: 'objects'; calendar: DavCalendar; hrefs: string[] }

/** `uids` has those that were read, with the object that has them: a meeting may be in two calendars. */
type State = { cursor: Cursor; work: Work[]; uids: Map<string, string>; calendars: number }

/** Of events asked for at once: an event with its texts has some kilobytes. */
const batchSize = 100

/** A small server with many events takes its time. */
const patienceSeconds = 120

/** Nobody says when to ask again. */
const standardWaitMs = 600_000

const task: Task<typeof readObjects> = {
  module: new URL('./caldav-objects.ts', import.meta.url),
  name: 'readObjects',
  seconds: 20,
  throws: [CalendarError],
}

export type CaldavCalendar = CalendarReading & {
  /**
   * Signs in for the first time.
   * @throws as `readChanges`
   */
  signIn(account: DavAccount): Promise<DavHome>
}

/** Its access token is the account, as JSON. */
export function caldavCalendar(deps: DavDeps): CaldavCalendar {
  return {
    title: 'The calendar server',

    signIn: (account) =>
      explained(async () => {
        const client = new DavClient(deps, account)
        const home = await discover(deps, client)
        await listCalendars(client, home, kinds)
        return home
      }),

    readChanges: (token, wanted) =>
      explained(async () => {
        const client = new DavClient(deps, JSON.parse(token), patienceSeconds)
        const state = (wanted.read.kept.get('state') as State | undefined) ?? (await begin(deps, client, wanted))
        wanted.read.kept.set('state', state)
        const work = state.work.shift()
        const changes = work ? await doWork(deps, client, state, work, wanted) : []
        return pageOf(state, changes)
      }),
  }
}

const pageOf = ({ work, cursor }: State, changes: ProviderChange[]): ChangesPage => {
  const isLast = work.length === 0
  return { changes, wholeSeries: [], next: isLast ? null : 'next', cursor: isLast ? JSON.stringify(cursor) : null }
}

/** A calendar that nothing changed in costs nothing more. One that is not there any more can only be missed by a full read. */
async function begin(deps: DavDeps, client: DavClient, { cursor, read }: WantedPage): Promise<State> {
  read.requireTime()
  const before: Cursor | null = cursor === null ? null : JSON.parse(cursor)
  const home = before?.home ?? (await discover(deps, client))
  const calendars = await listCalendars(client, home, versions).catch(before === null ? rethrown : withMovedHome)
  const vanished = Object.keys(before?.calendars ?? {}).filter((url) => !calendars.some((each) => each.url === url))
  if (vanished.length > 0) throw new CursorRefused('A calendar is not there any more')
  const state: State = { cursor: { home, calendars: {} }, work: [], uids: new Map(), calendars: calendars.length }
  for (const calendar of calendars) {
    const known = before?.calendars[calendar.url]
    if (known && isUnchanged(calendar, known)) state.cursor.calendars[calendar.url] = known
    else state.work.push(workFor(calendar, known))
  }
  return state
}

const isUnchanged = ({ syncToken, tag }: DavCalendar, known: Known) =>
  'token' in known ? known.token === syncToken : known.tag !== null && known.tag === tag

function workFor(calendar: DavCalendar, known: Known | undefined): Work {
  if (known && 'token' in known) return { kind: 'changes', calendar, token: known.token }
  if (known) return { kind: 'versions', calendar, known: known.etags }
  return { kind: 'all', calendar, known: {} }
}

async function doWork(
  deps: DavDeps,
  client: DavClient,
  state: State,
  work: Work,
  wanted: WantedPage,
): Promise<ProviderChange[]> {
  if (work.kind === 'objects') return getObjects(deps, client, state, work, wanted)
  const { calendar } = work
  if (work.kind === 'changes') {
    const { changed, gone, token, isPart } = await readSync(client, calendar, work.token).catch(withoutToken)
    if (isPart) state.work.push({ kind: 'changes', calendar, token })
    else state.cursor.calendars[calendar.url] = { token }
    planObjects(
      state,
      calendar,
      changed.map(({ href }) => href),
    )
    return goneFrom(state, gone.map(objectId))
  }
  const objects = await listObjects(client, calendar, wanted.span)
  if (objects.length > maxInAll.meetings)
    throw new ProviderError(`A calendar has more than ${maxInAll.meetings} events in the window`)
  const { syncToken, tag } = calendar
  const etags = Object.fromEntries(objects.map(({ href, etag }) => [objectId(href), etag.slice(0, maxEtag)]))
  // The token is older than the list, so nothing in between is lost.
  state.cursor.calendars[calendar.url] =
    work.kind === 'all' && syncToken !== null ? { token: syncToken } : { tag, etags }
  const changed = objects.filter(
    ({ href, etag }) => etag === '' || work.known[objectId(href)] !== etag.slice(0, maxEtag),
  )
  planObjects(
    state,
    calendar,
    changed.map(({ href }) => href),
  )
  return goneFrom(
    state,
    Object.keys(work.known).filter((id) => !Object.hasOwn(etags, id)),
  )
}

const maxEtag = 100

/** A calendar that nothing changed in is not read. */
const goneFrom = ({ calendars }: State, ids: string[]): ProviderChange[] =>
  ids.map((id) => ({ id, meeting: null, mayHaveCopy: calendars > 1 }))

/** In front of the other calendars: what was asked for is not old yet when it comes. */
function planObjects({ work }: State, calendar: DavCalendar, hrefs: string[]): void {
  for (let from = 0; from < hrefs.length; from += batchSize)
    work.unshift({ kind: 'objects', calendar, hrefs: hrefs.slice(from, from + batchSize) })
}

/** What is larger than an answer may be, or takes too much to read, is asked for in halves, until one event is left. */
async function getObjects(
  deps: DavDeps,
  client: DavClient,
  state: State,
  work: Work & { kind: 'objects' },
  wanted: WantedPage,
): Promise<ProviderChange[]> {
  const { calendar, hrefs } = work
  wanted.read.requireTime()
  const request = { method: 'REPORT', depth: '1', body: multigetOf(hrefs) } as const
  try {
    const { body } = await client.ask(new URL(calendar.url), request)
    return takeObjects(await readBody(deps, client, state, body, calendar, wanted), state, work)
  } catch (error) {
    const isTooLarge = error instanceof ResourceLimitError || (error instanceof DavError && error.isTooLarge)
    if (!isTooLarge) throw error
  }
  if (hrefs.length === 1) return [unreadObject(hrefs[0]!, 'it is too large')]
  const half = Math.ceil(hrefs.length / 2)
  const [first, second] = [hrefs.slice(0, half), hrefs.slice(half)]
  const changes = await getObjects(deps, client, state, { ...work, hrefs: first }, wanted)
  return [...changes, ...(await getObjects(deps, client, state, { ...work, hrefs: second }, wanted))]
}

async function readBody(
  { threads }: DavDeps,
  client: DavClient,
  state: State,
  body: Buffer,
  { isForeign, zone }: DavCalendar,
  { span }: WantedPage,
): Promise<ReadObject[]> {
  const window = { from: span.from.getTime(), to: span.to.getTime() }
  const invited = isForeign ? state.cursor.home.addresses.map(foldCase) : null
  const share = { sharer: client.sharer, isPatient: true }
  const objects = await threads.run(task, [body, { window, zone, invited }], share)
  if (!objects) throw new ProviderError('The calendar server gave an answer that cannot be read, or that is too large')
  return objects
}

/**
 * Those that were asked for. A meeting that another calendar of the account has too is taken once: not where a calendar of
 * others has it without the person.
 */
function takeObjects(
  objects: ReadObject[],
  { uids }: State,
  { calendar, hrefs }: Work & { kind: 'objects' },
): ProviderChange[] {
  const given = new Map(objects.map((object) => [objectId(object.href), object]))
  return hrefs.flatMap((href) => {
    const id = objectId(href)
    const object = given.get(id)
    if (!object) return [unreadObject(href, 'the server did not give it')]
    const holder = object.uid === null ? id : (uids.get(object.uid) ?? id)
    const isTaken = !calendar.isForeign || object.changes.some((change) => 'meeting' in change && change.meeting)
    if (object.uid !== null && isTaken) uids.set(object.uid, holder)
    return holder === id ? object.changes : []
  })
}

/** A server that does not know the token says so in one of many ways, or fails: everything is read then. */
function withoutToken(error: unknown): never {
  throw isTokenRefused(error) ? new CursorRefused('The calendar server no longer knows what was read') : error
}

export const isTokenRefused = (error: unknown) => error instanceof DavError && refusals.includes(error.status ?? 0)

const refusals = [400, 403, 404, 405, 409, 410, 412, 415, 500, 501, 507]

const rethrown = (error: unknown): never => {
  throw error
}

/** Such as iCloud, which moves people to another of its hosts: a full read finds the calendars anew. */
function withMovedHome(error: unknown): never {
  const isMoved = error instanceof DavError && movedStatuses.includes(error.status ?? 0)
  throw isMoved ? new CursorRefused('The calendars are not where they were') : error
}

const movedStatuses = [301, 302, 307, 308, 404, 410]

/** Says errors of the network and the server in sentences. @throws {ProviderError} */
export async function explained<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof OutboundError) throw new Unavailable(error.message, { cause: error })
    throw error instanceof DavError ? explain(error) : error
  }
}

function explain(error: DavError): ProviderError {
  const { status, headers, message } = error
  const waitSeconds = readRetryAfter(headers)
  if (status === 401) return new TokenRefused('The calendar server does not accept the user name and password')
  if (status === 429 || (status === 503 && waitSeconds !== null))
    return new Throttled(
      'The calendar server wants to be asked later',
      waitSeconds === null ? standardWaitMs : waitSeconds * 1_000,
    )
  return new ((status ?? 0) >= 500 ? Unavailable : ProviderError)(message, { cause: error })
}

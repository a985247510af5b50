/** A person connects an account: the way to the vendor, and the way back (decision 60). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { requireChanges, requireServed } from '../../../people/caller/frozen.ts'
import { hashSecret } from '../../../people/caller/keys.ts'
import { browserOrigin, type HostOptions, workspaceOfHost } from '../../../people/requests/host.ts'
import { readCookie, sessionCookie } from '../../../people/sessions/browser.ts'
import { BrowserStates, stateMs } from '../../../people/sessions/browser-states.ts'
import { findSession } from '../../../people/sessions/find-session.ts'
import type { Begun } from '../../../people/sign-in/authorization-request.ts'
import { lockActive } from '../../../people/sign-in/tokens.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { endAccounts } from '../feeds/end-accounts.ts'
import { scheduleRead } from '../feeds/feed-schedule.ts'
import { ConnectionRefused, type Given } from '../vendors/oauth-client.ts'
import type { CalendarProvider, VendorName } from '../vendors/provider.ts'
import { type Accounts, keepAccount, noWatch, sealTokens } from './accounts.ts'

export type ConnectDeps = Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey'> & HostOptions & { accounts: Accounts }

export const callbackPath = '/api/v1/calendar/connect/callback'

type State = Begun & { provider: VendorName; redirectUri: string; workspaceId: string; userId: string; until: number }

const states = new BrowserStates<State>('minutebook-calendar-', 'connection of a calendar')

/**
 * @returns the vendor's page, where the person gives consent
 * @throws {ApiError} 400 for an unknown vendor, 403 without a session of the person
 */
export async function beginConnection(deps: ConnectDeps, reply: FastifyReply, name: VendorName): Promise<string> {
  const { caller } = reply.request
  requirePerson(caller)
  const vendor = deps.accounts.get(name)
  if (!vendor) throw invalid('body.provider', 'is not set up here')
  const redirectUri = browserOrigin(reply.request, deps) + callbackPath
  const { address, ...begun } = await vendor.client.begin(redirectUri)
  const until = deps.clock().getTime() + stateMs
  const person = { workspaceId: caller.workspace.id, userId: caller.user.id }
  states.keep(reply, deps, { ...begun, ...person, provider: name, redirectUri, until })
  return address
}

/** Consent is given in a browser: not by a key, and by nobody on behalf of others. */
function requirePerson({ via, user }: Caller): void {
  if (via.kind === 'session' && via.userId === user.id) return
  throw new ApiError(403, 'A calendar is connected in a browser: sign in, and connect it on the page Calendar')
}

/**
 * @returns the id of the feed
 * @throws {ConnectionRefused} nothing was stored
 * @throws {ApiError} 404 for a host that names no workspace
 */
export async function finishConnection(deps: ConnectDeps, reply: FastifyReply): Promise<string> {
  const { request } = reply
  await workspaceOfHost(deps.db, request, deps)
  const address = new URL(request.url, 'https://own.invalid')
  const state = states.take(reply, deps, address.searchParams.get('state') ?? '')
  if (!state || state.redirectUri !== browserOrigin(request, deps) + callbackPath)
    throw new ConnectionRefused('expired')
  const caller = await findCaller(deps, request)
  if (caller?.workspace.id !== state.workspaceId || caller.user.id !== state.userId)
    throw new ConnectionRefused('wrong_person')
  requireServed(caller.frozen)
  requireChanges(caller.frozen)
  const vendor = deps.accounts.get(state.provider)
  if (!vendor) throw new ConnectionRefused('failed')
  const { provider, client } = vendor
  const given = await client.finish(state, new URL(state.redirectUri + address.search))
  try {
    if (!given.isEnough) throw new ConnectionRefused('no_access')
    return await storeAccount(deps, caller, request, { provider, given })
  } catch (error) {
    if (error instanceof ConnectionRefused) await giveBack(deps, caller, provider.name, given)
    throw error
  }
}

async function storeAccount(
  deps: ConnectDeps,
  caller: Caller,
  request: FastifyRequest,
  { provider, given }: { provider: CalendarProvider; given: Given },
): Promise<string> {
  const person = { workspaceId: caller.workspace.id, userId: caller.user.id }
  return deps.db.transaction().execute(async (tx) => {
    const { jobs, secretKey } = deps
    const now = deps.clock()
    // It locks the person for itself, so it comes before a lock that others share: two would wait for each other.
    const id = await keepAccount(tx, person, { ...of(provider), given, secretKey, now })
    if (!(await lockActive(tx, person.workspaceId, person.userId))) throw new ConnectionRefused('wrong_person')
    await scheduleRead(tx, { jobs, now }, person.workspaceId, id, 0)
    const details = { feed_id: id, provider: provider.name }
    await recordAudit(tx, now, caller, request, { action: 'calendar.connect', status: 302, details })
    return id
  })
}

const of = ({ name, oauth }: CalendarProvider) => ({ provider: name, host: new URL(oauth.authorization).host })

/** Of a connection that was refused nothing stays at the vendor: as of a feed that was never stored. */
async function giveBack(deps: ConnectDeps, { workspace }: Caller, provider: VendorName, given: Given): Promise<void> {
  const { db, clock, jobs, secretKey } = deps
  const feed = { workspaceId: workspace.id, id: newId('cal', clock()) }
  const tokens = sealTokens(secretKey, feed, { ...given.tokens, subject: given.subject })
  const removed = { workspace_id: feed.workspaceId, id: feed.id, provider, tokens, ...noWatch }
  await db.transaction().execute((tx) => endAccounts(tx, jobs, [removed]))
}

async function findCaller(deps: ConnectDeps, request: FastifyRequest): Promise<Caller | undefined> {
  const cookie = readCookie(sessionCookie, request, deps)
  return cookie === null ? undefined : (await findSession(deps.db, hashSecret(cookie), deps.clock()))?.caller
}

/** A person connects the calendars that they have on a CalDAV server, with a password (decision 69). */
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../../people/caller/audit.ts'
import { lockActive } from '../../../people/sign-in/tokens.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { DavAccount } from '../../../platform/dav/dav-client.ts'
import type { DavHome } from '../../../platform/dav/discover.ts'
import { ApiError } from '../../../platform/errors.ts'
import { isStorable } from '../../../platform/text.ts'
import { scheduleRead } from '../feeds/feed-schedule.ts'
import { type FeedView, readFeedView, tooManyFeeds } from '../feeds/feeds.ts'
import type { CaldavCalendar } from '../vendors/caldav.ts'
import { ConnectionRefused } from '../vendors/oauth-client.ts'
import { ProviderError, TokenRefused } from '../vendors/provider.ts'
import { keepAccount } from './accounts.ts'

type CaldavDeps = Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey'> & { caldav: CaldavCalendar }

/** A password has no end that is known before. */
const until = Number.MAX_SAFE_INTEGER

/**
 * Signs in, and stores the account if that succeeds; the same account of the person gets the new password.
 * @throws {ApiError} 422 the sign-in failed, 403 on behalf of somebody else, 400 the person has too many feeds
 */
export async function connectCaldav(
  { db, clock, jobs, secretKey, caldav }: CaldavDeps,
  request: FastifyRequest,
  access: DavAccount,
): Promise<FeedView> {
  const { caller } = request
  if (caller.via.userId !== caller.user.id)
    throw new ApiError(403, 'A calendar is connected by its own person: nobody gives a password for somebody else')
  const home = await signIn(caldav, access)
  const workspaceId = caller.workspace.id
  const { host } = new URL(access.url)
  const given = {
    account: accountOf(access, home),
    subject: home.principal,
    tokens: { refresh: '', access: JSON.stringify(access), until },
  }
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const person = { workspaceId, userId: caller.user.id }
    const account = { provider: 'caldav', host, given, secretKey, now } as const
    const id = await keepAccount(tx, person, account).catch((error: unknown) => {
      throw error instanceof ConnectionRefused ? tooManyFeeds() : error
    })
    // After the lock of `keepAccount`, which nobody shares (connect.ts).
    if (!(await lockActive(tx, workspaceId, caller.user.id)))
      throw new ApiError(403, 'The account is not active any more')
    await scheduleRead(tx, { jobs, now }, workspaceId, id, 0)
    const details = { feed_id: id, provider: account.provider }
    await recordAudit(tx, now, caller, request, { action: 'calendar.connect', status: 201, details })
    return readFeedView(tx, { workspaceId, id })
  })
}

async function signIn(caldav: CaldavCalendar, access: DavAccount): Promise<DavHome> {
  try {
    return await caldav.signIn(access)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const sentence = error instanceof TokenRefused ? `${error.message}. ${appPassword}` : error.message
    throw new ApiError(422, sentence, { cause: error })
  }
}

/** What to do where a password was refused. */
export const appPassword = 'iCloud, Fastmail and many others want a password for programs (app password)'

/** What people see: an address if there is one. */
function accountOf({ username }: DavAccount, { addresses }: DavHome): string {
  const address = [username, ...addresses].find((each) => each.includes('@') && isStorable(each))
  return address ?? username
}

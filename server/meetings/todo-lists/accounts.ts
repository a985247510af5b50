/** A person's list: connected with their password, shown, and disconnected (decision 68). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordAction } from '../../people/caller/audit.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { lockActive } from '../../people/sign-in/tokens.ts'
import type { Context } from '../../platform/context/context.ts'
import { type DavAccount, DavClient, type DavDeps } from '../../platform/dav/dav-client.ts'
import { discover } from '../../platform/dav/discover.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { TodoConflictRow } from '../../platform/postgres/tables.ts'
import { open, type SecretKey, seal } from '../../platform/secrets.ts'
import { foldCase, oneLine, toStorable } from '../../platform/text.ts'
import { appPassword } from '../calendar/accounts/connect-caldav.ts'
import { explained } from '../calendar/vendors/caldav.ts'
import { listCalendars, names } from '../calendar/vendors/caldav-calendars.ts'
import { ProviderError, TokenRefused } from '../calendar/vendors/provider.ts'
import type { ListAccess } from './list-client.ts'
import { type Lease, type ListOwner, recordVersion, scheduleSync } from './schedule.ts'

export type ListView = {
  host: string
  username: string
  list: string
  items: number
  created_at: Date
  last_synced_at: Date | null
  next_sync_at: Date
  last_problem: string | null
  conflicts: Pick<TodoConflictRow, 'item_id' | 'at' | 'kept' | 'here' | 'there'>[]
}

export type ConnectDeps = Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey'> & DavDeps

/** The conflicts that are shown. */
const shownConflicts = 20

const sealOwner = ({ workspaceId, userId }: ListOwner) => `${workspaceId}/${userId}`

/** @throws {SecretError} sealed with another key or for another person, or changed */
export const openAccess = (key: SecretKey, owner: ListOwner, sealed: Buffer): ListAccess =>
  JSON.parse(open(key, sealed, sealOwner(owner)))

/**
 * Signs in, finds the list, and stores it in place of the one before. The same list again keeps what is known of it.
 * @throws {ApiError} 422 the sign-in failed or there is no such list, 403 on behalf of somebody else
 */
export async function connectList(
  deps: ConnectDeps,
  request: FastifyRequest,
  { list: wanted, ...given }: DavAccount & { list: string | null },
): Promise<ListView> {
  const { db, clock, jobs, secretKey } = deps
  const { caller } = request
  if (caller.via.userId !== caller.user.id)
    throw new ApiError(403, 'A list is connected by its own person: nobody gives a password for somebody else')
  const { name, url } = await findList(deps, given, wanted)
  const owner = { workspaceId: caller.workspace.id, userId: caller.user.id }
  const access: ListAccess = { ...given, list: url }
  return db.transaction().execute(async (tx) => {
    if (!(await lockActive(tx, owner.workspaceId, owner.userId)))
      throw new ApiError(403, 'The account is not active any more')
    const now = clock()
    const before = await lockAccount(tx, owner)
    const isSame = before !== undefined && isSameList(openAccess(secretKey, owner, before.account), access)
    const state = {
      host: new URL(given.url).host,
      username: given.username,
      list: name,
      account: seal(secretKey, JSON.stringify(access), sealOwner(owner)),
      // A comparison that is under way may write nothing any more.
      ...{ next_sync_at: now, syncing_until: null, last_problem: null, failures: 0 },
      ...(!isSame && { ...unread, created_at: now, last_synced_at: null }),
    }
    await tx
      .insertInto('todo_accounts')
      .values({ workspace_id: owner.workspaceId, user_id: owner.userId, created_at: now, ...state })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(state))
      .execute()
    if (!isSame) await forgetItems(tx, owner)
    await scheduleSync(tx, { jobs, now }, owner, 0)
    await recordAction(tx, now, request, { action: 'todo_list.connect', status: 201, details: { host: state.host } })
    return (await readList(tx, caller))!
  })
}

const isSameList = (one: ListAccess, other: ListAccess) => one.list === other.list && one.username === other.username

type FoundList = { name: string; url: string }

async function findList(deps: DavDeps, account: DavAccount, wanted: string | null): Promise<FoundList> {
  try {
    return await explained(async () => {
      const client = new DavClient(deps, account)
      const found = await listCalendars(client, await discover(deps, client), names, 'VTODO')
      const lists = found.map(({ name, url }) => ({ name: nameOf(name, url), url }))
      const list = wanted === null ? lists[0] : lists.find(({ name }) => foldCase(name) === foldCase(oneLine(wanted)))
      if (list) return list
      const shown = lists.slice(0, 10).map(({ name }) => `“${name}”`)
      throw new ProviderError(`The account has no list of this name; it has ${shown.join(', ')}`)
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const sentence = error instanceof TokenRefused ? `${error.message}. ${appPassword}` : error.message
    throw new ApiError(422, toStorable(sentence), { cause: error })
  }
}

/** A list without a name is called as its address ends. */
function nameOf(name: string | null, url: string): string {
  const path = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''
  return toStorable(oneLine(name ?? '') || path || 'list').slice(0, 200)
}

const lockAccount = (tx: Tx, { workspaceId, userId }: ListOwner) =>
  tx
    .selectFrom('todo_accounts')
    .select('account')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Forgets what was compared: the next comparison reads the whole list, and sends what is open. */
export async function beginAnew(db: Db, lease: Lease): Promise<void> {
  const { workspace, user } = lease.person
  await db.transaction().execute(async (tx) => {
    if (await recordVersion(tx, lease, { version: unread }))
      await forgetItems(tx, { workspaceId: workspace.id, userId: user.id })
  })
}

const unread = { sync_token: null, tag: null }

/** Leaves rows of items that are being changed: whoever changes them waits for nobody, and one row more says nothing untrue. */
async function forgetItems(db: Db, { workspaceId, userId }: ListOwner): Promise<void> {
  await db.deleteFrom('todo_items').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
  await sql`delete from todo_changes where workspace_id = ${workspaceId} and user_id = ${userId} and item_id in (
    select item_id from todo_changes where workspace_id = ${workspaceId} and user_id = ${userId}
    for update skip locked)`.execute(db)
}

/** Forgets the list, and leaves it as it is. @throws {ApiError} 404 the person has none */
export async function disconnectList(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<void> {
  const { workspace, user } = request.caller
  await db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('todo_accounts')
      .where('workspace_id', '=', workspace.id)
      .where('user_id', '=', user.id)
      .returning('host')
      .executeTakeFirst()
    if (!removed) throw notFound('To-do list')
    await forgetItems(tx, { workspaceId: workspace.id, userId: user.id })
    await recordAction(tx, clock(), request, { action: 'todo_list.disconnect', details: { host: removed.host } })
  })
}

/** @returns null if the person has none */
export async function readList(db: Db, { workspace, user }: Caller): Promise<ListView | null> {
  const account = await db
    .selectFrom('todo_accounts')
    .select(['host', 'username', 'list', 'created_at', 'last_synced_at', 'next_sync_at', 'last_problem'])
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!account) return null
  const { rows } = await sql<{ items: number; refused: number; problem: string | null }>`
    select count(*) filter (where etag is not null)::integer as items, count(problem)::integer as refused,
      min(problem) as problem
    from todo_items where workspace_id = ${workspace.id} and user_id = ${user.id}`.execute(db)
  const { items, refused, problem } = rows[0]!
  const conflicts = await db
    .selectFrom('todo_conflicts')
    .select(['item_id', 'at', 'kept', 'here', 'there'])
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownConflicts)
    .execute()
  return { ...account, items, conflicts, last_problem: account.last_problem ?? refusedSentence(refused, problem) }
}

function refusedSentence(refused: number, problem: string | null): string | null {
  if (problem === null) return null
  return `${refused === 1 ? 'An item' : `${refused} items`} could not be compared with the list: ${problem}`
}

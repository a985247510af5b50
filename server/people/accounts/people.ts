/** The people of a workspace: everyone may read them, super admins add and change them (decision 29c). */
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { ApiError, notFound } from '../../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import { newId } from '../../platform/id.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { UserRow } from '../../platform/postgres/tables.ts'
import { foldCase, isStorable } from '../../platform/text.ts'
import { changesOf, recordAction } from '../caller/audit.ts'
import type { Caller } from '../caller/caller.ts'
import { changeSight } from '../caller/change-sight.ts'
import { requireSuperAdmin } from '../caller/require-super-admin.ts'
import { underHold } from '../privacy/legal-hold.ts'
import { otherAddressesAfter, otherAddressesOf, requireFree, saveOtherAddresses } from './addresses.ts'

export type User = Pick<UserRow, 'id' | 'email' | 'full_name' | 'admin' | 'active'> & {
  /** Only super admins see these. */
  legal_hold?: string | null
  other_addresses?: string[]
  notes_language?: string | null
}

/** Only super admins see how an account is used. */
export type ListedUser = User & { last_seen_at?: Date | null; invited_until?: Date | null }

export type UserChanges = {
  email?: string | null
  other_addresses?: string[] | null
  full_name?: string | null
  admin?: boolean | null
  active?: boolean | null
  legal_hold?: string | null
  notes_language?: string | null
}

/** Newest accounts first, deactivated ones included. */
export async function listUsers(db: Db, now: Date, caller: Caller, page: PageRequest): Promise<Page<ListedUser>> {
  let query = selectUsers(db, caller)
    .select('created_at')
    .$if(caller.superAdmin, (query) =>
      query.select([lastSeen.as('last_seen_at'), invitedUntil(now).as('invited_until')]),
    )
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('users', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

export const wordsOfName = (name: string) => name.split(/[\s,;<>()"]+/).filter((word) => word !== '')

/**
 * People by name or address: each word stands in one of them, whatever the case and accents. Those with an active account
 * come first.
 */
export async function findNamed(db: Db, caller: Caller, name: string, most: number): Promise<User[]> {
  const comparable = (text: RawBuilder<unknown>) => sql`lower(without_accents(lower(${text})))`
  const words = wordsOfName(name)
  const other = sql`select string_agg(email_folded, ' ') from addresses
    where addresses.workspace_id = users.workspace_id and addresses.user_id = users.id`
  const searched = comparable(sql`concat_ws(' ', full_name, email, (${other}))`)
  let query = selectUsers(db, caller)
  for (const word of words)
    query = query.where(sql<boolean>`strpos(${searched}, ${comparable(sql`${word}::text`)}) > 0`)
  return query.orderBy('active', 'desc').orderBy('full_name').orderBy('id').limit(most).execute()
}

/**
 * An account sees what its address was invited to, from this moment on.
 * @throws {ApiError} 403 without super admin; 409 for an address of another account, whatever the case
 */
export function createUser(db: Db, now: Date, request: FastifyRequest, person: NewPerson): Promise<User> {
  requireSuperAdmin(request.caller)
  return changeSight(db, request.caller.workspace.id, (tx) => createUserIn(tx, now, request, person))
}

export type NewPerson = Pick<User, 'email' | 'full_name' | 'admin'>

/** The same in a transaction of `changeSight`, for a caller who is known to be a super admin. */
export async function createUserIn(
  tx: Tx,
  now: Date,
  request: FastifyRequest,
  { email, full_name, admin }: NewPerson,
): Promise<User> {
  const workspace_id = request.caller.workspace.id
  const user = { id: newId('u', now), email, full_name, admin, active: true }
  await requireFree(tx, workspace_id, null, [email])
  await tx
    .insertInto('users')
    .values({ workspace_id, ...user, email_folded: foldCase(email), created_at: now })
    .execute()
  await recordAction(tx, now, request, { action: 'user.create', status: 201, details: { user } })
  return user
}

/**
 * The next request of a deactivated person is refused, and the rules of sight leave the person out.
 * @param onHoldLifted  goes on with what the hold stopped
 * @throws {ApiError} 403 without super admin; 404; 409 for the last active admin, or an address of another account
 */
export function changeUser(
  db: Db,
  now: Date,
  request: FastifyRequest,
  id: string,
  wanted: UserChanges,
  onHoldLifted: (tx: Tx, workspaceId: string) => Promise<void>,
): Promise<User> {
  requireSuperAdmin(request.caller)
  const workspaceId = request.caller.workspace.id
  return changeSight(db, workspaceId, async (tx) => {
    const user = await changeUserIn(tx, now, request, id, wanted)
    if (wanted.legal_hold === null) await onHoldLifted(tx, workspaceId)
    return user
  })
}

/** The same in a transaction of `changeSight`, for a caller who is known to be a super admin. */
export async function changeUserIn(
  tx: Tx,
  now: Date,
  request: FastifyRequest,
  id: string,
  wanted: UserChanges,
): Promise<User> {
  const { caller } = request
  const user = isStorable(id) ? await selectUsers(tx, caller).where('id', '=', id).executeTakeFirst() : undefined
  if (!user) throw notFound('User')
  const changes = planChanges(user, { ...wanted, other_addresses: otherAddressesAfter(user, wanted) })
  if (!changes) return user
  const { other_addresses: _, ...after } = changes.after
  const changed = { ...user, ...changes.after }
  if (isActiveAdmin(user) && !isActiveAdmin(changed)) await requireAnotherAdmin(tx, caller, id)
  if (after.email || changes.after.other_addresses) await saveAddresses(tx, caller.workspace.id, user, changed)
  if (Object.keys(after).length > 0)
    await tx
      .updateTable('users')
      .set({ ...after, ...(after.email && { email_folded: foldCase(after.email) }) })
      .where('workspace_id', '=', caller.workspace.id)
      .where('id', '=', id)
      .execute()
  await recordAction(tx, now, request, { action: 'user.change', details: { user_id: id, ...changes } })
  return changed
}

/** @throws {ApiError} 409 for an address of another account, or one that would leave a person under legal hold */
async function saveAddresses(tx: Tx, workspaceId: string, before: User, after: User): Promise<void> {
  const { id, email, other_addresses = [] } = after
  const stays = new Set([email, ...other_addresses].map(foldCase))
  const withdrawn = [before.email, ...(before.other_addresses ?? [])].filter((each) => !stays.has(foldCase(each)))
  if (before.legal_hold && withdrawn.length > 0) throw underHold(withdrawn[0]!)
  await requireFree(tx, workspaceId, id, [email, ...other_addresses])
  await saveOtherAddresses(tx, workspaceId, [{ id, email, other_addresses }])
}

export const isActiveAdmin = ({ admin, active }: Pick<User, 'admin' | 'active'>) => admin && active

/** Null lifts a legal hold and ends a wish; null of any other field means absent (decision 1 on bodies). */
function planChanges(user: User, wanted: UserChanges) {
  let changes = changesOf(user, ['email', 'other_addresses', 'full_name', 'admin', 'active'], wanted)
  for (const name of ['legal_hold', 'notes_language'] as const) {
    const [stored, wish] = [user[name] ?? null, wanted[name]]
    if (wish === undefined || wish === stored) continue
    changes = { before: { ...changes?.before, [name]: stored }, after: { ...changes?.after, [name]: wish } }
  }
  return changes
}

type Wishes = Pick<UserRow, 'language' | 'notes_language'>

/** One's own wishes: the languages of mails, and of AI notes (decision 71). Null takes a wish back. */
export async function changeMe(db: Db, now: Date, request: FastifyRequest, wanted: Partial<Wishes>) {
  const { workspace, user } = request.caller
  return db.transaction().execute(async (tx) => {
    const stored = await tx
      .selectFrom('users')
      .select(['language', 'notes_language'])
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const names = (['language', 'notes_language'] as const).filter(
      (name) => wanted[name] !== undefined && wanted[name] !== stored[name],
    )
    if (names.length === 0) return stored
    const pick = (from: Partial<Wishes>): Partial<Wishes> => Object.fromEntries(names.map((name) => [name, from[name]]))
    const after = pick(wanted)
    await tx
      .updateTable('users')
      .set(after)
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', user.id)
      .execute()
    await recordAction(tx, now, request, {
      action: 'user.change',
      details: { user_id: user.id, before: pick(stored), after },
    })
    return { ...stored, ...after }
  })
}

/** Two changes at once could each count on the other admin; the workspace's lock runs them one after the other. */
export async function requireAnotherAdmin(tx: Tx, caller: Caller, id: string): Promise<void> {
  const another = await selectUsers(tx, caller)
    .where('admin', '=', true)
    .where('active', '=', true)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (!another) throw lastAdmin()
}

export const lastAdmin = () =>
  new ApiError(409, 'This is the last active admin of the workspace; make another person admin first')

/** Without erased people: they have no account any more. */
export function selectUsers(db: Db, caller: Caller) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'admin', 'active'])
    .$if(caller.superAdmin, (query) =>
      query.select(['legal_hold', 'notes_language', otherAddressesOf('users').as('other_addresses')]),
    )
    .where('workspace_id', '=', caller.workspace.id)
    .where('erased_at', 'is', null)
}

/** When a person last used the service, by a browser or a key; a sign-in counts also after its session has ended. */
const lastSeen = sql<Date | null>`(select greatest(
  (select max(session.last_used_at) from sessions session
    where session.workspace_id = users.workspace_id and session.user_id = users.id),
  (select max(key.last_used_at) from api_keys key
    where key.workspace_id = users.workspace_id and key.user_id = users.id),
  (select entry.at from audit_log entry
    where entry.workspace_id = users.workspace_id and entry.user_id = users.id and entry.action = 'session.begin'
    order by entry.at desc, entry.id desc limit 1)))`

/** Until when their invitation works. Null without a link that an administrator made and nobody has used. */
const invitedUntil = (now: Date) => sql<Date | null>`(select max(token.expires_at) from sign_in_tokens token
  where token.workspace_id = users.workspace_id and token.user_id = users.id
    and token.made_by <> 'mail' and token.expires_at > ${now})`

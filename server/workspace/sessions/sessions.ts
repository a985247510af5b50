/** Begins, ends and reads sessions (decision 41). */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors.ts'
import { limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import { newId } from '../../platform/id.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { cutShort, isStorable, toStorable } from '../../platform/text.ts'
import type { SessionRow } from '../../tables.ts'
import type { Caller, Person } from '../caller.ts'
import { hashSecret } from '../keys.ts'
import { type BrowserTerms, clearCookie, readCookie, sessionCookie, setCookie } from './browser.ts'
import { endOfLife, isElevated, mayElevate, sessionIsValid, sessionsWithOwners } from './validity.ts'

/** Whom a session is for. `keyId` and `expiresAt` are those of the key that makes it; null without one. */
export type NewSession = { workspaceId: string; userId: string; keyId: string | null; expiresAt: Date | null }

/** Characters that are kept of a `User-Agent`. */
const maxUserAgent = 300

/**
 * Each sign-in begins a new session, so that nobody can use one that they planted before; the one that this browser had
 * ends. The person, and the key if there is one, must be locked: switching one of them off ends only the sessions that
 * exist by then.
 * @returns its id
 */
export async function beginSession(
  tx: Tx,
  now: Date,
  { workspaceId, userId, keyId, expiresAt }: NewSession,
  reply: FastifyReply,
  terms: BrowserTerms,
): Promise<string> {
  const { request } = reply
  const before = readCookie(sessionCookie, request, terms)
  if (before) await tx.deleteFrom('sessions').where('token_hash', '=', hashSecret(before)).execute()
  const token = randomBytes(32).toString('base64url')
  const end = endOfLife(now)
  const expires = expiresAt && expiresAt < end ? expiresAt : end
  const id = newId('ses', now)
  await tx
    .insertInto('sessions')
    .values({
      ...{ workspace_id: workspaceId, id, user_id: userId, key_id: keyId, token_hash: hashSecret(token) },
      ...{ created_at: now, last_used_at: now, expires_at: expires, address: request.ip },
      user_agent: cutShort(toStorable(request.headers['user-agent'] ?? ''), maxUserAgent),
    })
    .execute()
  setCookie(sessionCookie, reply, { value: token, expires }, terms)
  return id
}

export type ShownSession = {
  id: string
  user: Person
  workspace: Caller['workspace']
  super_admin: boolean
  may_elevate: boolean
  /** Null while it is not elevated. */
  elevated_until: Date | null
  expires_at: Date
}

/** @throws {ApiError} 404 */
export async function readSession(db: Db, now: Date, workspaceId: string, id: string): Promise<ShownSession> {
  type Row = Omit<ShownSession, 'user' | 'workspace'> &
    Omit<Person, 'id'> & { user_id: string } & {
      [Key in 'name' | 'subdomain']: string
    }
  const { rows } = await sql<Row>`
    select session.id, session.user_id, owner.email, owner.full_name, workspace.name, workspace.subdomain,
      ${isElevated(now)} as super_admin, ${mayElevate} as may_elevate,
      case when ${isElevated(now)} then session.elevated_until end as elevated_until, session.expires_at
    from ${sessionsWithOwners}
    where session.workspace_id = ${workspaceId} and session.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('Session')
  const { user_id, email, full_name, name, subdomain, ...session } = row
  return {
    ...session,
    user: { id: user_id, email, full_name },
    workspace: { id: workspaceId, name, subdomain },
  }
}

export type ListedSession = Pick<SessionRow, 'id' | 'created_at' | 'last_used_at' | 'address' | 'user_agent'>

/** The person's own sessions that have not ended, newest first. */
export async function listSessions(db: Db, now: Date, caller: Caller, page: PageRequest): Promise<Page<ListedSession>> {
  const { after } = page
  const { rows } = await sql<ListedSession>`
    select session.id, session.created_at, session.last_used_at, session.address, session.user_agent
    from ${sessionsWithOwners}
    where session.workspace_id = ${caller.workspace.id} and session.user_id = ${caller.user.id} and ${sessionIsValid(now)}
      ${after ? sql`and (session.created_at, session.id) < (${after.time}::timestamptz, ${after.id}::text)` : sql``}
    order by session.created_at desc, session.id desc limit ${limitOf(page)}`.execute(db)
  return toPage('sessions', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/**
 * The next request with it is a 401.
 * @throws {ApiError} 404 for one that is unknown or another's
 */
export async function endSession(db: Db, { workspace, user }: Caller, id: string): Promise<void> {
  const ended = isStorable(id)
    ? await db
        .deleteFrom('sessions')
        .where('workspace_id', '=', workspace.id)
        .where('user_id', '=', user.id)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!ended?.numDeletedRows) throw notFound('Session')
}

/**
 * Ends the session of this request, whomever it acts for, and removes its cookie. Of two sign-outs at once the second finds
 * the session ended, which is what it wanted.
 */
export async function signOut(
  db: Db,
  { caller: { workspace, via } }: FastifyRequest,
  reply: FastifyReply,
  terms: BrowserTerms,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', via.userId)
    .where('id', '=', via.id)
    .execute()
  clearCookie(sessionCookie, reply, terms)
}

/** Begins, ends and reads sessions (decision 41). */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors.ts'
import { limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import { newId } from '../../platform/id.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { SessionRow } from '../../platform/postgres/tables.ts'
import { cutShort, isStorable, toStorable } from '../../platform/text.ts'
import { recordAction, recordActor, type Task } from '../caller/audit.ts'
import type { Caller, Person } from '../caller/caller.ts'
import { hashSecret } from '../caller/keys.ts'
import { type Language, languageOfBrowser } from '../caller/languages.ts'
import { type BrowserOptions, type Cookie, clearCookie, readCookie, sessionCookie } from './browser.ts'
import { endOfLife, isElevated, mayElevate, sessionIsValid, sessionsWithOwners } from './validity.ts'

/** Whom a session is for. `keyId` and `expiresAt` are those of the key that makes it; null without one. */
export type NewSession = {
  workspaceId: string
  userId: string
  keyId: string | null
  expiresAt: Date | null
  way: WayIn
  /** When a passkey or the identity provider said that the person is there. */
  provedAt?: Date | null
}

/** As the audit log has it; `made_by` is who made a link, `groups_unread` why groups of the provider were not read. */
export type WayIn = {
  by: 'key' | 'link' | 'mail' | 'oidc' | 'passkey'
  made_by?: string | null
  groups_unread?: string
  passkey_id?: string
}

/** Characters that are kept of a `User-Agent`. */
const maxUserAgent = 300

/**
 * Each sign-in begins a new session, so that nobody can use one that they planted before; the one that this browser had
 * ends. The person, and the key if there is one, must be locked: switching one of them off ends only the sessions that
 * exist by then.
 * @returns its id, and the cookie that the browser gets once it is committed
 */
export async function beginSession(
  tx: Tx,
  now: Date,
  { workspaceId, userId, keyId, expiresAt, way, provedAt = null }: NewSession,
  reply: FastifyReply,
  options: BrowserOptions,
): Promise<{ id: string; cookie: Cookie }> {
  const { request } = reply
  const status = way.by === 'oidc' ? 302 : 201
  await endBefore(tx, now, request, status, options)
  const token = randomBytes(32).toString('base64url')
  const end = endOfLife(now)
  const expires = expiresAt && expiresAt < end ? expiresAt : end
  const id = newId('ses', now)
  await tx
    .insertInto('sessions')
    .values({
      workspace_id: workspaceId,
      id,
      user_id: userId,
      key_id: keyId,
      way: way.by,
      token_hash: hashSecret(token),
      created_at: now,
      last_used_at: now,
      expires_at: expires,
      proved_at: provedAt,
      address: request.ip,
      user_agent: cutShort(toStorable(request.headers['user-agent'] ?? ''), maxUserAgent),
    })
    .execute()
  const task = { action: 'session.begin', status, details: { session_id: id, ...way } }
  await recordActor(tx, now, { workspaceId, userId, keyId }, request, task)
  await keepLanguage(tx, workspaceId, userId, languageOfBrowser(request.headers['accept-language']))
  return { id, cookie: { value: token, expires } }
}

/**
 * A person who never chose a language gets mails in that of their browser. Another sign-in of theirs at this moment holds
 * the row too: it keeps its own, and none waits for the other.
 */
async function keepLanguage(tx: Tx, workspaceId: string, userId: string, language: Language | null): Promise<void> {
  if (language === null) return
  await sql`update users set language = ${language} where workspace_id = ${workspaceId} and id in (
    select id from users where workspace_id = ${workspaceId} and id = ${userId} and language is null
    for no key update skip locked)`.execute(tx)
}

/** The session that this browser had. @param status  of the sign-in */
async function endBefore(
  tx: Tx,
  now: Date,
  request: FastifyRequest,
  status: number,
  options: BrowserOptions,
): Promise<void> {
  const token = readCookie(sessionCookie, request, options)
  if (!token) return
  const deleted = tx.deleteFrom('sessions').where('token_hash', '=', hashSecret(token))
  const ended = await deleted.returning(['id', 'workspace_id', 'user_id']).executeTakeFirst()
  if (!ended) return
  const actor = { workspaceId: ended.workspace_id, userId: ended.user_id, keyId: null }
  const details = { session_id: ended.id, user_id: ended.user_id, by: 'another sign-in' }
  await recordActor(tx, now, actor, request, { action: 'session.end', status, details })
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

/** With what is not shown of it. */
export type SessionState = ShownSession & Pick<SessionRow, 'way' | 'created_at' | 'proved_at'>

/** @throws {ApiError} 404 */
export async function readSession(db: Db, now: Date, workspaceId: string, id: string): Promise<SessionState> {
  type Row = Omit<SessionState, 'user' | 'workspace'> &
    Omit<Person, 'id'> & { user_id: string } & {
      [Key in 'name' | 'subdomain']: string
    }
  const { rows } = await sql<Row>`
    select session.id, session.user_id, owner.email, owner.full_name, workspace.name, workspace.subdomain,
      ${isElevated(now)} as super_admin, ${mayElevate} as may_elevate,
      case when ${isElevated(now)} then session.elevated_until end as elevated_until, session.expires_at,
      session.way, session.created_at, session.proved_at
    from ${sessionsWithOwners}
    where session.workspace_id = ${workspaceId} and session.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('Session')
  const { user_id, email, full_name, name, subdomain, ...session } = row
  return { ...session, user: { id: user_id, email, full_name }, workspace: { id: workspaceId, name, subdomain } }
}

/** How long it counts that a person proved to be there (decision 70). */
const freshMs = 5 * 60_000

/** @param provedAt  `proved_at`; one of a clock that was ahead does not count */
export function isFresh(provedAt: Date | null, now: Date): boolean {
  const age = provedAt === null ? freshMs : now.getTime() - provedAt.getTime()
  return age >= 0 && age < freshMs
}

/** A passkey said just now that the person of the session is there. */
export async function recordProof(tx: Tx, now: Date, { workspaceId, id }: { workspaceId: string; id: string }) {
  await tx
    .updateTable('sessions')
    .set({ proved_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** @param until  null ends the elevation @param task  for the audit log */
export async function setElevation(
  db: Db,
  request: FastifyRequest,
  until: Date | null,
  task: Task | null,
  now: Date,
): Promise<void> {
  const { workspace, via } = request.caller
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ elevated_until: until })
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', via.id)
      .execute()
    if (task) await recordAction(tx, now, request, task)
  })
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
export async function endSession(db: Db, now: Date, request: FastifyRequest, id: string): Promise<void> {
  const isEnded = isStorable(id) && (await end(db, now, request, request.caller.user.id, id))
  if (!isEnded) throw notFound('Session')
}

/** @returns false if there is no such session (any more) */
function end(db: Db, now: Date, request: FastifyRequest, userId: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('workspace_id', '=', request.caller.workspace.id)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    const details = { session_id: id, user_id: userId }
    if (numDeletedRows > 0n) await recordAction(tx, now, request, { action: 'session.end', status: 204, details })
    return numDeletedRows > 0n
  })
}

/**
 * Ends the session of this request, whomever it acts for, and removes its cookie. Of two sign-outs at once the second finds
 * the session ended, which is what it wanted.
 */
export async function signOut(
  db: Db,
  now: Date,
  request: FastifyRequest,
  reply: FastifyReply,
  options: BrowserOptions,
): Promise<void> {
  const { via } = request.caller
  await end(db, now, request, via.userId, via.id)
  clearCookie(sessionCookie, reply, options)
}

/**
 * The audit log: who did what, and on whose behalf. Rows are written with, or before, the action (spec 5.2, decisions 5
 * on impersonation and 20).
 */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import { newId } from '../../platform/id.ts'
import { asRows, type Db } from '../../platform/postgres/db.ts'
import type { AuditLogRow } from '../../platform/postgres/tables.ts'
import { parseDateFilter } from '../../platform/time.ts'
import type { Caller } from './caller.ts'

export type Task = {
  action: string
  onBehalfOf?: string | null
  bodySha256?: string | null
  status?: number
  details?: Record<string, unknown>
}

/** Who did it; without a key it was a session, or the service itself when a person signed in. */
type Actor = { workspaceId: string; userId: string; keyId: string | null }

/** @returns the row's id, for `finishAudit` if the answer is not known yet */
export function recordAudit(
  db: Db,
  now: Date,
  { workspace, via }: Caller,
  request: FastifyRequest,
  action: Task,
): Promise<string> {
  const keyId = via.kind === 'key' ? via.id : null
  return recordActor(db, now, { workspaceId: workspace.id, userId: via.userId, keyId }, request, action)
}

/** The same for a request without a caller, such as a sign-in. */
export async function recordActor(
  db: Db,
  now: Date,
  actor: Actor,
  request: FastifyRequest,
  action: Task,
): Promise<string> {
  const row = rowOf(now, actor, request, action)
  await db
    .insertInto('audit_log')
    .values({ ...row, details: JSON.stringify(row.details) })
    .execute()
  return row.id
}

/** Writes the rows of several actions of one request in one statement. */
export async function recordActors(
  tx: Db,
  now: Date,
  actor: Actor,
  request: FastifyRequest,
  actions: Task[],
): Promise<void> {
  if (actions.length === 0) return
  const rows = actions.map((action) => rowOf(now, actor, request, action))
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)))
  await sql`insert into audit_log (${columns}) select ${columns} from ${asRows('audit_log', rows)} one`.execute(tx)
}

function rowOf(now: Date, { workspaceId, userId, keyId }: Actor, request: FastifyRequest, action: Task) {
  return {
    workspace_id: workspaceId,
    id: newId('au', now),
    at: now,
    action: action.action,
    key_id: keyId,
    user_id: userId,
    on_behalf_of: action.onBehalfOf ?? null,
    method: request.method,
    path: request.url.split('?')[0]!,
    status: action.status ?? null,
    address: request.ip,
    request_id: request.id,
    body_sha256: action.bodySha256 ?? null,
    details: action.details ?? {},
  }
}

/** Writes the row of what a job did for the person who requested it. */
export async function recordWork(
  tx: Db,
  now: Date,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { action, details }: { action: string; details: Record<string, unknown> },
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      workspace_id: workspaceId,
      id: newId('au', now),
      at: now,
      action,
      key_id: null,
      user_id: userId,
      on_behalf_of: null,
      method: 'JOB',
      path: '',
      status: null,
      address: '',
      request_id: '',
      body_sha256: null,
      details: JSON.stringify(details),
    })
    .execute()
}

/** Writes the row of an action in its transaction. For an action on behalf of a person it names that person. */
export async function recordAction(tx: Db, now: Date, request: FastifyRequest, action: Task): Promise<void> {
  const onBehalfOf = request.auditId === undefined ? null : request.caller.user.id
  await recordAudit(tx, now, request.caller, request, { status: 200, onBehalfOf, ...action })
}

/** The fields that a PATCH changes, with the old and the new values; null if none differs. */
export function changesOf<Row extends object, Field extends keyof Row>(
  row: Row,
  fields: readonly Field[],
  wanted: { [Each in Field]?: Row[Each] | null | undefined },
): { before: Partial<Row>; after: Partial<Row> } | null {
  const changed = fields.filter((field) => wanted[field] != null && wanted[field] !== row[field])
  if (changed.length === 0) return null
  const pick = (from: object) => Object.fromEntries(changed.map((field) => [field, from[field as never]])) as object
  return { before: pick(row), after: pick(wanted) }
}

export async function finishAudit(db: Db, workspaceId: string, id: string, status: number): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ status })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export type AuditFilters = {
  user_id?: string | null
  action?: string | null
  at_start?: string | null
  at_end?: string | null
}

/** Newest first. It reads one index range by time, or by person or action and time. */
export async function listAudit(
  db: Db,
  caller: Caller,
  filters: AuditFilters,
  page: PageRequest,
): Promise<Page<AuditEntry>> {
  let query = db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'key_id', 'user_id', 'on_behalf_of', 'method', 'path', 'status'])
    .select(['address', 'request_id', 'body_sha256', 'details'])
    .where('workspace_id', '=', caller.workspace.id)
  if (filters.user_id != null) query = query.where('user_id', '=', filters.user_id)
  if (filters.action != null) query = query.where('action', '=', filters.action)
  if (filters.at_start != null) query = query.where('at', '>=', parseDateFilter(filters.at_start)!.from)
  if (filters.at_end != null) query = query.where('at', '<', parseDateFilter(filters.at_end)!.until)
  if (page.after) query = query.where(isAfter('at', 'id', page.after))
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('audit_log', page, rows, (row) => ({ time: row.at, id: row.id }))
}

type AuditEntry = Omit<AuditLogRow, 'workspace_id' | 'details'> & { details: Record<string, unknown> }

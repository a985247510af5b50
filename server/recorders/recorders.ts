/** The recorders of a workspace: made, changed and removed by super admins. */
import type { FastifyRequest } from 'fastify'
import { ApiError, invalid, notFound } from '../platform/errors.ts'
import { newId } from '../platform/id.ts'
import type { Db, Tx } from '../platform/postgres/db.ts'
import { type SecretKey, seal } from '../platform/secrets.ts'
import { isStorable } from '../platform/text.ts'
import type { Clock } from '../platform/time.ts'
import { recordAction } from '../workspace/audit.ts'
import type { Caller } from '../workspace/caller.ts'
import { findPeople } from '../workspace/find-people.ts'
import { requireSuperAdmin } from '../workspace/require-super-admin.ts'
import type { Kind } from './kinds.ts'
import type { Takes } from './recorder-kind.ts'

export type RecorderDeps = { db: Db; clock: Clock; secretKey: SecretKey }

/** Without the secret, which is never shown. */
export type Recorder = {
  id: string
  kind: Kind
  takes: Takes
  fallback_user_id: string | null
  active: boolean
  created_at: Date
  last_event_at: Date | null
  last_error: string | null
}

/** Of one workspace. */
export const mostRecorders = 20

const columns = [
  ...(['id', 'kind', 'takes', 'fallback_user_id', 'active', 'created_at', 'last_event_at', 'last_error'] as const),
]

/** The owner that a sealed secret is bound to. */
export const secretOwner = (workspaceId: string, id: string) => `${workspaceId}/${id}`

/** Newest first. */
export async function listRecorders(db: Db, caller: Caller): Promise<Recorder[]> {
  requireSuperAdmin(caller)
  const own = db.selectFrom('recorders').select(columns).where('workspace_id', '=', caller.workspace.id)
  return own.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export type NewRecorder = { kind: Kind; secret: string; takes: Takes; user: string | null }

/** @throws {ApiError} 403; 400 for a user that is not there, or one recorder too many */
export async function makeRecorder(
  { db, clock, secretKey }: RecorderDeps,
  request: FastifyRequest,
  { kind, secret, takes, user }: NewRecorder,
): Promise<Recorder> {
  const { workspace } = request.caller
  requireSuperAdmin(request.caller)
  const now = clock()
  const id = newId('rec', now)
  return db.transaction().execute(async (tx) => {
    await requireRoom(tx, workspace.id)
    const fallback_user_id = await findUser(tx, workspace.id, user)
    const sealed = seal(secretKey, secret, secretOwner(workspace.id, id))
    const row = { workspace_id: workspace.id, id, kind, takes, fallback_user_id, secret: sealed, created_at: now }
    const made = await tx.insertInto('recorders').values(row).returning(columns).executeTakeFirstOrThrow()
    await recordAction(tx, now, request, { action: 'recorder.create', status: 201, details: { recorder_id: id, kind } })
    return made
  })
}

/** Two at once count one after the other. */
async function requireRoom(tx: Tx, workspaceId: string): Promise<void> {
  await tx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
  const own = await tx.selectFrom('recorders').select('id').where('workspace_id', '=', workspaceId).execute()
  if (own.length >= mostRecorders)
    throw new ApiError(400, `The workspace has ${mostRecorders} recorders; remove one first`)
}

async function findUser(tx: Tx, workspaceId: string, user: string | null): Promise<string | null> {
  if (user === null) return null
  const account = (await findPeople(tx, workspaceId, [user])).get(user)
  if (!account?.active || account.erased) throw invalid('body.user', 'must be the id or e-mail of an active account')
  return account.id
}

export type RecorderChanges = Partial<Pick<NewRecorder, 'secret' | 'takes' | 'user'> & { active: boolean }>

/** @throws {ApiError} 403, 404, 400 */
export async function changeRecorder(
  { db, clock, secretKey }: RecorderDeps,
  request: FastifyRequest,
  id: string,
  { secret, takes, user, active }: RecorderChanges,
): Promise<Recorder> {
  const workspaceId = request.caller.workspace.id
  requireSuperAdmin(request.caller)
  return db.transaction().execute(async (tx) => {
    const known = await lock(tx, workspaceId, id)
    const changes = {
      ...(takes !== undefined && { takes }),
      ...(active !== undefined && { active }),
      ...(user !== undefined && { fallback_user_id: await findUser(tx, workspaceId, user) }),
      ...(secret !== undefined && { secret: seal(secretKey, secret, secretOwner(workspaceId, id)) }),
    }
    if (Object.keys(changes).length === 0) return known
    const changed = await tx
      .updateTable('recorders')
      .set(changes)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    const details = { recorder_id: id, changed: Object.keys(changes) }
    await recordAction(tx, clock(), request, { action: 'recorder.change', details })
    return changed
  })
}

/** What it told and was not taken yet goes with it. @throws {ApiError} 403, 404 */
export async function removeRecorder({ db, clock }: RecorderDeps, request: FastifyRequest, id: string): Promise<void> {
  const workspaceId = request.caller.workspace.id
  requireSuperAdmin(request.caller)
  await db.transaction().execute(async (tx) => {
    await lock(tx, workspaceId, id)
    await tx.deleteFrom('recorders').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
    await recordAction(tx, clock(), request, { action: 'recorder.delete', details: { recorder_id: id } })
  })
}

async function lock(tx: Tx, workspaceId: string, id: string): Promise<Recorder> {
  if (!isStorable(id)) throw notFound('Recorder')
  const own = tx.selectFrom('recorders').select(columns).where('workspace_id', '=', workspaceId)
  const known = await own.where('id', '=', id).forUpdate().executeTakeFirst()
  if (!known) throw notFound('Recorder')
  return known
}

/** The workspace's own settings: everyone may read them, super admins change them (decision 29c). */
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../platform/postgres/db.ts'
import type { WorkspaceRow } from '../tables.ts'
import { changesOf, recordAction } from './audit.ts'
import type { Caller } from './caller.ts'
import { changeSight } from './change-sight.ts'
import { requireSuperAdmin } from './require-super-admin.ts'

const columns = [
  'id',
  'name',
  'subdomain',
  'plan',
  'email_domains',
  'retention',
  'webhooks',
  'workspace_webhooks',
] as const
const changeable = ['name', 'retention', 'webhooks', 'workspace_webhooks'] as const

export type Settings = Pick<WorkspaceRow, (typeof columns)[number]>

/** Deletes what zero-day retention does not keep; the rooms that hold it know what that is (decision 29b). */
export type ForgetMeetings = (tx: Tx, workspaceId: string) => Promise<void>

/** What there is of what is limited: of the caller, and of the workspace as far as it concerns them. */
export type Usage = {
  media_bytes: number
  media_bytes_limit: number | null
  open_uploads: number
  open_uploads_limit: number
  webhooks: number
  webhooks_limit: number
  workspace_webhooks: number | null
  workspace_webhooks_limit: number
}

/** The rooms that have it know how much it is. */
export type ReadUsage = (caller: Caller) => Promise<Usage>

export function readSettings(db: Db, { workspace }: Caller): Promise<Settings> {
  return db.selectFrom('workspaces').select(columns).where('id', '=', workspace.id).executeTakeFirstOrThrow()
}

/**
 * Switching retention to zero_day deletes what it would not have kept, for good, in the same transaction.
 * @throws {ApiError} 403 without super admin
 */
export function changeSettings(
  db: Db,
  now: Date,
  request: FastifyRequest,
  wanted: { [Name in (typeof changeable)[number]]?: Settings[Name] | null },
  forgetMeetings: ForgetMeetings,
): Promise<Settings> {
  const { caller } = request
  requireSuperAdmin(caller)
  // Deleting transcripts touches the rows that deleting a note does; the workspace's turn keeps the two apart.
  return changeSight(db, caller.workspace.id, async (tx) => {
    const settings = await readSettings(tx, caller)
    const changes = changesOf(settings, changeable, wanted)
    if (!changes) return settings
    await tx
      .updateTable('workspaces')
      .set({ ...changes.after })
      .where('id', '=', caller.workspace.id)
      .execute()
    if (changes.after.retention === 'zero_day') await forgetMeetings(tx, caller.workspace.id)
    await recordAction(tx, now, request, { action: 'workspace.change', details: { ...changes } })
    return { ...settings, ...changes.after }
  })
}

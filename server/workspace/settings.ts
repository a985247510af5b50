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
  'compatibility',
] as const
const changeable = ['name', 'retention', 'webhooks', 'workspace_webhooks', 'compatibility'] as const

export type Settings = Pick<WorkspaceRow, (typeof columns)[number]>

/** Deletes the data that zero-day retention does not keep; other rooms implement it (decision 29b). */
export type ForgetMeetings = (tx: Tx, workspaceId: string) => Promise<void>

/** The use of limited resources: by the caller, and by the workspace as far as the caller may know. */
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

/** Other rooms implement it. */
export type ReadUsage = (caller: Caller) => Promise<Usage>

export function readSettings(db: Db, { workspace }: Caller): Promise<Settings> {
  return db.selectFrom('workspaces').select(columns).where('id', '=', workspace.id).executeTakeFirstOrThrow()
}

/**
 * Switching retention to zero_day deletes for good the data that it does not keep, in the same transaction.
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
  // Deleting transcripts writes the same rows as deleting a note; the workspace's lock runs them one after the other.
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

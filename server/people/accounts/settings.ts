/** The workspace's own settings: everyone may read them, super admins change them (decision 29c on people and keys). */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ApiError } from '../../platform/errors.ts'
import type { RetentionDays } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { WorkspaceRow } from '../../platform/postgres/tables.ts'
import { changesOf, recordAction } from '../caller/audit.ts'
import type { Caller } from '../caller/caller.ts'
import { changeSight } from '../caller/change-sight.ts'
import { requireSuperAdmin } from '../caller/require-super-admin.ts'
import { isNothingHeld, underHold } from '../privacy/legal-hold.ts'

const columns = [
  ...(['id', 'name', 'subdomain', 'plan', 'email_domains', 'retention', 'webhooks', 'workspace_webhooks'] as const),
  ...(['compatibility', 'retention_days', 'delivery_retention_days', 'webhook_mail', 'voices', 'legal_hold'] as const),
  ...(['consent_text', 'outside_links', 'second_factor', 'notes_language'] as const),
] as const
const changeable = [
  ...(['name', 'retention', 'webhooks', 'workspace_webhooks', 'compatibility', 'webhook_mail', 'voices'] as const),
  ...(['outside_links', 'second_factor'] as const),
] as const
/** Null is one of their values; if absent, they stay as they are. */
const nullable = ['delivery_retention_days', 'legal_hold', 'consent_text', 'notes_language'] as const

export type Settings = Omit<Pick<WorkspaceRow, (typeof columns)[number]>, 'legal_hold'> & {
  /** Only super admins see it. */
  legal_hold?: string | null
}

export type SettingsChanges = { [Name in (typeof changeable)[number]]?: Settings[Name] | null } & {
  /** Null for what is kept for ever; an absent field stays as it is. */
  retention_days?: { [Name in keyof RetentionDays]?: number | null } | null
  /** Null is as long as the service keeps it; if absent, it stays as it is. */
  delivery_retention_days?: number | null
  /** Null lifts it; if absent, it stays as it is. */
  legal_hold?: string | null
  /** Null is the usual sentence; if absent, it stays as it is. */
  consent_text?: string | null
  /** In the usual form of a tag; null is the operator's. */
  notes_language?: string | null
}

/** What the service is configured for. */
export type SettingsOptions = {
  forgetTranscripts: {
    /** Asks for it, also if this process stops. */
    later: Forget
    now(workspaceId: string): Promise<void>
  }
  forgetVoices: Forget
  maxDeliveryDays: number
  hasMail: boolean
  hasProvider: boolean
}

/** Deletes what a setting does not keep: with zero-day retention, or without voices. Other rooms implement it. */
type Forget = (tx: Tx, workspaceId: string) => Promise<void>

/** The use of limited resources: by the caller, and by the workspace as far as the caller may know. */
type Usage = {
  media_bytes: number
  media_bytes_limit: number | null
  open_uploads: number
  open_uploads_limit: number
  webhooks: number
  webhooks_limit: number
  workspace_webhooks: number | null
  workspace_webhooks_limit: number
  questions_today: number
  questions_limit: number | null
  llm_tokens_this_month: number
  llm_tokens_limit: number | null
}

/** Other rooms implement it. */
export type ReadUsage = (caller: Caller) => Promise<Usage>

export async function readSettings(db: Db, { workspace, superAdmin }: Caller): Promise<Settings> {
  const { legal_hold, ...settings } = await db
    .selectFrom('workspaces')
    .select(columns)
    .where('id', '=', workspace.id)
    .executeTakeFirstOrThrow()
  return { ...settings, ...(superAdmin && { legal_hold }) }
}

/**
 * Switching retention to zero_day, or voices off, permanently deletes what is not kept then: voices in the same
 * transaction, meetings in portions after it.
 * @throws {ApiError} 403 without super admin; 400 for a log that is to be kept for longer than the service keeps it,
 *   422 for mail without a mail server; 409 for zero_day while there is a legal hold, or for a second factor that the
 *   caller lacks
 */
export async function changeSettings(
  db: Db,
  now: Date,
  request: FastifyRequest,
  wanted: SettingsChanges,
  { forgetTranscripts, forgetVoices, ...options }: SettingsOptions,
): Promise<Settings> {
  const { caller } = request
  requireSuperAdmin(caller)
  requirePossible(wanted, options)
  // Deleting transcripts writes the same rows as deleting a note; the workspace's lock runs them one after the other.
  const { settings, forgets } = await changeSight(db, caller.workspace.id, async (tx) => {
    const settings = await readSettings(tx, caller)
    const changes = planChanges(settings, wanted)
    if (!changes) return { settings, forgets: false }
    const { after } = changes
    if (after.retention === 'zero_day') {
      // A hold that the same request sets counts too.
      if (after.legal_hold != null || !(await isNothingHeld(tx, caller.workspace.id))) throw underHold(whatIsDeleted)
    }
    if (after.second_factor) await requireSecondFactor(tx, caller, options.hasProvider)
    await tx
      .updateTable('workspaces')
      .set({ ...after, ...(after.retention_days && { retention_set_by: caller.via.userId }) })
      .where('id', '=', caller.workspace.id)
      .execute()
    // Lifting a hold ends what stopped it.
    const isZeroDay = (after.retention ?? settings.retention) === 'zero_day'
    const forgets = isZeroDay && (after.retention !== undefined || after.legal_hold === null)
    if (forgets) await forgetTranscripts.later(tx, caller.workspace.id)
    // A voice is not what was said, so a legal hold does not keep it.
    if (after.voices === false) await forgetVoices(tx, caller.workspace.id)
    await recordAction(tx, now, request, { action: 'workspace.change', details: { ...changes } })
    return { settings: { ...settings, ...after }, forgets }
  })
  if (forgets) await forgetTranscripts.now(caller.workspace.id)
  return settings
}

/** Who asks for it must have one, or nobody could switch it off again. @throws {ApiError} 409 */
async function requireSecondFactor(tx: Tx, { workspace, via }: Caller, hasProvider: boolean): Promise<void> {
  const { rows } = await sql<{ has: boolean }>`select
    exists (select from passkeys where workspace_id = ${workspace.id} and user_id = ${via.userId})
    or ${hasProvider} and exists (select from bound_identities where workspace_id = ${workspace.id} and user_id = ${via.userId}) as has`.execute(
    tx,
  )
  if (!rows[0]!.has) throw new ApiError(409, 'Make a passkey first: you would not get administrator rights without one')
}

export const whatIsDeleted = 'What zero_day would delete'

function requirePossible(
  { delivery_retention_days: days, webhook_mail }: SettingsChanges,
  { maxDeliveryDays, hasMail }: Pick<SettingsOptions, 'maxDeliveryDays' | 'hasMail'>,
): void {
  if (days != null && days > maxDeliveryDays) {
    const message = `must be at most ${maxDeliveryDays}, for which the service keeps it`
    const location = 'body.delivery_retention_days'
    throw new ApiError(400, `${location}: ${message}`, { fieldErrors: [{ location, message }] })
  }
  if (webhook_mail && !hasMail) throw new ApiError(422, 'E-mail is not set up here')
}

/** The fields that differ, before and after; null if none does. */
function planChanges(settings: Settings, wanted: SettingsChanges) {
  const plain = changesOf(settings, changeable, wanted)
  const before: Partial<Settings> = { ...plain?.before }
  const after: Partial<Settings> = { ...plain?.after }
  const given = Object.entries(wanted.retention_days ?? {}).filter(([name]) => name in settings.retention_days)
  const days = { ...settings.retention_days, ...Object.fromEntries(given) }
  if (!isDeepStrictEqual(days, settings.retention_days)) {
    before.retention_days = settings.retention_days
    after.retention_days = days
  }
  for (const name of nullable) {
    const [stored, wish] = [settings[name] ?? null, wanted[name]]
    if (wish === undefined || wish === stored) continue
    Object.assign(before, { [name]: stored })
    Object.assign(after, { [name]: wish })
  }
  return Object.keys(after).length > 0 ? { before, after } : null
}

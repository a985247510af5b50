/** Lists, creates, changes and removes the recorders of a workspace, for super admins. */
import type { FastifyRequest } from 'fastify'
import { recordAction } from '../../people/caller/audit.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { requireSuperAdmin } from '../../people/caller/require-super-admin.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { open, type SecretKey, seal } from '../../platform/secrets.ts'
import { isStorable } from '../../platform/text.ts'
import { apiKeyOwner } from './bots/bot-service.ts'
import {
  findUser,
  readBaseUrl,
  requireConnection,
  requireOwnProject,
  requireRoom,
  requireSecret,
  requireSending,
  requireTakes,
} from './check-recorder.ts'
import { type RecordedJob, takeRecordingJob } from './event-job.ts'
import { isBotKind, type Kind } from './kinds/kinds.ts'
import type { Takes } from './kinds/recorder-kind.ts'

/** Without the secret and the key, which are never shown. */
export type Recorder = {
  id: string
  kind: Kind
  takes: Takes
  tenant_id: string | null
  client_id: string | null
  push_account: string | null
  topic: string | null
  base_url: string | null
  sends_bots: boolean
  subscribed_until: Date | null
  fallback_user_id: string | null
  active: boolean
  created_at: Date
  last_event_at: Date | null
  last_error: string | null
}

const columns = [
  ...([
    'id',
    'kind',
    'takes',
    'tenant_id',
    'client_id',
    'push_account',
    'topic',
    'base_url',
    'sends_bots',
    'subscribed_until',
    'fallback_user_id',
    'active',
    'created_at',
    'last_event_at',
    'last_error',
  ] as const),
]

/** The jobs that create and renew subscriptions, or ask for recordings, by the kind of the recorder. */
export const renewJobs = {
  teams: 'renew-recorders',
  meet: 'renew-meet-recorders',
  bigbluebutton: 'list-bigbluebutton-recordings',
} as const

/** The owner to which a sealed secret is bound. */
export const secretOwner = (workspaceId: string, id: string) => `${workspaceId}/${id}`

/** Newest first. */
export async function listRecorders(db: Db, caller: Caller): Promise<Recorder[]> {
  requireSuperAdmin(caller)
  const own = db.selectFrom('recorders').select(columns).where('workspace_id', '=', caller.workspace.id)
  return own.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export type NewRecorder = {
  kind: Kind
  secret: string
  takes: Takes
  user: string | null
  tenant_id: string | null
  client_id: string | null
  push_account: string | null
  topic: string | null
  base_url: string | null
  api_key: string | null
  sends_bots: boolean
}

/** @throws {ApiError} 403; 400 for an unknown user, or too many recorders */
export async function createRecorder(
  { db, clock, jobs, secretKey, outbound }: Pick<Context, 'db' | 'clock' | 'jobs' | 'outbound' | 'secretKey'>,
  request: FastifyRequest,
  { kind, secret, takes, user, sends_bots, ...connection }: NewRecorder,
): Promise<Recorder> {
  const { workspace } = request.caller
  requireSuperAdmin(request.caller)
  requireConnection(kind, connection)
  requireSecret(kind, secret)
  requireSending(kind, sends_bots)
  requireTakes(kind, takes)
  const { api_key: key, base_url: url, ...options } = connection
  const base_url = url === null ? null : readBaseUrl(outbound, url)
  const now = clock()
  const id = newId('rec', now)
  return db.transaction().execute(async (tx) => {
    await requireRoom(tx, workspace.id)
    const fallback_user_id = await findUser(tx, workspace.id, kind, user)
    const sealed = seal(secretKey, secret, secretOwner(workspace.id, id))
    const api_key = key === null ? null : seal(secretKey, key, apiKeyOwner(workspace.id, id))
    const own = { kind, takes, ...options, base_url, api_key, sends_bots, fallback_user_id, secret: sealed }
    const row = { workspace_id: workspace.id, id, ...own, created_at: now }
    const made = await tx.insertInto('recorders').values(row).returning(columns).executeTakeFirstOrThrow()
    await recordAction(tx, now, request, { action: 'recorder.create', status: 201, details: { recorder_id: id, kind } })
    if (isSubscribed(kind)) await jobs.send(tx, renewJobs[kind], {})
    if (kind === 'meet') await requireOwnProject(tx, workspace.id, secretReader(secretKey, workspace.id))
    return made
  })
}

export type RecorderChanges = Partial<
  Pick<NewRecorder, 'secret' | 'takes' | 'user' | 'sends_bots'> & { api_key: string; active: boolean }
>

/** @throws {ApiError} 403, 404, 400 */
export async function changeRecorder(
  { db, clock, jobs, secretKey }: Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey'>,
  request: FastifyRequest,
  id: string,
  { secret, api_key, takes, user, active, sends_bots }: RecorderChanges,
): Promise<Recorder> {
  const workspaceId = request.caller.workspace.id
  requireSuperAdmin(request.caller)
  return db.transaction().execute(async (tx) => {
    const known = await lock(tx, workspaceId, id)
    if (secret !== undefined) requireSecret(known.kind, secret)
    if (api_key !== undefined && !isBotKind(known.kind)) throw invalid('body.api_key', 'goes with vexa or attendee')
    requireSending(known.kind, sends_bots)
    requireTakes(known.kind, takes)
    const changes = {
      ...(takes !== undefined && { takes }),
      ...(active !== undefined && { active }),
      ...(sends_bots !== undefined && { sends_bots }),
      ...(user !== undefined && { fallback_user_id: await findUser(tx, workspaceId, known.kind, user) }),
      ...(secret !== undefined && { secret: seal(secretKey, secret, secretOwner(workspaceId, id)) }),
      ...(api_key !== undefined && { api_key: seal(secretKey, api_key, apiKeyOwner(workspaceId, id)) }),
    }
    if (Object.keys(changes).length === 0) return known
    // The old subscriptions belong to the old secret, person and kind of event. Those of a stopped recorder expire.
    const isOtherUser = user !== undefined && known.kind === 'meet'
    const isOther = takes !== undefined || secret !== undefined || active !== undefined || isOtherUser
    const renewJob = isSubscribed(known.kind) && isOther ? renewJobs[known.kind] : null
    const resubscribe = renewJob && { subscription_id: null, subscribed_until: null }
    if (renewJob) await forgetSubscriptions(tx, workspaceId, id)
    const changed = await tx
      .updateTable('recorders')
      .set({ ...changes, ...resubscribe })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    const details = { recorder_id: id, changed: Object.keys(changes) }
    await recordAction(tx, clock(), request, { action: 'recorder.change', details })
    if (renewJob) await jobs.send(tx, renewJob, {})
    if (active && !known.active) await takeWaiting(tx, jobs, { workspaceId, recorderId: id })
    if (known.kind === 'meet') await requireOwnProject(tx, workspaceId, secretReader(secretKey, workspaceId))
    return changed
  })
}

/** Jobs that ran while the recorder was stopped left their events. */
async function takeWaiting(tx: Tx, jobs: Context['jobs'], of: Omit<RecordedJob, 'key'>): Promise<void> {
  const waiting = await tx
    .selectFrom('recorder_events')
    .select('key')
    .where('workspace_id', '=', of.workspaceId)
    .where('recorder_id', '=', of.recorderId)
    .where('event', 'is not', null)
    .execute()
  const orders = waiting.map(({ key }) => ({
    data: { ...of, key: key.toString('hex') } satisfies RecordedJob,
    sharer: of.workspaceId,
  }))
  await jobs.sendAll(tx, takeRecordingJob, orders)
}

const isSubscribed = (kind: Kind): kind is keyof typeof renewJobs => kind in renewJobs

const secretReader =
  (key: SecretKey, workspaceId: string) =>
  ({ id, secret }: { id: string; secret: Buffer }) =>
    open(key, secret, secretOwner(workspaceId, id))

const forgetSubscriptions = (tx: Tx, workspaceId: string, id: string) =>
  tx
    .deleteFrom('recorder_subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('recorder_id', '=', id)
    .execute()

/** Also deletes its events that are not processed yet. @throws {ApiError} 403, 404 */
export async function removeRecorder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  id: string,
): Promise<void> {
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

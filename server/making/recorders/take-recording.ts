/** Imports a recording that a service announced: finds its person and meeting, fetches the transcript, submits the upload. */
import type { Context } from '../../platform/context/context.ts'
import { ApiError, EngineError } from '../../platform/errors.ts'
import { nextTry } from '../../platform/next-try.ts'
import { findTemporaryFailure } from '../../platform/postgres/database-errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { open } from '../../platform/secrets.ts'
import { openBigBlueButton } from './big-blue-button.ts'
import { apiKeyOwner, openBotService } from './bots/bot-service.ts'
import { findSender } from './bots/sent-bots.ts'
import { eventOwner, hashOf, type RecordedJob, takeRecordingJob } from './event-job.ts'
import { type GoogleDeps, openGoogle } from './google.ts'
import type { GraphAddresses } from './graph.ts'
import { openGraph } from './graph.ts'
import { isBotKind, kinds } from './kinds/kinds.ts'
import type { Access, RecordingNotice } from './kinds/recorder-kind.ts'
import { secretOwner } from './recorders.ts'
import { type SubmitRecordedDeps, submitRecorded } from './submit-recorded.ts'

export type TakeDeps = Pick<Context, 'log' | 'jobs' | 'outbound'> &
  SubmitRecordedDeps &
  GoogleDeps & {
    /** The time to wait after each temporary failure. */
    retryDelaysSeconds: number[]
    stopping: AbortSignal
    graph: GraphAddresses
  }

export async function takeRecording(deps: TakeDeps, job: RecordedJob): Promise<void> {
  const event = await loadEvent(deps, job)
  if (!event) return
  try {
    const content = JSON.parse(open(deps.secretKey, event.event!, eventOwner(job)))
    const { recordings, endedBot } = kinds[event.kind].read(content, event.takes)
    const notice = recordings.find(({ key }) => hashOf(key) === job.key)
    if (notice) {
      const recorded = await notice.fetchDetails(await openAccess(deps, event, job, notice), deps.clock())
      const sender = endedBot === undefined ? null : await findSender(deps.db, job, endedBot)
      if (recorded) await submitRecorded(deps, { ...event, job, recorded, sender })
    }
    await finishEvent(deps, job, null)
  } catch (error) {
    if (deps.stopping.aborted || findTemporaryFailure(error)) throw error
    await handleFailure(deps, job, event.failures, error)
  }
}

/** Undefined if the recording was already imported, or its recorder was removed or stopped. */
async function loadEvent({ db }: TakeDeps, { workspaceId, recorderId, key }: RecordedJob) {
  return (
    db
      .selectFrom('recorder_events as notice')
      .innerJoin('recorders as recorder', (join) =>
        join.onRef('recorder.workspace_id', '=', 'notice.workspace_id').onRef('recorder.id', '=', 'notice.recorder_id'),
      )
      // Requests to Google act as this person.
      .leftJoin('users as user', (join) =>
        join
          .onRef('user.workspace_id', '=', 'recorder.workspace_id')
          .onRef('user.id', '=', 'recorder.fallback_user_id')
          .on('user.active', '=', true)
          .on('user.erased_at', 'is', null),
      )
      .select(['notice.event', 'notice.failures', 'recorder.kind', 'recorder.takes', 'recorder.fallback_user_id'])
      .select(['recorder.secret', 'recorder.tenant_id', 'recorder.client_id', 'user.email as person'])
      .select(['recorder.base_url', 'recorder.api_key'])
      .where('notice.workspace_id', '=', workspaceId)
      .where('notice.recorder_id', '=', recorderId)
      .where('notice.key', '=', Buffer.from(key, 'hex'))
      .where('notice.event', 'is not', null)
      .where('recorder.active', '=', true)
      .executeTakeFirst()
  )
}

type Event = NonNullable<Awaited<ReturnType<typeof loadEvent>>>

/** Null for a service whose events contain everything. */
async function openAccess(
  deps: TakeDeps,
  event: Event,
  job: RecordedJob,
  { hostId }: RecordingNotice,
): Promise<Access | null> {
  const { kind, takes, tenant_id, client_id, person, base_url, api_key } = event
  const secret = () => open(deps.secretKey, event.secret, secretOwner(job.workspaceId, job.recorderId))
  if (kind === 'teams') return openGraph(deps, { tenantId: tenant_id!, clientId: client_id!, secret: secret() })
  if (isBotKind(kind)) {
    const apiKey = open(deps.secretKey, api_key!, apiKeyOwner(job.workspaceId, job.recorderId))
    return openBotService(deps, { kind, baseUrl: base_url!, apiKey })
  }
  if (kind === 'bigbluebutton') return openBigBlueButton(deps, { baseUrl: base_url!, secret: secret() })
  if (kind !== 'meet') return null
  if (person === null) throw new EngineError('The person of the recorder has no active account', { retryable: false })
  return openGoogle(deps, { secret: secret(), takes, person, hostId: hostId ?? null })
}

async function handleFailure(deps: TakeDeps, job: RecordedJob, failures: number, error: unknown): Promise<void> {
  const isRefused = error instanceof ApiError && error.status < 500
  const isKnown = isRefused || error instanceof EngineError
  if (!isKnown) deps.log.error({ err: error, recorderId: job.recorderId }, 'A recording could not be taken')
  const at = isRefused ? null : nextTry(error, failures, deps.retryDelaysSeconds, deps.clock())
  if (!at) return finishEvent(deps, job, isKnown ? error.message : 'The recording could not be taken')
  await deps.db.transaction().execute(async (tx) => {
    const counted = await eventOf(tx, job)
      .set({ failures: failures + 1 })
      .where('failures', '=', failures)
      .executeTakeFirst()
    if (counted.numUpdatedRows > 0n) await deps.jobs.send(tx, takeRecordingJob, job, { at, sharer: job.workspaceId })
  })
}

/** Deletes the event's content. Its row stays, so that a repeated event is ignored. @param error  for administrators */
async function finishEvent({ db, log }: TakeDeps, job: RecordedJob, error: string | null): Promise<void> {
  if (error !== null) log.warn({ recorderId: job.recorderId, reason: error }, 'A recording was not taken')
  await db.transaction().execute(async (tx) => {
    await eventOf(tx, job).set({ event: null }).execute()
    await tx
      .updateTable('recorders')
      .set({ last_error: error })
      .where('workspace_id', '=', job.workspaceId)
      .where('id', '=', job.recorderId)
      .execute()
  })
}

const eventOf = (tx: Tx, { workspaceId, recorderId, key }: RecordedJob) =>
  tx
    .updateTable('recorder_events')
    .where('workspace_id', '=', workspaceId)
    .where('recorder_id', '=', recorderId)
    .where('key', '=', Buffer.from(key, 'hex'))

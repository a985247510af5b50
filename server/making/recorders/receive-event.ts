/** Receives a service's event: verifies it, stores it encrypted and queues a job for each recording. */
import type { JWTVerifyGetKey } from 'jose'
import { freezeOf, requireChanges, requireServed } from '../../people/caller/frozen.ts'
import { addressOf } from '../../people/caller/origin.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { readJson, usualValues } from '../../platform/http/read-json.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { open } from '../../platform/secrets.ts'
import { isStorable } from '../../platform/text.ts'
import { endBotOrTryAgain } from './bots/end-bot.ts'
import { hashOf, type RecordedJob } from './event-job.ts'
import { eventAddress, type Kind, kinds } from './kinds/kinds.ts'
import { renewJobs, secretOwner } from './recorders.ts'
import { storeEvent } from './store-event.ts'

export type ReceiveDeps = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey'> & {
  publicUrl: string
  googleKeys: JWTVerifyGetKey
}

export type EventRequest = {
  kind: string
  recorder_id: string
  query: unknown
  headers: Record<string, unknown>
  body: Buffer
}

/**
 * @returns the response to the service
 * @throws {ApiError} 404 for an unknown address, 401 for a request without a valid and recent signature
 */
export async function receiveEvent(deps: ReceiveDeps, request: EventRequest): Promise<object | string> {
  const { db, clock, secretKey } = deps
  const { recorder_id: id, body } = request
  const recorder = await findRecorder(db, request.kind, id)
  const kind = kinds[recorder.kind]
  const greeting = kind.answerAddressCheck(request.query)
  if (greeting !== null) return greeting
  const secret = open(secretKey, recorder.secret, secretOwner(recorder.workspace_id, id))
  const now = clock()
  const url = eventAddress(addressOf(deps.publicUrl, recorder.subdomain), recorder.kind, id)
  const to = { id, secret, url, pushAccount: recorder.push_account, googleKeys: deps.googleKeys }
  if (!(await kind.isSigned(to, request, now))) throw new ApiError(401, 'The signature is not valid')
  const event = kind.parseBody ? kind.parseBody(body) : readJson(body, 'body', usualValues)
  if (typeof event !== 'object' || event === null) return {}
  const answer = kind.answerSecretCheck(secret, event)
  if (answer) return answer
  const { recordings, problem, endingSubscription = null, endedBot } = kind.read(event, recorder.takes)
  const ids = { workspaceId: recorder.workspace_id, recorderId: id }
  if (problem !== null) await storeProblem(deps, ids, problem, now)
  if (endingSubscription !== null) await renewSoon(deps, ids, endingSubscription, now)
  if (endedBot !== undefined)
    await endBotOrTryAgain(deps, { ...ids, serviceId: endedBot, failed: recordings.length === 0 }, now)
  for (const { key, event: own = event } of recordings) await storeEvent(deps, { ...ids, key: hashOf(key) }, own, now)
  return {}
}

/** The answer is a success all the same, because a repeated event would be no better. */
async function storeProblem(
  { db, log }: ReceiveDeps,
  { workspaceId, recorderId }: Omit<RecordedJob, 'key'>,
  problem: string,
  now: Date,
): Promise<void> {
  log.warn({ recorderId, reason: problem }, 'An event of a recorder could not be read')
  await db
    .updateTable('recorders')
    .set({ last_event_at: now, last_error: problem })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', recorderId)
    .execute()
}

/** Of Meet. Nothing happens for a subscription that is not ours. */
async function renewSoon(
  { db, jobs }: ReceiveDeps,
  { workspaceId, recorderId }: Omit<RecordedJob, 'key'>,
  name: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('recorder_subscriptions')
      .set({ due_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('recorder_id', '=', recorderId)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await jobs.send(tx, renewJobs.meet, {})
  })
}

async function findRecorder(db: Db, kind: string, id: string) {
  if (!Object.hasOwn(kinds, kind) || !isStorable(id)) throw notFound('Recorder')
  const recorder = await db
    .selectFrom('recorders as recorder')
    .innerJoin('workspaces as workspace', 'workspace.id', 'recorder.workspace_id')
    .select(['recorder.workspace_id', 'recorder.kind', 'recorder.takes', 'recorder.secret', 'recorder.push_account'])
    .select('workspace.subdomain')
    .where('recorder.id', '=', id)
    .where('recorder.kind', '=', kind as Kind)
    .where('recorder.active', '=', true)
    .executeTakeFirst()
  if (!recorder) throw notFound('Recorder')
  const state = await freezeOf(db, recorder.workspace_id)
  requireServed(state)
  requireChanges(state)
  return recorder
}

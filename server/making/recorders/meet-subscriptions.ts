/** Keeps a subscription at Google for everybody with an account in a workspace with a Meet recorder. */

import { sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import { open } from '../../platform/secrets.ts'
import { type GoogleDeps, openDirectory } from './google.ts'
import { keepSubscription, type Subscription } from './google-subscriptions.ts'
import {
  type DuePerson,
  findDuePeople,
  forgetFormerPeople,
  type SubscriptionOutcome,
  stateAfter,
  storeOutcome,
} from './meet-people.ts'
import { secretOwner } from './recorders.ts'
import { errorPrefix, updateRecorder } from './subscriptions.ts'

/** While other people have a subscription. */
const partPrefix = 'Not all of its events could be subscribed to: '

/** What fails for so many people in a row fails for all. */
const maxFailures = 3

/** Of a run, which the next one goes on with. Google may be slow, and some domains have many people. */
const maxRunMs = 5 * 60_000

/** An error of one recorder does not affect the others. */
export async function renewMeetSubscriptions(
  given: Pick<Context, 'db' | 'log' | 'secretKey'> & GoogleDeps & { stopping: AbortSignal },
): Promise<void> {
  const end = given.clock().getTime() + maxRunMs
  const deps = { ...given, isOver: () => given.stopping.aborted || given.clock().getTime() >= end }
  for (const recorder of await findMeetRecorders(deps)) {
    if (deps.isOver()) return
    const hadFormer = await forgetFormerPeople(deps.db, recorder)
    const people = await findDuePeople(deps.db, recorder, deps.clock())
    if (people.length === 0 && !hadFormer) continue
    const error = await renewPeople(deps, recorder, people).catch((error: unknown) => error)
    const isKnown = error instanceof EngineError
    const about = { err: error, recorderId: recorder.id }
    if (error) deps.log[isKnown ? 'warn' : 'error'](about, 'A recorder could not be subscribed to')
    await finish(deps, recorder, error ? (isKnown ? error.message : 'it failed') : null)
  }
}

type MeetRecorder = Awaited<ReturnType<typeof findMeetRecorders>>[number]

const findMeetRecorders = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('recorders as recorder')
    .leftJoin('users as user', (join) =>
      join
        .onRef('user.workspace_id', '=', 'recorder.workspace_id')
        .onRef('user.id', '=', 'recorder.fallback_user_id')
        .on('user.active', '=', true)
        .on('user.erased_at', 'is', null),
    )
    .select(['recorder.workspace_id', 'recorder.id', 'recorder.takes', 'recorder.secret', 'recorder.topic'])
    .select(['recorder.fallback_user_id', 'user.email as person'])
    .where('recorder.kind', '=', 'meet')
    .where('recorder.active', '=', true)
    .where(notFrozen('recorder.workspace_id'))
    // A run may end before the last one, which must not be the same recorder each time.
    .orderBy(sql`random()`)
    .execute()

/** @returns the last error, if there was one */
async function renewPeople(
  deps: Pick<Context, 'db' | 'secretKey'> & GoogleDeps & { isOver(): boolean },
  recorder: MeetRecorder,
  people: DuePerson[],
): Promise<unknown> {
  if (people.length === 0) return null
  if (recorder.person === null)
    throw new EngineError('The person of the recorder has no active account', { retryable: false })
  const secret = open(deps.secretKey, recorder.secret, secretOwner(recorder.workspace_id, recorder.id))
  const find = await openDirectory(deps, { secret, person: recorder.person })
  let last: unknown = null
  let failedInRow = 0
  for (const person of people) {
    if (deps.isOver() || failedInRow === maxFailures) break
    const outcome = await renewPerson(deps, recorder, person, { secret, find }).catch(
      (error: unknown): SubscriptionOutcome => ({ error }),
    )
    const error = outcome && 'error' in outcome ? outcome.error : null
    failedInRow = error ? failedInRow + 1 : 0
    last = error ?? last
    await storeOutcome(deps.db, recorder, person, stateAfter(outcome, person, deps.clock()))
  }
  return last
}

type Google = { secret: string; find: Awaited<ReturnType<typeof openDirectory>> }

/** @returns null for a person whom the directory does not know */
async function renewPerson(
  deps: GoogleDeps,
  { takes, topic, fallback_user_id }: MeetRecorder,
  { id, email, name }: DuePerson,
  { secret, find }: Google,
): Promise<Subscription | null> {
  const person = await find(email)
  if (person) return keepSubscription(deps, { secret, person, takes, topic: topic!, name })
  if (id !== fallback_user_id) return null
  throw new EngineError('The person of the recorder is not in the directory of the domain', { retryable: false })
}

/** The error of before stays while somebody has one. */
async function finish(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  recorder: MeetRecorder,
  error: string | null,
): Promise<void> {
  const { first, isAlive, hasFailed } = await db
    .selectFrom('recorder_subscriptions')
    .select(sql<Date | null>`min(ends_at)`.as('first'))
    .select(sql<boolean>`coalesce(bool_or(ends_at > ${clock()}), false)`.as('isAlive'))
    .select(sql<boolean>`coalesce(bool_or(has_failed), false)`.as('hasFailed'))
    .where('workspace_id', '=', recorder.workspace_id)
    .where('recorder_id', '=', recorder.id)
    .executeTakeFirstOrThrow()
  const own = updateRecorder(db, recorder).where('active', '=', true)
  const last_error = error && (isAlive ? partPrefix : errorPrefix) + error
  await own.set({ subscribed_until: first, ...(last_error && { last_error }) }).execute()
  if (error || hasFailed) return
  const isOurs = sql<boolean>`(starts_with(last_error, ${errorPrefix}) or starts_with(last_error, ${partPrefix}))`
  await own.set({ last_error: null }).where(isOurs).execute()
}

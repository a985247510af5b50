/**
 * The subscription to one person's calls at Google: created, prolonged, and made anew if that fails.
 * @see https://developers.google.com/workspace/events/guides
 */
import { EngineError } from '../../platform/errors.ts'
import { type Refused, refusal } from '../engines/shared/request-failures.ts'
import { type DirectoryPerson, type GoogleDeps, spaceScope, tokenFor } from './google.ts'
import { subscribedEvent, subscriptionForm } from './kinds/meet.ts'
import { textOf } from './kinds/read-values.ts'
import type { Takes } from './kinds/recorder-kind.ts'
import { type Json, type JsonRequest, requestJson } from './kinds/request-json.ts'

export type WantedSubscription = {
  /** The service account's key. */
  secret: string
  /** Whose calls. Requests are sent as this person. */
  person: DirectoryPerson
  takes: Takes
  /** The topic of Pub/Sub. */
  topic: string
  /** The name of the present subscription; null without one. */
  name: string | null
}

export type Subscription = { name: string; endsAt: Date }

type Ask = (method: JsonRequest['method'], path: string, body?: object) => Promise<Json | null>

/** @throws {EngineError} */
export async function keepSubscription(deps: GoogleDeps, wanted: WantedSubscription): Promise<Subscription> {
  const token = await tokenFor(deps, wanted.secret, wanted.person.email, spaceScope)
  const ask: Ask = (method, path, body) =>
    requestJson(deps.outbound, `${deps.google.events}/${path}`, {
      service: 'Google',
      method,
      refused: refusedByGoogle,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return (wanted.name && (await prolong(ask, wanted.name))) || (await create(ask, wanted))
}

/** The longest that Google allows: seven days. */
const longest = { ttl: '0s' }

/** @returns null if it no longer exists */
async function prolong(ask: Ask, name: string): Promise<Subscription | null> {
  const { state, suspensionReason } = (await ask('GET', name)) ?? { state: 'DELETED' }
  if (state === 'DELETED') return null
  if (state === 'SUSPENDED') await reactivate(ask, name, String(suspensionReason))
  const answer = await ask('PATCH', `${name}?updateMask=ttl`, longest)
  return answer && subscriptionIn(answer)
}

/** It is refused until the reason is gone. */
async function reactivate(ask: Ask, name: string, reason: string): Promise<void> {
  await ask('POST', `${name}:reactivate`, {}).catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.retryable) throw error
    throw new EngineError(`Google suspended the subscription: ${reason.slice(0, 60)}`, {
      retryable: false,
      cause: error,
    })
  })
}

/** Google allows one subscription for each person, so one of before, or of an earlier script, makes room. */
async function create(ask: Ask, { person, takes, topic }: WantedSubscription): Promise<Subscription> {
  const targetResource = `//cloudidentity.googleapis.com/users/${person.id}`
  const wanted = { targetResource, eventTypes: [subscribedEvent(takes)], notificationEndpoint: { pubsubTopic: topic } }
  const post = () => ask('POST', 'subscriptions', { ...wanted, ...longest })
  const made = await post().catch(async (error: unknown) => {
    if (!(error instanceof AlreadyThere)) throw error
    await removeOthers(ask, targetResource)
    return post()
  })
  return subscriptionIn(made ?? {})
}

async function removeOthers(ask: Ask, target: string): Promise<void> {
  const types = (['transcript', 'media'] as const).map((takes) => `event_types:"${subscribedEvent(takes)}"`)
  const filter = `(${types.join(' OR ')}) AND target_resource="${target}"`
  const found = await ask('GET', `subscriptions?${new URLSearchParams({ filter })}`)
  const listed = Array.isArray(found?.subscriptions) ? found.subscriptions : []
  const names = listed.map((each) => textOf(each?.name) ?? '').filter((name) => subscriptionForm.test(name))
  for (const name of names) await ask('DELETE', `${name}?allowMissing=true`)
}

/** Google answers with an operation that contains the subscription. */
function subscriptionIn({ response }: Json): Subscription {
  const { name, expireTime } = (response ?? {}) as Json
  const endsAt = new Date(String(expireTime))
  if (typeof name === 'string' && subscriptionForm.test(name) && !Number.isNaN(endsAt.getTime()))
    return { name, endsAt }
  throw new EngineError('Google gave no subscription', { retryable: true })
}

class AlreadyThere extends EngineError {}

function refusedByGoogle(answer: Refused): EngineError {
  if (answer.status === 409) return new AlreadyThere('Google has another subscription', { retryable: true })
  if (answer.status === 403) return new EngineError(notAllowed, { retryable: false })
  return refusal('Google', answer)
}

const notAllowed =
  'Google does not allow the subscription (403): check the topic, the APIs of the project and the domain-wide delegation'

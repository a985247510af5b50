/** Google Workspace Events as its discovery document has it: one subscription for each person and target, seven days at most. */

export type Fault = { status: number; headers?: Record<string, string>; body?: string }

type Subscription = {
  name: string
  targetResource: string
  eventTypes: string[]
  notificationEndpoint: { pubsubTopic: string }
  state: 'ACTIVE' | 'SUSPENDED'
  suspensionReason?: string
  expireTime: string
  authority: string
}

type Wanted = Pick<Subscription, 'targetResource' | 'eventTypes' | 'notificationEndpoint'> & { ttl: string }

const json = (body: object, status = 200): Fault => ({ status, body: JSON.stringify(body) })
const failure = (code: number, status: string) => json({ error: { code, message: status, status } }, code)
/** A finished operation. */
const done = (response: object) =>
  json({ name: 'operations/o1', done: true, response: { '@type': 'type.googleapis.com/…Subscription', ...response } })

const longestMs = 7 * 86_400_000
const known = ['transcript', 'recording'].map((part) => `google.workspace.meet.${part}.v2.fileGenerated`)

/** @param idOf  the id of a person in the directory */
export function openSubscriptions(idOf: (person: string) => string | undefined, now: () => Date) {
  const all = new Map<string, Subscription>()
  const state = { topics: new Set(['projects/acme/topics/minutebook']), suspendedFor: '', made: 0 }
  const longest = () => new Date(now().getTime() + longestMs).toISOString()

  function create(person: string, given: Wanted): Fault {
    const { targetResource, eventTypes, notificationEndpoint, ttl } = given
    if (targetResource !== `//cloudidentity.googleapis.com/users/${idOf(person)}`)
      return failure(403, 'PERMISSION_DENIED')
    if (ttl !== '0s' || !eventTypes.every((type) => known.includes(type))) return failure(400, 'INVALID_ARGUMENT')
    if (!state.topics.has(notificationEndpoint.pubsubTopic)) return failure(403, 'PERMISSION_DENIED')
    const authority = `users/${idOf(person)}`
    if ([...all.values()].some((each) => each.authority === authority && each.targetResource === targetResource))
      return failure(409, 'ALREADY_EXISTS')
    const name = `subscriptions/${person.toLowerCase().replace(/\W/g, '-')}-${++state.made}`
    const made = { name, targetResource, eventTypes, notificationEndpoint, state: 'ACTIVE' as const, authority }
    all.set(name, { ...made, expireTime: longest() })
    return done(all.get(name)!)
  }

  function list(person: string, filter: string): Fault {
    const [, types = '', target] = /^\((event_types:".+")\) AND target_resource="(.+)"$/.exec(filter) ?? []
    if (types === '') return failure(400, 'INVALID_ARGUMENT')
    const wanted = types.split(' OR ').map((each) => /^event_types:"(.+)"$/.exec(each)?.[1])
    const subscriptions = [...all.values()].filter(
      (each) =>
        each.authority === `users/${idOf(person)}` &&
        each.targetResource === target &&
        each.eventTypes.some((type) => wanted.includes(type)),
    )
    return json({ subscriptions })
  }

  function reactivate(subscription: Subscription): Fault {
    if (subscription.state !== 'SUSPENDED' || state.suspendedFor !== '') return failure(400, 'FAILED_PRECONDITION')
    subscription.state = 'ACTIVE'
    delete subscription.suspensionReason
    return done(subscription)
  }

  function answer(method: string, url: URL, person: string, body: string): Fault {
    const [, name = '', verb = ''] = /^\/events\/(subscriptions\/[\w-]+)(:\w+)?$/.exec(url.pathname) ?? []
    if (url.pathname === '/events/subscriptions')
      return method === 'POST' ? create(person, JSON.parse(body)) : list(person, url.searchParams.get('filter') ?? '')
    const found = all.get(name)
    if (!found || Date.parse(found.expireTime) <= now().getTime()) return failure(404, 'NOT_FOUND')
    if (method === 'GET') return json(found)
    if (method === 'POST' && verb === ':reactivate') return reactivate(found)
    if (method === 'DELETE') return all.delete(name) ? json({ done: true, response: {} }) : failure(404, 'NOT_FOUND')
    if (method !== 'PATCH' || url.search !== '?updateMask=ttl') return failure(400, 'INVALID_ARGUMENT')
    found.expireTime = longest()
    return done(found)
  }

  /** Google has an error, whose reason stays until `suspendedFor` is empty. */
  function suspend(reason: string): void {
    state.suspendedFor = reason
    for (const each of all.values()) Object.assign(each, { state: 'SUSPENDED', suspensionReason: reason })
  }

  return { all, state, answer, suspend }
}

/** Which rules count for a meeting, and what they do (decision 64). *Pure.* */
import type { NextWish, RecordWish, RuleActions, RuleMatch } from '../../platform/postgres/column-types.ts'

/** Those of a person, or without `userId` of the workspace. `title_contains` is in folded form. */
export type Rule = { id: string; userId: string | null; match: RuleMatch; does: RuleActions }

export type Meeting = {
  /** In folded form. */
  title: string
  seriesId: string | null
  feedIds: string[]
  /** In folded form, as the invited addresses. */
  organizer: string | null
  invited: string[]
  /** Whether a bot can come: there is a link to a call. */
  hasCall: boolean
  /** Whether somebody is invited who has an address of another domain. */
  hasOutsiders: boolean
  /** Who attends with an active account: the organizer first, then in the order of the invitation. */
  people: string[]
  /** As whom the workspace's rules act: the organizer, else who brought the meeting; null if they have no active account. */
  actor: string | null
}

/**
 * What a person changed for this meeting; null is as the rules say. `dropped` are channels that they took out, `added` are
 * channels where it is published with their rights.
 */
export type Once = {
  userId: string
  record: RecordWish | null
  templateId: string | null
  added: string[]
  dropped: string[]
}

/**
 * The rule that decided, or null if somebody did for this meeting; and the person whose rights count, null if the
 * workspace's rule has nobody to act as.
 */
export type By = { ruleId: string | null; userId: string | null }

export type Plan = {
  /** `isOfPerson`: a person who attends wants it, not the workspace. */
  record: ({ wish: RecordWish; recorderId: string | null; isOfPerson: boolean } & By) | null
  /** Who is reminded to record it: those whose own wish is that, or who have the workspace's. */
  remind: (By & { userId: string })[]
  template: ({ templateId: string } & By) | null
  notesLanguage: ({ tag: string } & By) | null
  publish: ({ channelIds: string[] } & By)[]
  share: ({ people: NonNullable<RuleActions['share']> } & By)[]
  next: ({ wish: NextWish } & By) | null
}

type Key = keyof RuleActions
type Decided<K extends Key> = { value: NonNullable<RuleActions[K]>; does: RuleActions } & By

/**
 * @param rules  in their order: each person's, and the workspace's
 * @param once  of each person at most one
 */
export function planMeeting(meeting: Meeting, rules: Rule[], once: Once[] = []): Plan {
  const plan = planByRules(meeting, rules, once)
  const chosen = once.find(({ templateId }) => templateId !== null)
  return {
    ...plan,
    template: chosen ? { templateId: chosen.templateId!, ruleId: null, userId: chosen.userId } : plan.template,
    publish: changeChannels(plan.publish, meeting, once),
  }
}

/**
 * Who does not attend cannot publish, and takes out. What rules publish stays behind what people added: if an adder has no
 * right any more, it is done by the rule.
 */
/** What people added who do not attend any more: nobody publishes it. */
export const lostChannels = ({ meeting, once }: { meeting: Pick<Meeting, 'people'>; once: Once[] }) =>
  once
    .filter(({ userId }) => !meeting.people.includes(userId))
    .map(({ userId, added }) => ({ userId, channelIds: added }))

function changeChannels(publish: Plan['publish'], { people }: Meeting, once: Once[]): Plan['publish'] {
  const added = once
    .filter(({ userId, added }) => added.length > 0 && people.includes(userId))
    .map(({ userId, added }) => ({ channelIds: added, ruleId: null, userId }))
  const taken = new Set(once.flatMap(({ dropped }) => dropped))
  const kept = publish.map(({ channelIds, ...by }) => ({
    ...by,
    channelIds: channelIds.filter((id) => !taken.has(id)),
  }))
  return [...added, ...kept]
}

/** Absent fields stay unchanged. */
export type ChangeOnce = { record?: RecordWish; templateId?: string; add: string[]; drop: string[] }

/** What a person says takes the place of what others said of the same, except of the recording, where each has a wish. */
export function changeOnce(once: Once[], userId: string, { record, templateId, add, drop }: ChangeOnce): Once[] {
  const own = once.find((each) => each.userId === userId)
  const before = own ?? { userId, record: null, templateId: null, added: [], dropped: [] }
  const changed = new Set([...add, ...drop])
  const rest = (ids: string[]) => ids.filter((id) => !changed.has(id))
  const others = once
    .filter((each) => each !== own)
    .map((each) => ({
      ...each,
      templateId: templateId === undefined ? each.templateId : null,
      added: rest(each.added),
      dropped: rest(each.dropped),
    }))
  const wanted = { record: record ?? before.record, templateId: templateId ?? before.templateId }
  const channels = { added: [...rest(before.added), ...add], dropped: [...rest(before.dropped), ...drop] }
  return [...others, { userId, ...wanted, ...channels }]
}

/**
 * As the rules say again: one's own is taken back, and by who attends also what others changed, but not what who attends
 * wants of the recording. Channels that the person does not see stay as they are.
 */
export function takeBackOnce(once: Once[], userId: string, { people }: Meeting, seen: string[]): Once[] {
  const rest = (ids: string[]) => ids.filter((id) => !seen.includes(id))
  return once.map((each) => {
    const isOwn = each.userId === userId
    if (!isOwn && !people.includes(userId)) return each
    const record = isOwn || !people.includes(each.userId) ? null : each.record
    return { ...each, record, templateId: null, added: rest(each.added), dropped: rest(each.dropped) }
  })
}

function planByRules(meeting: Meeting, rules: Rule[], once: Once[]): Plan {
  const matching = Map.groupBy(
    rules.filter(({ match }) => matches(match, meeting)),
    ({ userId }) => userId,
  )
  const first = <K extends Key>(userId: string | null, key: K): Decided<K> | undefined => {
    const rule = matching.get(userId)?.find(({ does }) => does[key] !== undefined)
    return rule && { value: rule.does[key]!, does: rule.does, ruleId: rule.id, userId: userId ?? meeting.actor }
  }
  const ofPeople = <K extends Key>(key: K) => meeting.people.flatMap((person) => first(person, key) ?? [])
  const decidedOnce = <K extends Key>(key: K) => ofPeople(key)[0] ?? first(null, key)
  const decidedByEach = <K extends Key>(key: K) => {
    const decided = ofPeople(key)
    // The workspace's rule acts as one person, whose own rules come before it.
    const ofWorkspace = decided.some(({ userId }) => userId === meeting.actor) ? undefined : first(null, key)
    return ofWorkspace ? [...decided, ofWorkspace] : decided
  }
  const wish = (userId: string | null) => {
    const decided = first(userId, 'record')
    return decided && isPossible(decided.value, meeting) ? decided : undefined
  }
  const [wishes, ofWorkspace] = [wishesOf(meeting, once, wish), wish(null)]
  const record = recordOf(meeting, wishes, ofWorkspace)
  const [template, language, next] = [decidedOnce('template_id'), decidedOnce('notes_language'), decidedOnce('next')]
  return {
    record,
    remind: record?.wish === 'remind' ? remindedOf(meeting, wishes, ofWorkspace) : [],
    template: template ? { templateId: template.value, ...byOf(template) } : null,
    notesLanguage: language ? { tag: language.value, ...byOf(language) } : null,
    publish: decidedByEach('publish').map((decided) => ({ channelIds: decided.value, ...byOf(decided) })),
    share: decidedByEach('share').map((decided) => ({ people: decided.value, ...byOf(decided) })),
    next: next ? { wish: next.value, ...byOf(next) } : null,
  }
}

/** Where no bot can come, who wants one has said nothing. */
const isPossible = (wish: RecordWish, { hasCall }: Meeting) => wish !== 'bot' || hasCall

/**
 * What each wants for themself: for this meeting, else by their rules. Who does not attend, or has left, may have refused,
 * and no more.
 */
function wishesOf(
  meeting: Meeting,
  once: Once[],
  byRule: (userId: string | null) => Decided<'record'> | undefined,
): Decided<'record'>[] {
  const { people } = meeting
  const said = once.flatMap(({ userId, record }) => {
    if (record === null || !isPossible(record, meeting) || (record !== 'never' && !people.includes(userId))) return []
    const does = (byRule(userId) ?? byRule(null))?.does ?? {}
    return [{ value: record, does, ruleId: null, userId }]
  })
  const speakers = new Set(said.map(({ userId }) => userId))
  const ruled = people.filter((person) => !speakers.has(person))
  return [...said, ...ruled.flatMap((person) => byRule(person) ?? [])]
}

const byOf = ({ ruleId, userId }: By): By => ({ ruleId, userId })

/**
 * A person's `never` always wins. Otherwise a bot is sent if anybody wants one: somebody who attends or, as the wish of
 * all who have none of their own, the workspace. Its bot is sent as somebody who attends, if anybody does, because the
 * recap joins a meeting of its owner.
 */
function recordOf(
  { people, actor }: Meeting,
  own: Decided<'record'>[],
  ofWorkspace: Decided<'record'> | undefined,
): Plan['record'] {
  const counts = ofWorkspace && (people.length === 0 || own.length < people.length) ? [...own, ofWorkspace] : own
  const find = (wish: RecordWish, among = counts) => among.find(({ value }) => value === wish)
  const found = find('never', own) ?? find('bot') ?? find('remind') ?? find('never')
  if (!found) return null
  const isOfPerson = own.includes(found)
  const attending = actor !== null && people.includes(actor) ? actor : (people[0] ?? actor)
  const { ruleId } = found
  const userId = isOfPerson ? found.userId : attending
  return { wish: found.value, recorderId: found.does.recorder_id ?? null, isOfPerson, ruleId, userId }
}

function remindedOf(
  { people }: Meeting,
  own: Decided<'record'>[],
  ofWorkspace: Decided<'record'> | undefined,
): Plan['remind'] {
  const byPerson = new Map(own.map((decided) => [decided.userId, decided]))
  return people.flatMap((userId) => {
    const decided = byPerson.get(userId) ?? ofWorkspace
    return decided?.value === 'remind' ? [{ ruleId: decided.ruleId, userId }] : []
  })
}

/** Whether all that is given holds. */
export function matches(match: RuleMatch, meeting: Meeting): boolean {
  const { series_id, feed_id, organizer, domain, title_contains, outsiders, people_min, people_max } = match
  const count = meeting.invited.length
  return (
    (series_id === undefined || meeting.seriesId === series_id) &&
    (feed_id === undefined || meeting.feedIds.includes(feed_id)) &&
    (organizer === undefined || meeting.organizer === organizer) &&
    (domain === undefined || (meeting.organizer !== null && domainOf(meeting.organizer) === domain)) &&
    (title_contains === undefined || meeting.title.includes(title_contains)) &&
    (outsiders === undefined || meeting.hasOutsiders === outsiders) &&
    (people_min === undefined || count >= people_min) &&
    (people_max === undefined || count <= people_max)
  )
}

/** As `has_external_attendees` of events (decision 40): what is invited without an address does not count. */
export const hasOutsiders = (invited: string[], ownDomains: string[]) =>
  invited.some((address) => address.includes('@') && !ownDomains.includes(domainOf(address)))

const domainOf = (address: string) => address.split('@').at(-1)!

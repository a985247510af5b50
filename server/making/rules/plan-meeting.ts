/** Which rules count for a meeting, and what they do (decision 64). *Pure.* */
import type { RecordWish, RuleActions, RuleMatch } from '../../platform/postgres/column-types.ts'
import { foldCase } from '../../platform/text.ts'

/** Those of a person, or without `userId` of the workspace. */
export type Rule = { id: string; userId: string | null; match: RuleMatch; does: RuleActions }

export type Meeting = {
  title: string
  seriesId: string | null
  feedIds: string[]
  /** In folded form, as the invited addresses. */
  organizer: string | null
  invited: string[]
  /** The e-mail domains of the workspace. */
  ownDomains: string[]
  /** Who attends with an active account: the organizer first, then in the order of the invitation. */
  people: string[]
  /** As whom the workspace's rules act: the organizer, else who brought the meeting; null if they have no active account. */
  actor: string | null
}

/**
 * What somebody changed for this meeting; null is as the rules say. `dropped` are channels of the rules that were taken
 * out, `added` are others.
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
  template: ({ templateId: string } & By) | null
  notesLanguage: ({ tag: string } & By) | null
  publish: ({ channelIds: string[] } & By)[]
  share: ({ people: NonNullable<RuleActions['share']> } & By)[]
}

type Key = keyof RuleActions
type Decided<K extends Key> = { value: NonNullable<RuleActions[K]>; does: RuleActions } & By

/** @param rules  in their order: each person's, and the workspace's */
export function planMeeting(meeting: Meeting, rules: Rule[], once: Once | null = null): Plan {
  const plan = planByRules(meeting, rules, once)
  return once ? changeOnce(plan, meeting, once) : plan
}

/** A person's `never` wins also over what somebody else wants for this meeting, and stays when they have left. */
function changeOnce(plan: Plan, { people }: Meeting, { userId, record, templateId, added, dropped }: Once): Plan {
  const by = { ruleId: null, userId }
  const attends = people.includes(userId)
  const kept = plan.publish.map(({ channelIds, ...rule }) => ({
    ...rule,
    channelIds: channelIds.filter((id) => !dropped.includes(id)),
  }))
  const known = new Set(kept.flatMap(({ channelIds }) => channelIds))
  const more = attends ? added.filter((id) => !known.has(id)) : []
  const isRefused = plan.record?.wish === 'never' && plan.record.isOfPerson
  return {
    ...plan,
    record:
      record !== null && (attends || record === 'never') && !isRefused
        ? { wish: record, recorderId: plan.record?.recorderId ?? null, isOfPerson: true, ...by }
        : plan.record,
    template: templateId === null ? plan.template : { templateId, ...by },
    publish: more.length > 0 ? [...kept, { channelIds: more, ...by }] : kept,
  }
}

function planByRules(meeting: Meeting, rules: Rule[], once: Once | null): Plan {
  const matching = rules.filter(({ match }) => matches(match, meeting))
  const first = <K extends Key>(userId: string | null, key: K): Decided<K> | undefined => {
    const rule = matching.find((each) => each.userId === userId && each.does[key] !== undefined)
    const by = { ruleId: rule?.id ?? '', userId: userId ?? meeting.actor }
    return rule && { value: rule.does[key]!, does: rule.does, ...by }
  }
  const own = <K extends Key>(key: K) => meeting.people.flatMap((person) => first(person, key) ?? [])
  const one = <K extends Key>(key: K) => own(key)[0] ?? first(null, key)
  const each = <K extends Key>(key: K) => {
    const decided = own(key)
    // The workspace's rule acts as one person, whose own rules come before it.
    const ofWorkspace = decided.some(({ userId }) => userId === meeting.actor) ? undefined : first(null, key)
    return ofWorkspace ? [...decided, ofWorkspace] : decided
  }
  // Who changed it for this meeting need not heed their own rule.
  const isNotRevoked = ({ value, userId }: Decided<'record'>) =>
    value !== 'never' || once === null || once.record === null || once.userId !== userId
  const [template, language] = [one('template_id'), one('notes_language')]
  return {
    record: recordOf(meeting, own('record').filter(isNotRevoked), first(null, 'record')),
    template: template ? { templateId: template.value, ...byOf(template) } : null,
    notesLanguage: language ? { tag: language.value, ...byOf(language) } : null,
    publish: each('publish').map((decided) => ({ channelIds: decided.value, ...byOf(decided) })),
    share: each('share').map((decided) => ({ people: decided.value, ...byOf(decided) })),
  }
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

/** Whether all that is given holds. */
export function matches(match: RuleMatch, meeting: Meeting): boolean {
  const { series_id, feed_id, organizer, domain, title_contains, outsiders, people_min, people_max } = match
  const count = meeting.invited.length
  return (
    (series_id === undefined || meeting.seriesId === series_id) &&
    (feed_id === undefined || meeting.feedIds.includes(feed_id)) &&
    (organizer === undefined || meeting.organizer === organizer) &&
    (domain === undefined || (meeting.organizer !== null && domainOf(meeting.organizer) === domain)) &&
    (title_contains === undefined || foldCase(meeting.title).includes(foldCase(title_contains))) &&
    (outsiders === undefined || hasOutsiders(meeting) === outsiders) &&
    (people_min === undefined || count >= people_min) &&
    (people_max === undefined || count <= people_max)
  )
}

/** As `has_external_attendees` of events (decision 40): what is invited without an address does not count. */
const hasOutsiders = ({ invited, ownDomains }: Meeting) =>
  invited.some((address) => address.includes('@') && !ownDomains.includes(domainOf(address)))

const domainOf = (address: string) => address.split('@').at(-1)!

/** Who is reminded to record a meeting, and by which rule (decisions 64, 65). *Pure.* */
import { type By, type Meeting, matches, type Once, planMeeting, type Rule } from '../rules/plan-meeting.ts'

type Reminded = By & { userId: string }

/**
 * Those who attend and whose own first rule says so, else the workspace's; what they chose for
 * this meeting comes before. Nobody where
 * a bot comes, or where somebody refuses that it is recorded.
 */
export function whoIsReminded(meeting: Meeting, rules: Rule[], once: Once[]): Reminded[] {
  if (planMeeting(meeting, rules, once).record?.wish !== 'remind') return []
  const wishes = rules.filter(({ match, does }) => does.record !== undefined && matches(match, meeting))
  const ruleOf = (userId: string | null) => wishes.find((rule) => rule.userId === userId)
  return meeting.people.flatMap((userId): Reminded[] => {
    const chosen = once.find((each) => each.userId === userId)?.record ?? null
    if (chosen !== null) return chosen === 'remind' ? [{ ruleId: null, userId }] : []
    const rule = ruleOf(userId) ?? ruleOf(null)
    return rule?.does.record === 'remind' ? [{ ruleId: rule.id, userId }] : []
  })
}

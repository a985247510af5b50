/** Rules, as openapi.json describes them (decision 64; extensions of the specification). */
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { maxRules, NewRule, OneRule, RuleChanges, RuleDeleted, RuleId, Rules, ruleExample, tooMany } from './schemas.ts'

const common = { tag: 'Rules', extension: true } as const

export const listRules = operation({
  ...common,
  id: 'list_rules',
  summary: 'List the rules',
  description: 'What happens with meetings like these: the caller’s own rules and those of the workspace.',
  answer: Rules,
  example: { data: [ruleExample], bots: true },
})

export const createRule = operation({
  ...common,
  id: 'create_rule',
  summary: 'Make a rule',
  description:
    'For each field of `do` the first matching rule counts, a person’s before the workspace’s; `record: never` of anybody who attends always wins. A rule acts as its person, with the rights that they have then; the workspace’s as the organizer of the meeting, else as who brought it. Ids must be of what the caller sees (404). Adds a row to the audit log.',
  status: 201,
  body: NewRule,
  own: {
    404: failure(
      'It names a series, feed, recorder, template, channel or person that the caller does not see.',
      'Channel not found',
    ),
    409: failure(`There are ${maxRules} already.`, tooMany),
  },
  answer: OneRule,
  example: { rule: ruleExample },
})

export const changeRule = operation({
  ...common,
  id: 'update_rule',
  summary: 'Change a rule',
  description:
    '`match` and `do` are replaced whole. One’s own; super admins also those of the workspace. Adds a row to the audit log.',
  params: RuleId,
  body: RuleChanges,
  answer: OneRule,
  example: { rule: ruleExample },
})

export const deleteRule = operation({
  ...common,
  id: 'delete_rule',
  summary: 'Delete a rule',
  description: 'What it did stays. One’s own; super admins also those of the workspace. Adds a row to the audit log.',
  params: RuleId,
  answer: RuleDeleted,
  example: { rule_id: 'ru_1', deleted: true },
})

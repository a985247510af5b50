/** Rules, as requests and answers hold them (decision 64). */
import Type, { type Static } from 'typebox'
import { actSecondsBefore } from '../../meetings/notes/planned.ts'
import { NotesLanguage } from '../../people/caller/schemas.ts'
import { Id, IdOf, linePattern, Maybe, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { nextWishes, recordWishes } from '../../platform/postgres/column-types.ts'

/** Of one person, and of the workspace. */
export const maxRules = 50
export const tooMany = `You have ${maxRules} rules, as many as a person may; delete one`
export const maxChannels = 20
export const maxPeople = 50
export const maxName = 100

const Line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: linePattern, description })

const Name = Line(maxName, 'What people call it.')
const People = (description: string) => Type.Integer({ minimum: 0, maximum: 100_000, description })
const wishes = {
  record: OneOf(recordWishes, {
    description: `\`bot\`: a bot of a recorder joins the call, ${actSecondsBefore} seconds before the meeting. \`remind\`: whose rule it is, or who has none of their own, is reminded ${actSecondsBefore} seconds before. \`never\`: no rule sends a bot; of anybody who attends, it always wins.`,
  }),
  recorder_id: Id('The recorder whose bot is sent; only super admins name one, only with `bot`.', 'rec_1'),
  template_id: Id('The note template of its notes.', 'nt_weekly'),
  notes_language: NotesLanguage('The language of its notes'),
  next: OneOf(nextWishes, {
    description:
      'When the first recap is there. `make`: the next meeting of the series is made. `invite`: and a calendar file of it goes to its people with an account. `never`: neither.',
  }),
}

const GivenMatch = Type.Object(
  {
    series_id: Maybe(Id('Meetings of this series.', 'se_w')),
    feed_id: Maybe(Id('Meetings that this calendar feed has.', 'cal_1')),
    organizer: Maybe(Type.String({ maxLength: 320, description: 'The organizer’s address.' })),
    domain: Maybe(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[^\\s@]+$',
        description: 'The domain of the organizer’s address.',
        examples: ['acme.test'],
      }),
    ),
    title_contains: Maybe(Line(255, 'Words of the title; case does not matter.')),
    outsiders: Maybe(Type.Boolean({ description: 'Whether somebody of another domain is invited.' })),
    people_min: Maybe(People('At least so many invited addresses.')),
    people_max: Maybe(People('At most so many invited addresses.')),
  },
  {
    description:
      'All that is given must hold. `{}` is every meeting that the person attends; for the workspace, every one.',
  },
)

const GivenShare = Type.Object({
  user: Type.String({ minLength: 1, maxLength: 1_024, description: 'The id or e-mail of an account.' }),
  can_edit: Maybe(Type.Boolean({ description: 'Whether they may edit; not by default.' })),
})

const GivenActions = Type.Object(
  {
    record: Maybe(wishes.record),
    recorder_id: Maybe(wishes.recorder_id),
    template_id: Maybe(wishes.template_id),
    notes_language: Maybe(wishes.notes_language),
    publish: Maybe(
      Type.Array(Id('A channel.', 'ch_eng'), {
        maxItems: maxChannels,
        uniqueItems: true,
        description: 'Channels where its recordings are published.',
      }),
    ),
    share: Maybe(Type.Array(GivenShare, { maxItems: maxPeople, description: 'With whom its recordings are shared.' })),
    next: Maybe(wishes.next),
  },
  {
    description:
      'What is done, at least one thing. For each field the first matching rule counts; an empty list keeps later rules from doing it.',
  },
)

const position = { minimum: 0, maximum: maxRules }
const Position = Type.Integer({
  ...position,
  description: 'Its place among the person’s rules, or the workspace’s, from 0; without it the last.',
})

export const NewRule = Type.Object(
  {
    name: Name,
    scope: Maybe(
      OneOf(['person', 'workspace'], {
        description:
          'Whose rule it is, `person` by default; only super admins make those of the workspace, a key with the scope `admin`.',
      }),
    ),
    match: GivenMatch,
    do: GivenActions,
    position: Maybe(Position),
  },
  {
    examples: [
      {
        name: 'Weekly in French',
        match: { series_id: 'se_w' },
        do: { record: 'bot', notes_language: 'fr', publish: ['ch_eng'] },
      },
    ],
  },
)
export type GivenRule = Static<typeof NewRule>

export const RuleChanges = Type.Object(
  { name: Maybe(Name), match: Maybe(GivenMatch), do: Maybe(GivenActions), position: Maybe(Position) },
  { examples: [{ do: { record: 'never' } }] },
)
export type RuleChanges = Static<typeof RuleChanges>

const Match = Type.Object({
  series_id: Type.Optional(Type.String()),
  feed_id: Type.Optional(Type.String()),
  organizer: Type.Optional(Type.String()),
  domain: Type.Optional(Type.String()),
  title_contains: Type.Optional(Type.String()),
  outsiders: Type.Optional(Type.Boolean()),
  people_min: Type.Optional(Type.Integer()),
  people_max: Type.Optional(Type.Integer()),
})

const Actions = Type.Object({
  record: Type.Optional(wishes.record),
  recorder_id: Type.Optional(Type.String()),
  template_id: Type.Optional(Type.String()),
  notes_language: Type.Optional(Type.String()),
  publish: Type.Optional(Type.Array(Type.String())),
  share: Type.Optional(Type.Array(Type.Object({ user: Type.String(), can_edit: Type.Boolean() }))),
  next: Type.Optional(wishes.next),
})

export const Rule = Type.Object(
  {
    id: IdOf('rule_id', 'Identifier of the rule.'),
    name: Type.String(),
    scope: OneOf(['person', 'workspace'], { description: 'Whether it is the caller’s own, or the workspace’s.' }),
    position: Type.Integer({ description: 'Its place, from 0.' }),
    match: Match,
    do: Actions,
    last_problem: Nullable(Type.String({ description: 'What it could not do the last time, until it acts again.' })),
    created_at: Time('When it was made.'),
    updated_at: Time('When it was last changed.'),
  },
  { $id: 'Rule', description: 'What happens with meetings like these (decision 64).' },
)

export const RuleId = Type.Object({ rule_id: Id('Identifier of the rule.', 'ru_1') })
export const Rules = Type.Object({
  data: Type.Array(Rule, { description: 'The caller’s own in their order, then the workspace’s.' }),
  bots: Type.Boolean({
    description:
      'Whether the workspace has an active recorder that sends bots. Without one `record: bot` records nothing.',
  }),
})
export const OneRule = Type.Object({ rule: Rule })
export const RuleDeleted = Type.Object({ rule_id: Type.String(), deleted: Type.Literal(true) })

export const ruleExample: Static<typeof Rule> = {
  id: 'ru_1',
  name: 'Weekly in French',
  scope: 'person',
  position: 0,
  match: { series_id: 'se_w' },
  do: { record: 'bot', notes_language: 'fr', publish: ['ch_eng'] },
  last_problem: null,
  created_at: '2026-01-05T08:00:00.000Z',
  updated_at: '2026-01-05T08:00:00.000Z',
}

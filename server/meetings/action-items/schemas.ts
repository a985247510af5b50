import Type, { type Static } from 'typebox'
import { Person } from '../../people/caller/schemas.ts'
import { dateBounds } from '../../platform/http/filters.ts'
import { Id, IdOf, linePattern, Maybe, maxId, Nullable, OneOf, Pagination, Time } from '../../platform/http/schema.ts'
import { MeetingFilters } from '../lists/schemas.ts'

export const itemStatuses = ['Incomplete', 'Done', 'Archived'] as const

const Scope = OneOf(['assigned_to_me', 'assigned_to_others', 'all'], {
  description: 'Whose items; `all` without it.',
  default: 'all',
})

/** More than any item has: a ticket, its merge request, a page. */
export const maxLinks = 5
export const maxLinkLengths = { system: 40, key: 200, url: 2_000, state: 40 }

const ofLink = {
  system: { description: 'The other system.', examples: ['GitHub'] },
  key: { description: 'What people call it there.', examples: ['acme/app#12'] },
  url: {
    description: 'Its page there, by HTTPS and without a user name or password.',
    examples: ['https://github.com/acme/app/issues/12'],
  },
  state: { description: 'How it stands there, in the words of that system.', examples: ['open'] },
}
const links = 'The same thing in other systems, such as its issue in a tracker, in the order that people gave.'

const Link = Type.Object({
  system: Type.String(ofLink.system),
  key: Type.String(ofLink.key),
  url: Type.String(ofLink.url),
  state: Type.Optional(Type.String(ofLink.state)),
})

const LinkUrl = Type.String({ ...ofLink.url, format: 'https', maxLength: maxLinkLengths.url })
const linkText = (part: 'system' | 'key' | 'state') =>
  Type.String({ ...ofLink[part], maxLength: maxLinkLengths[part], pattern: linePattern })

const ItemFilters = Type.Object(
  {
    scope: Maybe(Scope),
    assignee: Maybe(
      Type.String({
        minLength: 1,
        maxLength: maxId,
        description: 'Items of this person, by id or any address; case does not matter.',
        examples: ['ada@acme.test'],
      }),
    ),
    note_id: Maybe(Id('Items of this note.')),
    series_id: Maybe(Id('Items of the notes of this series that the caller sees.', 'se_w')),
    event_attendees: MeetingFilters.properties.event_attendees,
    completed: Maybe(Type.Boolean({ description: 'Whether the status is `Done`.' })),
    completed_for_me: Maybe(
      Type.Boolean({
        description:
          'Whether it is done as far as you are concerned: its status is `Done`, or `all` must complete it and you have.',
      }),
    ),
    archived: Maybe(Type.Boolean({ description: 'Whether the status is `Archived`.' })),
    ai_detected: Maybe(Type.Boolean({ description: 'Whether AI notes found it.' })),
    ai_suggestion_accepted_by_user: Maybe(
      Type.Boolean({ description: 'The field of that name. It is never false, so `false` finds nothing.' }),
    ),
    link_url: Maybe({ ...LinkUrl, description: 'Items with a link to exactly this address.' }),
    ...dateBounds,
  },
  {
    description: 'Which items; all given filters must match.',
    examples: [{ scope: 'assigned_to_me', completed: false }],
  },
)
export type ItemFilters = Static<typeof ItemFilters>

const ItemOrder = OneOf(['created_at_desc', 'created_at_asc', 'updated_at_desc', 'updated_at_asc', 'due_date'], {
  description: '`due_date`: the earliest first, items without one last.',
  default: 'created_at_desc',
})
export type ItemOrder = Static<typeof ItemOrder>

export const ListItems = Type.Object(
  { pagination: Maybe(Pagination), filters: Maybe(ItemFilters), order_by: Maybe(ItemOrder) },
  { examples: [{ filters: { scope: 'assigned_to_me', completed: false }, order_by: 'due_date' }] },
)

const Completion = OneOf(['any', 'all'], { description: '`any`: one assignee can complete it; `all`: all must.' })

/** Spec 2.9, decision 24 on item sight. */
export const ActionItem = Type.Object(
  {
    id: IdOf('item_id', 'Action item identifier.'),
    text: Type.String(),
    assignees: Type.Array(Person),
    completion_type: Completion,
    status: OneOf([...itemStatuses]),
    due_date: Nullable(Type.String({ description: 'A day, `YYYY-MM-DD`.' })),
    note_id: Nullable(Type.String()),
    ai_detected: Type.Boolean({ description: 'Whether AI notes found it.' }),
    ai_suggestion_accepted_by_user: Nullable(
      Type.Boolean({ description: 'True if AI notes found it: such items count as accepted. Otherwise null.' }),
    ),
    completed_by: Type.Array(Type.String(), { description: 'Ids of the people who marked it done.' }),
    wont_do: Type.Boolean({ description: 'Whether it was archived, and not reopened since.' }),
    recording_offset: Nullable(
      Type.Integer({ description: 'Seconds from the start of the recording it was found in.' }),
    ),
    links: Type.Array(Link, { description: links }),
    created_at: Time('With `+00:00`.', '2026-01-05T09:10:00.000+00:00'),
    updated_at: Time('With `+00:00`.', '2026-01-05T09:10:00.000+00:00'),
  },
  { $id: 'ActionItem', description: 'Something that somebody should do (spec 2.9).' },
)

/** Longer than any sentence; an agenda of such items still fits a request. */
export const maxText = 10_000
/** More than any team has. */
export const maxAssignees = 100
/** Blocks of an agenda, items among them: more than any meeting needs, and few enough to read, compare and store within one request. */
export const maxBlocks = 5_000
/** Size in UTF-8 of a printed agenda, and of the texts of its items. */
export const maxAgendaBytes = 1_048_576

const ItemText = Type.String({ maxLength: maxText, pattern: '\\S', description: 'What is to be done; not blank.' })
const Assignees = Type.Array(Type.String({ minLength: 1, maxLength: maxId }), {
  maxItems: maxAssignees,
  description: 'Ids or e-mails of active accounts; a person named twice is assigned once.',
})
const GivenLink = Type.Object({
  system: linkText('system'),
  key: linkText('key'),
  url: LinkUrl,
  state: Maybe(linkText('state')),
})
const Links = Type.Array(GivenLink, {
  maxItems: maxLinks,
  description: `${links} At most ${maxLinks}, each address once.`,
})
const DueDate = Type.String({ format: 'date', maxLength: 64, description: 'A day, `YYYY-MM-DD`.' })

export const CreateItem = Type.Object(
  {
    text: ItemText,
    note_id: Maybe(Id('The note at whose end it is shown; the caller must have the right to edit it.')),
    assignees: Maybe(Assignees),
    due_date: Maybe(DueDate),
    completion_type: Maybe({ ...Completion, default: 'any' }),
    links: Maybe(Links),
  },
  { examples: [{ text: 'Send the deck', note_id: 'n_1', assignees: ['ada@acme.test'], due_date: '2026-01-09' }] },
)

export const EditItem = Type.Object(
  {
    text: Maybe(ItemText),
    assignees: Maybe(Assignees),
    due_date: Maybe({ ...DueDate, description: 'A day, `YYYY-MM-DD`; null clears it.' }),
    completion_type: Maybe(Completion),
    links: Maybe({ ...Links, description: `All links that it then has; \`[]\` removes them.` }),
  },
  { examples: [{ text: 'Send the new deck', assignees: ['u_ada', 'bo@acme.test'], due_date: null }] },
)

export const CompleteItem = Type.Object(
  { completed: Type.Boolean({ description: 'False reopens it.' }) },
  { examples: [{ completed: true }] },
)

export const ItemId = Type.Object({ item_id: Id('Action item identifier.', 'ai_1') })

export const itemExample: Static<typeof ActionItem> = {
  id: 'ai_1',
  text: 'Send the deck',
  assignees: [{ id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' }],
  completion_type: 'any',
  status: 'Incomplete',
  due_date: '2026-01-09',
  note_id: 'n_1',
  ai_detected: false,
  ai_suggestion_accepted_by_user: null,
  completed_by: [],
  wont_do: false,
  recording_offset: null,
  links: [{ system: 'GitHub', key: 'acme/app#12', url: 'https://github.com/acme/app/issues/12', state: 'open' }],
  created_at: '2026-01-05T09:10:00.000+00:00',
  updated_at: '2026-01-05T09:10:00.000+00:00',
}

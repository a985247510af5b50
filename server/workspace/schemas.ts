import Type from 'typebox'
import { DateFilter, Maybe, Nullable, OneOf, pageQuery, Time } from '../platform/schema.ts'

export const Person = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the person.' }),
    email: Type.String({ description: 'Their address.' }),
    full_name: Type.String({ description: 'Their name.' }),
  },
  {
    description: 'A person with an account.',
    examples: [{ id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' }],
  },
)

export const Me = Type.Object({
  user: Person,
  workspace: Type.Object({
    id: Type.String(),
    name: Type.String(),
    subdomain: Type.String({ description: 'The workspace answers at `{subdomain}.{BASE_DOMAIN}`.' }),
  }),
})

export const User = Type.Object(
  {
    ...Person.properties,
    admin: Type.Boolean({ description: 'A designated admin, whose marked keys are super admin keys.' }),
    active: Type.Boolean({ description: 'A deactivated person sees nothing, and their keys are refused.' }),
  },
  { $id: 'User', description: 'An account of the workspace.' },
)

const FullName = Type.String({ minLength: 1, maxLength: 255, description: 'Their name.', examples: ['Bo Lindqvist'] })

export const NewUser = Type.Object(
  {
    email: Type.String({
      format: 'email',
      description: 'Their address; they see what it was invited to.',
      examples: ['dee@acme.test'],
    }),
    full_name: FullName,
    admin: Maybe(Type.Boolean({ description: 'Make them an admin.' })),
  },
  { examples: [{ email: 'dee@acme.test', full_name: 'Dee Sato' }] },
)

export const UserId = Type.Object({
  user_id: Type.String({ description: 'Identifier of the person.', examples: ['u_bo'] }),
})

export const UserChanges = Type.Object(
  {
    full_name: Maybe(FullName),
    admin: Maybe(Type.Boolean({ description: 'Make them an admin, or no longer one.' })),
    active: Maybe(Type.Boolean({ description: 'false deactivates them, true brings them back.' })),
  },
  { examples: [{ full_name: 'Bo Lindqvist', active: true }] },
)

const retentions = ['standard', 'zero_day'] as const
const switches = ['enabled', 'not_enabled', 'switched_off'] as const

export const Settings = Type.Object(
  {
    ...Me.properties.workspace.properties,
    plan: OneOf(['team', 'business', 'enterprise']),
    email_domains: Type.Array(Type.String(), { description: 'Who writes from elsewhere is external.' }),
    retention: OneOf([...retentions], { description: 'zero_day keeps no transcript and no media once processed.' }),
    webhooks: OneOf([...switches], { description: 'Whether webhooks may be used, and whether they are on.' }),
    workspace_webhooks: Type.Boolean({ description: 'Whether there may be workspace webhooks.' }),
  },
  { $id: 'Workspace', description: 'A workspace and its switches.' },
)

export const SettingsChanges = Type.Object(
  {
    name: Maybe(Type.String({ minLength: 1, maxLength: 255 })),
    retention: Maybe(OneOf([...retentions], { description: 'zero_day deletes the transcripts there are, for good.' })),
    webhooks: Maybe(OneOf([...switches])),
    workspace_webhooks: Maybe(Type.Boolean()),
  },
  { examples: [{ name: 'Acme', workspace_webhooks: true }] },
)

export const ApiKey = Type.Object(
  {
    id: Type.String(),
    user_id: Type.String({ description: 'Its owner.' }),
    name: Type.String(),
    super_admin: Type.Boolean({
      description: 'The mark; it counts while the owner is an admin and the plan is enterprise.',
    }),
    active: Type.Boolean(),
    created_at: Time('When it was made.'),
    last_used_at: Nullable(Time('When it was last used, within half a minute.')),
  },
  { $id: 'ApiKey', description: 'An API key, without its secret.' },
)

const KeyName = Type.String({ minLength: 1, maxLength: 255, description: 'What it is for.', examples: ['ci'] })

export const NewApiKey = Type.Object(
  { name: KeyName, super_admin: Maybe(Type.Boolean({ description: 'Only a super admin key may ask for this.' })) },
  { examples: [{ name: 'ci' }] },
)

export const ApiKeyId = Type.Object({
  api_key_id: Type.String({ description: 'Identifier of the key.', examples: ['k_bo_inactive'] }),
})

export const ApiKeyChanges = Type.Object(
  { name: Maybe(KeyName), active: Maybe(Type.Boolean({ description: 'false switches it off, true on again.' })) },
  { examples: [{ active: false }] },
)

export const ApiKeyDeleted = Type.Object({ api_key_id: Type.String(), deleted: Type.Literal(true) })

export const Channel = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    private: Type.Boolean({ description: 'Whether it is hidden from those who are not in it.' }),
    member_count: Type.Integer(),
  },
  { $id: 'Channel', description: 'People who see what is published for them.' },
)

const ChannelTitle = Type.String({ minLength: 1, maxLength: 255, examples: ['Engineering'] })

export const NewChannel = Type.Object(
  {
    title: ChannelTitle,
    private: Maybe(Type.Boolean({ description: 'Hide it from those who are not in it.', default: false })),
  },
  { examples: [{ title: 'Engineering' }] },
)

export const ChannelId = Type.Object({
  channel_id: Type.String({ description: 'Identifier of the channel.', examples: ['ch_eng'] }),
})

export const ChannelChanges = Type.Object(
  { title: Maybe(ChannelTitle), private: Maybe(Type.Boolean({ description: 'Hide it, or let everyone find it.' })) },
  { examples: [{ title: 'Engineering' }] },
)

export const ChannelDeleted = Type.Object({ channel_id: Type.String(), deleted: Type.Literal(true) })

/** The body that names a person. */
export const NamedUser = Type.Object(
  { user: Type.String({ description: 'Id or e-mail of an account.', examples: ['bo@acme.test'] }) },
  { examples: [{ user: 'bo@acme.test' }] },
)

export const MemberId = Type.Object({ ...ChannelId.properties, ...UserId.properties })

const By = Type.String({ description: 'Who let them in: an attendee, by user id.' })

export const NewShare = Type.Object(
  {
    ...NamedUser.properties,
    can_edit: Maybe(
      Type.Boolean({
        description: 'Let them edit; without it a new share does not, and one that is there stays as it is.',
      }),
    ),
  },
  { examples: [{ user: 'bo@acme.test', can_edit: true }] },
)

export const Shares = Type.Object({
  shares: Type.Array(Type.Object({ user: Person, by: By, can_edit: Type.Boolean() }), {
    description: 'Those that count: made by someone who is an attendee still.',
  }),
})

export const NewPublication = Type.Object(ChannelId.properties, { examples: [{ channel_id: 'ch_eng' }] })

const { id, title, private: hidden } = Channel.properties

export const Publications = Type.Object({
  publications: Type.Array(Type.Object({ channel: Type.Object({ id, title, private: hidden }), by: By }), {
    description: 'Where it is published, in public channels and those the caller is in.',
  }),
})

export const PageQuery = Type.Object(pageQuery)

export const ChannelQuery = Type.Object({
  ...pageQuery,
  all: Type.Optional(Type.Boolean({ description: 'The public channels that the caller is not in, too.' })),
})

const deeds = [
  ...['impersonate', 'note.delete', 'recording.delete', 'user.create', 'user.change', 'workspace.change'],
  ...['api_key.create', 'api_key.change', 'api_key.delete'],
]
  .map((deed) => `\`${deed}\``)
  .join(', ')

export const AuditFilters = Type.Object(
  {
    user_id: Maybe(Type.String({ description: 'Who asked: the owner of the key.' })),
    action: Maybe(Type.String({ description: `What was done: ${deeds}.` })),
    at_start: Maybe(DateFilter('At or after.')),
    at_end: Maybe(DateFilter('At or before.')),
  },
  {
    'x-consume': 'application/json',
    description: 'JSON. All given filters must match.',
    examples: [{ action: 'impersonate' }],
  },
)

export const AuditQuery = Type.Object({ ...pageQuery, filters: Type.Optional(AuditFilters) })

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Time('When.'),
  action: Type.String({ description: `What was done: ${deeds}.` }),
  key_id: Type.String({ description: 'The key that asked.' }),
  user_id: Type.String({ description: 'Its owner.' }),
  on_behalf_of: Nullable(Type.String({ description: 'The person it acted as, if such a person exists.' })),
  method: Type.String(),
  path: Type.String(),
  status: Nullable(
    Type.Integer({ description: 'The status of the answer; null if the service died before it answered.' }),
  ),
  address: Type.String({ description: 'Where the request came from.' }),
  request_id: Type.String({ description: 'The `X-Request-Id` of the answer.' }),
  body_sha256: Nullable(Type.String({ description: 'SHA-256 of the body as sent, in hex.' })),
  details: Type.Object({}, { additionalProperties: true, description: 'What else is worth knowing.' }),
})

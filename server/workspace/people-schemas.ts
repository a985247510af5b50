/** People, API keys and the workspace's settings, as requests and answers hold them (decision 29c). */
import Type from 'typebox'
import { Maybe, mostId, Nullable, OneOf, Time } from '../platform/schema.ts'
import { Me, Person } from './schemas.ts'

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
      maxLength: mostId,
      description: 'Their address; they see what it was invited to.',
      examples: ['dee@acme.test'],
    }),
    full_name: FullName,
    admin: Maybe(Type.Boolean({ description: 'Make them an admin.' })),
  },
  { examples: [{ email: 'dee@acme.test', full_name: 'Dee Sato' }] },
)

export const UserId = Type.Object({
  user_id: Type.String({ maxLength: mostId, description: 'Identifier of the person.', examples: ['u_bo'] }),
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
  api_key_id: Type.String({ maxLength: mostId, description: 'Identifier of the key.', examples: ['k_bo_inactive'] }),
})

export const ApiKeyChanges = Type.Object(
  { name: Maybe(KeyName), active: Maybe(Type.Boolean({ description: 'false switches it off, true on again.' })) },
  { examples: [{ active: false }] },
)

export const ApiKeyDeleted = Type.Object({ api_key_id: Type.String(), deleted: Type.Literal(true) })

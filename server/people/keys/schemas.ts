/** API keys, as requests and answers hold them (decision 29c). */
import Type from 'typebox'
import { Id, IdOf, Maybe, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { scopeNames } from '../caller/scopes.ts'

export const ApiKey = Type.Object(
  {
    id: IdOf('api_key_id', 'Identifier of the key.'),
    user_id: Type.String({ description: 'Its owner.' }),
    name: Type.String(),
    super_admin: Type.Boolean({
      description: 'The mark; it counts while the owner is an admin and the plan is enterprise.',
    }),
    active: Type.Boolean(),
    created_at: Time('When it was made.'),
    last_used_at: Nullable(Time('When it was last used, within half a minute.')),
    scopes: Nullable(Type.Array(OneOf([...scopeNames]), { description: 'What it may do; null is everything.' })),
    expires_at: Nullable(Time('When it expires; null is never.', '2027-01-01T00:00:00.000Z')),
  },
  { $id: 'ApiKey', description: 'An API key, without its secret.' },
)

const KeyName = Type.String({ minLength: 1, maxLength: 255, description: 'What it is for.', examples: ['ci'] })

const limits = {
  scopes: Maybe(
    Type.Array(OneOf([...scopeNames]), {
      minItems: 1,
      maxItems: 100,
      description:
        'What it may do: `webhooks` is everything under webhooks, event types and events; `admin` is the audit log, ' +
        'others’ keys, changing people and the workspace, deleting notes and recordings, and `X-On-Behalf-Of`; `scim` is what an ' +
        'identity provider does under `/scim/v2`; of the rest, `read` is what changes nothing and `write` what does. null is ' +
        'everything. No more than the key of the request has.',
      examples: [['read', 'write']],
    }),
  ),
  expires_at: Maybe(
    Type.String({
      format: 'date-time',
      maxLength: 64,
      description: 'When it expires, with an offset from UTC; null is never. No later than the key of the request.',
      examples: ['2027-01-01T00:00:00Z'],
    }),
  ),
}

export const NewApiKey = Type.Object(
  {
    name: KeyName,
    super_admin: Maybe(Type.Boolean({ description: 'Only a super admin key may ask for this.' })),
    ...limits,
  },
  { examples: [{ name: 'ci', scopes: ['read', 'write'], expires_at: '2027-01-01T00:00:00Z' }] },
)

export const ApiKeyId = Type.Object({ api_key_id: Id('Identifier of the key.', 'k_bo_inactive') })

export const ApiKeyChanges = Type.Object(
  {
    name: Maybe(KeyName),
    active: Maybe(Type.Boolean({ description: 'false switches it off, true on again.' })),
    ...limits,
  },
  { examples: [{ active: false }] },
)

export const ApiKeyDeleted = Type.Object({ api_key_id: Type.String(), deleted: Type.Literal(true) })

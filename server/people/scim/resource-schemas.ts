/** The SCIM schemas of users and groups (RFC 7643, 7). *Pure.* */

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable'
  returned: 'always' | 'default'
  uniqueness: 'none' | 'server'
  subAttributes?: Attribute[]
  referenceTypes?: string[]
  canonicalValues?: string[]
}

/** By default a writable string that is compared without case. */
const attribute = (name: string, description: string, overrides: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...overrides,
})

const readOnly = { mutability: 'readOnly' } as const

const userAttributes = [
  attribute('userName', 'The e-mail address. With another one the person keeps this one too, as invitations name it.', {
    required: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('name', 'The name in parts.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The name that is shown: the same as displayName, which wins over it.'),
      attribute('givenName', 'Kept as it was sent.'),
      attribute('familyName', 'Kept as it was sent.'),
    ],
  }),
  attribute('displayName', 'The name that is shown.'),
  attribute('active', 'Whether the person may use the workspace.', { type: 'boolean' }),
  attribute('emails', 'The address of userName, once.', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The address.', readOnly),
      attribute('type', 'Always work.', { ...readOnly, canonicalValues: ['work'] }),
      attribute('primary', 'Always true.', { ...readOnly, type: 'boolean' }),
    ],
  }),
]

const groupAttributes = [
  attribute('displayName', 'The title of the channel.', { required: true, caseExact: true }),
  attribute('members', 'The people in the channel.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of a user.', { mutability: 'immutable', caseExact: true }),
      attribute('$ref', 'Where the user is.', {
        mutability: 'immutable',
        type: 'reference',
        referenceTypes: ['User'],
        caseExact: true,
      }),
      attribute('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
  }),
]

const describe = (id: string, name: string, description: string, attributes: Attribute[]) => ({
  schemas: [schemaSchema],
  id,
  name,
  description,
  attributes,
})

export const schemas = [
  describe(userSchema, 'User', 'An account of the workspace.', userAttributes),
  describe(groupSchema, 'Group', 'A private channel that the identity provider keeps.', groupAttributes),
]

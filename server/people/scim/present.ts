/** Users and groups as SCIM shows them. *Pure.* */
import { etagOf } from '../../platform/http/etag.ts'
import { utc } from '../../platform/time.ts'
import { groupSchema, userSchema } from './resource-schemas.ts'

/** An account, with what the identity provider stored for it. */
export type ScimUser = {
  id: string
  email: string
  full_name: string
  active: boolean
  created_at: Date
  external_id: string | null
  given_name: string | null
  family_name: string | null
}

export type ScimGroup = { id: string; title: string; created_at: Date; external_id: string | null }

/** Changes whenever a shown field of the user changes. */
export const versionOf = ({ id, email, full_name, active, external_id, given_name, family_name }: ScimUser) =>
  etagOf(JSON.stringify([id, email, full_name, active, external_id, given_name, family_name]))

/** @param base  the address of SCIM in this workspace */
export function presentUser(base: string, user: ScimUser) {
  const { id, email, full_name, active, created_at, external_id, given_name, family_name } = user
  return {
    schemas: [userSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: email,
    name: {
      formatted: full_name,
      ...(given_name !== null && { givenName: given_name }),
      ...(family_name !== null && { familyName: family_name }),
    },
    displayName: full_name,
    active,
    emails: [{ value: email, type: 'work', primary: true }],
    meta: { resourceType: 'User', created: utc(created_at), location: `${base}/Users/${id}`, version: versionOf(user) },
  }
}

/** @param members  ids of users; null if the request did not choose them */
export function presentGroup(base: string, group: ScimGroup, members: string[] | null) {
  const { id, title, created_at, external_id } = group
  return {
    schemas: [groupSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    displayName: title,
    ...(members && { members: members.map((id) => ({ value: id, $ref: `${base}/Users/${id}`, type: 'User' })) }),
    meta: { resourceType: 'Group', created: utc(created_at), location: `${base}/Groups/${id}` },
  }
}

/** The accounts of an e-mail address, in one workspace or in all (decision 42 on ways in). */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { UserRow } from '../../platform/postgres/tables.ts'
import { foldCase, isStorable } from '../../platform/text.ts'

export type FoundPerson = Pick<UserRow, 'email' | 'language'> & {
  workspaceId: string
  subdomain: string
  userId: string
}

/** Further workspaces of a person are ignored. */
const most = 20

/** Active people with this address, whatever its case. Before a sign-in the workspace may be unknown: then in all. */
export async function findByEmail(db: Db, email: string, workspaceId: string | null): Promise<FoundPerson[]> {
  return (await findPeople(db, email, workspaceId)).filter(({ active }) => active)
}

/** The same, with people who were deactivated. */
export async function findPeople(
  db: Db,
  email: string,
  workspaceId: string | null,
): Promise<(FoundPerson & { active: boolean })[]> {
  if (!isStorable(email)) return []
  const people = await db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .select([
      'workspaces.id as workspaceId',
      'workspaces.subdomain',
      'users.id as userId',
      'users.email',
      'users.language',
    ])
    .select('users.active')
    .where('users.email_folded', '=', foldCase(email))
    .where((eb) => (workspaceId === null ? sql<boolean>`true` : eb('users.workspace_id', '=', workspaceId)))
    .orderBy('users.active', 'desc')
    .orderBy('workspaces.subdomain')
    .limit(most)
    .execute()
  return people.filter((person) => isSameAddress(person.email, email))
}

/**
 * Whether two addresses differ at most in case. Folding alone makes some signs equal to ASCII letters (`K`, the sign of
 * Kelvin, to `k`), and the owner of such an address must not be taken for the owner of the other.
 */
export function isSameAddress(one: string, other: string): boolean {
  const beyondAscii = (text: string) => foldCase(text.replace(/[\0-\x7f]/g, ''))
  return foldCase(one) === foldCase(other) && beyondAscii(one) === beyondAscii(other)
}

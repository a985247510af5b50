/** Accounts by id or any of their addresses, many at once, as requests and agendas name them. */
import { sql } from 'kysely'
import { invalid } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { foldCase, isStorable } from '../../platform/text.ts'

/** An erased person stays where they are named, and is granted nothing new (decision 50). */
export type NamedAccount = { id: string; active: boolean; erased: boolean }

/**
 * One query. An id has no `@`, so it cannot be confused with an e-mail; the case of e-mails does not matter.
 * @returns accounts by the given name; a name without an account is missing
 */
export async function findPeople(db: Db, workspaceId: string, names: string[]): Promise<Map<string, NamedAccount>> {
  const wanted = names.filter(isStorable)
  if (wanted.length === 0) return new Map()
  const keyOf = (name: string) => (name.includes('@') ? foldCase(name) : name)
  const keys = [...new Set(wanted.map(keyOf))]
  const { rows } = await sql<NamedAccount & { key: string }>`
    select id as key, id, active, erased_at is not null as erased from users where workspace_id = ${workspaceId} and id = any(${keys})
    union all
    select known.email_folded, person.id, person.active, person.erased_at is not null
    from addresses known join users person on person.workspace_id = known.workspace_id and person.id = known.user_id
    where known.workspace_id = ${workspaceId} and known.email_folded = any(${keys})`.execute(db)
  const accounts = new Map(rows.map(({ key, ...account }) => [key, account]))
  return new Map(
    wanted.flatMap((name) => {
      const account = accounts.get(keyOf(name))
      return account ? [[name, account] as const] : []
    }),
  )
}

/** @throws {ApiError} 400 naming `body.user` if no account has this id or e-mail */
export function requireNamed(people: Map<string, NamedAccount>, user: string): NamedAccount {
  const account = people.get(user)
  if (!account || account.erased) throw invalid('body.user', 'must be the id or e-mail of an account')
  return account
}

/**
 * The addresses of accounts: the current one, and others that find the account too (decision 29c on people). An
 * address that a new one replaces stays; administrators add others, and withdraw them.
 */
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'

/** Beside the current one. */
export const maxOtherAddresses = 50

/** @param person  the alias of `users` in the query */
export const otherAddressesOf = (person: string): RawBuilder<string[]> => sql`array(
  select other.email from addresses other
  where other.workspace_id = ${sql.ref(`${person}.workspace_id`)} and other.user_id = ${sql.ref(`${person}.id`)}
    and other.email_folded <> ${sql.ref(`${person}.email_folded`)}
  order by other.email_folded)`

/** Folded, the current one included: a list for `in`. */
export const addressesOf = (workspaceId: string, userId: string): RawBuilder<string> => sql`(
  select email_folded from addresses where workspace_id = ${workspaceId} and user_id = ${userId})`

/**
 * Whether an invited address is an account's, active or not: it is no outsider's.
 * @param invited  the alias of `event_attendees` in the query
 */
export const isAccounts = (invited: string): RawBuilder<boolean> => sql`exists (select from addresses known
  where known.workspace_id = ${sql.ref(`${invited}.workspace_id`)} and known.email_folded = ${sql.ref(`${invited}.email_folded`)})`

export type Holder = { email_folded: string; user_id: string; is_current: boolean; erased: boolean }

/** The accounts that have these addresses. */
export async function findHolders(db: Db, workspaceId: string, emails: string[]): Promise<Map<string, Holder>> {
  if (emails.length === 0) return new Map()
  const { rows } = await sql<Holder>`
    select known.email_folded, known.user_id, known.email_folded = person.email_folded as is_current,
      person.erased_at is not null as erased
    from addresses known
    join users person on person.workspace_id = known.workspace_id and person.id = known.user_id
    where known.workspace_id = ${workspaceId} and known.email_folded = any(${emails.map(foldCase)})`.execute(db)
  return new Map(rows.map((row) => [row.email_folded, row]))
}

/** All addresses of the accounts that have these, folded, by each of these. */
export async function findAllAddresses(db: Db, workspaceId: string, folded: string[]): Promise<Map<string, string[]>> {
  if (folded.length === 0) return new Map()
  const { rows } = await sql<{ known: string; all: string[] }>`
    select own.email_folded as known, array_agg(other.email_folded order by other.email_folded) as all
    from addresses own
    join addresses other on other.workspace_id = own.workspace_id and other.user_id = own.user_id
    where own.workspace_id = ${workspaceId} and own.email_folded = any(${folded})
    group by own.email_folded`.execute(db)
  return new Map(rows.map(({ known, all }) => [known, all]))
}

/** Why an account cannot have an address that is another's. */
export function takenBy(email: string, { is_current, erased }: Omit<Holder, 'email_folded' | 'user_id'>): string {
  if (erased) return `${email} is the address of a person who is being erased; try again later`
  if (is_current) return `${email} is the address of another account`
  return `${email} is one of the other addresses of another account; withdraw it there first`
}

/**
 * Call it in a transaction of `changeSight`: no other one gives these addresses away meanwhile.
 * @param userId  the account that is to have them; null for a new one
 * @throws {ApiError} 409 naming the first that is another account's
 */
export async function requireFree(tx: Tx, workspaceId: string, userId: string | null, emails: string[]): Promise<void> {
  const holders = await findHolders(tx, workspaceId, emails)
  for (const email of emails) {
    const holder = holders.get(foldCase(email))
    if (holder && holder.user_id !== userId) throw new ApiError(409, takenBy(email, holder))
  }
}

type Addresses = { email: string; other_addresses?: string[] | null }

/**
 * The other addresses that a change of an account leaves it; undefined if they stay as they are.
 * @throws {ApiError} 409 for too many
 */
export function otherAddressesAfter(
  { email, other_addresses }: Addresses,
  wanted: Partial<Addresses> | { email?: string | null },
): string[] | undefined {
  const before = other_addresses ?? []
  const current = wanted.email ?? email
  const listed = ('other_addresses' in wanted && wanted.other_addresses) || before
  // The stored spelling of each wins.
  const byFolded = new Map([...listed, email, ...before].map((each) => [foldCase(each), each]))
  const kept = new Set([...listed, ...(wanted.email == null ? [] : [email])].map(foldCase))
  kept.delete(foldCase(current))
  if (kept.size > maxOtherAddresses) throw tooMany()
  const isSame = kept.size === before.length && before.every((each) => kept.has(foldCase(each)))
  return isSame ? undefined : [...kept].sort().map((folded) => byFolded.get(folded)!)
}

const tooMany = () =>
  new ApiError(409, `An account has at most ${maxOtherAddresses} other addresses; withdraw one of them first`)

/** What an account has beside its current address `email`. */
export type OtherAddresses = { id: string; email: string; other_addresses: string[] }

/** Replaces the other addresses of these accounts. Unchanged rows are not written, because each write computes sight. */
export async function saveOtherAddresses(tx: Tx, workspaceId: string, accounts: OtherAddresses[]): Promise<void> {
  const wanted = accounts.flatMap(({ id, other_addresses }) =>
    other_addresses.map((email) => ({ id, email, folded: foldCase(email) })),
  )
  const ids = accounts.map(({ id }) => id)
  const kept = [...wanted.map(({ folded }) => folded), ...accounts.map(({ email }) => foldCase(email))]
  await sql`
    delete from addresses
    where workspace_id = ${workspaceId} and user_id = any(${ids}) and email_folded <> all(${kept})`.execute(tx)
  await sql`
    insert into addresses as known (workspace_id, email_folded, email, user_id)
    select ${workspaceId}, folded, email, user_id
    from unnest(${wanted.map(({ folded }) => folded)}::text[], ${wanted.map(({ email }) => email)}::text[],
      ${wanted.map(({ id }) => id)}::text[]) as wanted (folded, email, user_id)
    on conflict (workspace_id, email_folded) do nothing`.execute(tx)
}

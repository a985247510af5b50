/**
 * What names a person: the account, every spelling of the address, and other names written beside it (decision 50 on
 * erasure).
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { cutWords } from '../../../meetings/text-index/words.ts'
import { findHolders } from '../../../people/accounts/addresses.ts'
import type { ErasedNames } from '../../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { foldCase } from '../../../platform/text.ts'

/** Names that are searched for. Limited, because a hostile calendar could contain any number of them. */
const maxNames = 50

/** `addresses` are folded, the current one included. */
export type Account = { id: string; addresses: string[]; full_name: string }

/** @returns the names, and the ids of other accounts with one of them */
export async function collectNames(
  tx: Tx,
  workspaceId: string,
  account: Account,
): Promise<{ names: ErasedNames; namesakes: string[] }> {
  const own = [account.full_name, ...(await otherNames(tx, workspaceId, account.id))]
  const written = await writtenElsewhere(tx, workspaceId, account.addresses)
  const others = written.map(({ name }) => name)
  const all = distinct(
    withVariants(own, others)
      .map((name) => name.trim())
      .filter(isDistinctive),
  ).slice(0, maxNames)
  const { namesakes, shared } = await findNamesakes(tx, workspaceId, account.id, all)
  const isTheirs = isFormOf(own)
  const isWide = (name: string) => isTheirs(name) && hasSeveralWords(name) && !shared.has(foldCase(name))
  const spellings = await spellingsOf(tx, workspaceId, account.id)
  const emails = [...new Set([...account.addresses, ...spellings, ...written.map(({ email }) => email)])]
  return {
    names: {
      names: all.filter(isWide),
      nearNames: all.filter((name) => isTheirs(name) && !isWide(name)),
      givenNames: all.filter((name) => !isTheirs(name)),
      emails,
      standIn: newStandIn(),
    },
    namesakes,
  }
}

/** An address that nobody else has. */
export const newStandIn = () => `deleted-${randomUUID()}@erased.invalid`

/**
 * `Zabel, Quirin` and `Q. Zabel` are Quirin Zabel. `we will` is not Will Smith, whatever an invitation says: it would
 * be erased from every text.
 */
function isFormOf(own: string[]): (name: string) => boolean {
  const known = own.flatMap(wordsOf)
  return (name) =>
    wordsOf(name).every((word) => known.some((each) => each === word || (word.length === 1 && each.startsWith(word))))
}

/** Adds the other names that share a word with the account's: anybody may invite an address as "the". */
export function withVariants(own: string[], others: string[]): string[] {
  const known = new Set(own.flatMap(wordsOf))
  return [...own, ...others.filter((name) => wordsOf(name).some((word) => known.has(word)))]
}

/** Former names, from renames in the audit log, and the name that an identity provider has in parts. */
export async function otherNames(db: Db, workspaceId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select distinct details -> 'before' ->> 'full_name' as name from audit_log
    where workspace_id = ${workspaceId} and action = 'user.change' and details ->> 'user_id' = ${userId}
    union
    select person ->> 'full_name' from audit_log,
      jsonb_array_elements(case when action = 'users.import' then details -> 'before' end) person
    where workspace_id = ${workspaceId} and action = 'users.import' and person ->> 'user_id' = ${userId}
    union
    select given_name || ' ' || family_name from scim_people
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db)
  return rows.flatMap(({ name }) => name ?? [])
}

/** Participants of uploads are stored as typed. Case is folded here, because PostgreSQL would fold it by its locale. */
async function writtenElsewhere(tx: Tx, workspaceId: string, addresses: string[]) {
  const { rows } = await sql<{ email: string; name: string }>`
    select distinct email, name from event_attendees
    where workspace_id = ${workspaceId} and email_folded = any(${addresses})
    union
    select participant ->> 'email', participant ->> 'name' from recordings, json_array_elements(facts -> 'participants') participant
    where workspace_id = ${workspaceId} and facts::text <> '{}' and participant ->> 'email' <> ''`.execute(tx)
  return rows.filter(({ email }) => addresses.includes(foldCase(email)))
}

/** As the account has them, and those that it had according to the audit log, unless they are another's now. */
async function spellingsOf(tx: Tx, workspaceId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string; own: boolean }>`
    select email, true as own from addresses where workspace_id = ${workspaceId} and user_id = ${userId}
    union
    select address.value, false from audit_log, jsonb_array_elements_text(
      coalesce(details -> 'before' -> 'other_addresses', '[]') || coalesce(details -> 'before' -> 'email', '[]')) address
    where workspace_id = ${workspaceId} and action = 'user.change' and details ->> 'user_id' = ${userId}
    union
    select person ->> 'email', false from audit_log,
      jsonb_array_elements(case when action = 'users.import' then details -> 'before' end) person
    where workspace_id = ${workspaceId} and action = 'users.import' and person ->> 'user_id' = ${userId}
      and person ->> 'email' is not null`.execute(tx)
  const had = rows.filter(({ own }) => !own).map(({ email }) => email)
  const holders = await findHolders(tx, workspaceId, had)
  const isAnothers = (email: string) => (holders.get(foldCase(email))?.user_id ?? userId) !== userId
  return rows.map(({ email }) => email).filter((email) => !isAnothers(email))
}

/** Can be distinguished from other words: has two characters or more, one of them a letter. */
const isDistinctive = (name: string) => /\p{L}/u.test(name) && [...name.slice(0, 4)].length > 1

/** `May` is also a month; `Bo Lindqvist` is nobody else. In a script without blanks a name needs three characters. */
function hasSeveralWords(name: string): boolean {
  if (/\p{L}\s+\S*\p{L}/u.test(name)) return true
  return wordsOf(name).length >= 3
}

const wordsOf = (name: string) => [...cutWords(name)].map(({ word }) => word)

function distinct(names: string[]): string[] {
  return [...new Map(names.map((name) => [foldCase(name), name])).values()]
}

/** Compares names here without case, because PostgreSQL would fold it by its locale. */
async function findNamesakes(tx: Tx, workspaceId: string, userId: string, names: string[]) {
  const wanted = new Set(names.map(foldCase))
  const people = await tx
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '!=', userId)
    .where('erased_at', 'is', null)
    .execute()
  const found = people.filter(({ full_name }) => wanted.has(foldCase(full_name.trim())))
  return {
    namesakes: found.map(({ id }) => id),
    shared: new Set(found.map(({ full_name }) => foldCase(full_name.trim()))),
  }
}

/**
 * Imports the addresses of accounts (decision 29c on people). What the file says of its accounts counts: they may swap
 * addresses. An address that a new one replaces stays the account's, unless the file gives it to another.
 */
import { sql } from 'kysely'
import { findHolders, type Holder, otherAddressesOf, saveOtherAddresses } from '../../../people/accounts/addresses.ts'
import { foldCase } from '../../../platform/text.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import { idsOf } from './rows.ts'
import type { Staged } from './stage.ts'

type User = Staged<'users'>
type Claim = { id: string; email: string; path: string }

const claimsOf = ({ id, doc, path }: User): Claim[] => [
  { id, email: doc.email, path: `${path}.email` },
  ...(doc.other_addresses ?? []).map((email, index) => ({ id, email, path: `${path}.other_addresses[${index}]` })),
]

/**
 * Takes the addresses of these accounts from others that the file gives other ones. Call it before their rows are written.
 * @throws {WorldError} an address is another account's
 */
export async function freeAddresses(context: ImportContext, batch: User[]): Promise<void> {
  const { tx, workspace, stage, index } = context
  const claims = batch.flatMap(claimsOf)
  rejectShared(claims)
  const holders = await findHolders(
    tx,
    workspace.id,
    claims.map(({ email }) => email),
  )
  const taken = claims.filter(({ id, email }) => (holders.get(foldCase(email)) ?? { user_id: id }).user_id !== id)
  const owners = taken.map(({ email }) => holders.get(foldCase(email))!.user_id)
  const inFile = await stage.findDocs(index, 'users', owners)
  for (const { email, path } of taken) requireGivenUp(email, path, holders.get(foldCase(email))!, inFile)
  const addresses = taken.map(({ email }) => foldCase(email))
  if (addresses.length === 0) return
  await sql`delete from addresses where workspace_id = ${workspace.id} and email_folded = any(${addresses})`.execute(tx)
}

/** Within a batch; between batches the account that came first holds the address already. */
function rejectShared(claims: Claim[]): void {
  const seen = new Map<string, Claim>()
  for (const claim of claims) {
    const other = seen.get(foldCase(claim.email))
    if (other && other.id !== claim.id)
      throw new WorldError(claim.path, `${claim.email} is the address of the user ${other.id}`)
    seen.set(foldCase(claim.email), claim)
  }
}

function requireGivenUp(
  email: string,
  path: string,
  { user_id, erased }: Holder,
  inFile: Map<string, Doc<'users'>>,
): void {
  const doc = inFile.get(user_id)
  const keeps = doc && [doc.email, ...(doc.other_addresses ?? [])].some((each) => foldCase(each) === foldCase(email))
  if (!doc || keeps || erased) throw new WorldError(path, `${email} is the address of the user ${user_id}`)
}

export type Before = { email: string; other_addresses: string[] }

/** The addresses of these accounts before the import, by id. */
export async function readAddresses({ tx, workspace }: ImportContext, batch: User[]): Promise<Map<string, Before>> {
  const { rows } = await sql<Before & { id: string }>`
    select id, email, ${otherAddressesOf('users')} as other_addresses from users
    where workspace_id = ${workspace.id} and id = any(${idsOf(batch)}) and erased_at is null`.execute(tx)
  return new Map(rows.map(({ id, ...before }) => [id, before]))
}

/** Only for accounts whose list the file has; call it after their rows are written. */
export async function importOtherAddresses(
  { tx, workspace }: ImportContext,
  batch: User[],
  known: Map<string, Before>,
  changes: Changes,
): Promise<void> {
  const wanted = batch.flatMap(({ id, doc }) => {
    const before = known.get(id)
    if (doc.other_addresses === undefined || (!before && !changes.isNew(id))) return []
    const replaced = before && foldCase(before.email) !== foldCase(doc.email) ? [before.email] : []
    return [{ id, email: doc.email, other_addresses: [...(doc.other_addresses ?? []), ...replaced] }]
  })
  if (wanted.length === 0) return
  await saveOtherAddresses(tx, workspace.id, wanted)
  const after = await readAddresses({ tx, workspace } as ImportContext, batch)
  changes.update(
    wanted.flatMap(({ id }) => {
      const others = (addresses: Before | undefined) => (addresses?.other_addresses ?? []).map(foldCase).join(' ')
      return others(known.get(id)) === others(after.get(id)) ? [] : [id]
    }),
  )
}

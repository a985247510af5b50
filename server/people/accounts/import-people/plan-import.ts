/** What an import of people changes, computed before anything is written (decision 52). *Pure.* */
import type { FieldError } from '../../../platform/errors.ts'
import type { UserRow } from '../../../platform/postgres/tables.ts'
import { foldCase } from '../../../platform/text.ts'
import type { PersonRow } from './read-rows.ts'

/** `key` is the address that found it, folded. */
export type KnownAccount = Pick<UserRow, 'id' | 'email' | 'full_name' | 'admin' | 'active'> & {
  key: string
  erased: boolean
}

/** `id` is null for a person without an account. */
export type PlannedRow = PersonRow & {
  id: string | null
  change: 'created' | 'updated' | 'unchanged'
  /** The account after the import. */
  after: { email: string; full_name: string; admin: boolean; active: boolean }
}

/**
 * @param accounts  those that have one of the addresses, once for each
 * @param nameOf    the location of a row's field in errors
 */
export function planImport(
  rows: PersonRow[],
  accounts: KnownAccount[],
  nameOf: (row: number, field: string) => string,
): { planned: PlannedRow[]; errors: FieldError[] } {
  const known = new Map(accounts.map((account) => [account.key, account]))
  const seen = new Map<string, number>()
  const errors: FieldError[] = []
  const planned = rows.flatMap((row) => {
    const account = known.get(foldCase(row.email))
    const wrong = (field: string, message: string) => {
      errors.push({ location: nameOf(row.row, field), message })
      return []
    }
    const keys = { email: account?.id ?? foldCase(row.email), new_email: row.new_email && foldCase(row.new_email) }
    for (const [field, key] of Object.entries(keys)) {
      const before = key === null ? undefined : seen.get(key)
      if (before !== undefined) return wrong(field, `is the address of ${nameOf(before, 'email')} too`)
    }
    for (const key of Object.values(keys)) if (key !== null) seen.set(key, row.row)
    const problem = row.new_email === null ? null : problemOf(row.new_email, account, known)
    if (problem) return wrong('new_email', problem)
    if (account?.erased) return wrong('email', 'is the address of a person who is being erased; try again later')
    if (!account && row.full_name === null) return wrong('full_name', 'is required for a person without an account')
    return [planRow(row, account)]
  })
  return { planned, errors }
}

/** Why the account of a row cannot get this address. */
function problemOf(
  newEmail: string,
  account: KnownAccount | undefined,
  known: Map<string, KnownAccount>,
): string | null {
  if (!account) return 'is only for a person with an account; `email` is the address of a new one'
  const holder = known.get(foldCase(newEmail))
  return holder && holder.id !== account.id ? 'is an address of another account' : null
}

function planRow(row: PersonRow, account: KnownAccount | undefined): PlannedRow {
  const after = {
    email: row.new_email ?? account?.email ?? row.email,
    full_name: row.full_name ?? account!.full_name,
    admin: row.admin ?? account?.admin ?? false,
    active: row.active ?? account?.active ?? true,
  }
  if (!account) return { ...row, id: null, change: 'created', after }
  const isSame =
    after.email === account.email &&
    after.full_name === account.full_name &&
    after.admin === account.admin &&
    after.active === account.active
  return { ...row, id: account.id, change: isSame ? 'unchanged' : 'updated', after }
}

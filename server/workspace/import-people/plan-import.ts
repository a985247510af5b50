/** What an import of people changes, computed before anything is written (decision 52). *Pure.* */
import type { FieldError } from '../../platform/errors.ts'
import { foldCase } from '../../platform/text.ts'
import type { UserRow } from '../../tables.ts'
import type { PersonRow } from './read-rows.ts'

export type Account = Pick<UserRow, 'id' | 'email_folded' | 'full_name' | 'admin' | 'active'> & { erased: boolean }

/** `id` is null for a person without an account. */
export type PlannedRow = PersonRow & {
  id: string | null
  change: 'created' | 'updated' | 'unchanged'
  /** The account after the import. */
  after: { full_name: string; admin: boolean; active: boolean }
}

/**
 * @param accounts  those that have one of the addresses
 * @param nameOf    the location of a row's field in errors
 */
export function planImport(
  rows: PersonRow[],
  accounts: Account[],
  nameOf: (row: number, field: string) => string,
): { planned: PlannedRow[]; errors: FieldError[] } {
  const known = new Map(accounts.map((account) => [account.email_folded, account]))
  const seen = new Map<string, number>()
  const errors: FieldError[] = []
  const planned = rows.flatMap((row) => {
    const address = foldCase(row.email)
    const wrong = (field: string, message: string) => {
      errors.push({ location: nameOf(row.row, field), message })
      return []
    }
    const before = seen.get(address)
    if (before !== undefined) return wrong('email', `is the address of ${nameOf(before, 'email')} too`)
    seen.set(address, row.row)
    const account = known.get(address)
    if (account?.erased) return wrong('email', 'is the address of a person who is being erased; try again later')
    if (!account && row.full_name === null) return wrong('full_name', 'is required for a person without an account')
    return [planRow(row, account)]
  })
  return { planned, errors }
}

function planRow(row: PersonRow, account: Account | undefined): PlannedRow {
  const after = {
    full_name: row.full_name ?? account!.full_name,
    admin: row.admin ?? account?.admin ?? false,
    active: row.active ?? account?.active ?? true,
  }
  if (!account) return { ...row, id: null, change: 'created', after }
  const isSame =
    after.full_name === account.full_name && after.admin === account.admin && after.active === account.active
  return { ...row, id: account.id, change: isSame ? 'unchanged' : 'updated', after }
}

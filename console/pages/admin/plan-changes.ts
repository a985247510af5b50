/** Describes what an import of people would change. *Pure.* */
import type { PeopleRow } from './read-people.ts'

type Account = { email: string; full_name: string; admin: boolean; active: boolean }
type Said = {
  named: (before: string, after: string) => string
  admin: string
  noAdmin: string
  on: string
  off: string
}

/** @returns the differences in words; empty if the list changes nothing */
export function differences(row: PeopleRow, account: Account, said: Said): string[] {
  const { full_name, admin, active } = row
  return [
    ...(full_name !== '' && full_name !== account.full_name ? [said.named(account.full_name, full_name)] : []),
    ...(admin !== null && admin !== account.admin ? [admin ? said.admin : said.noAdmin] : []),
    ...(active !== null && active !== account.active ? [active ? said.on : said.off] : []),
  ]
}

/** The service names a row by its place in the request: `body.users[2].email`. @returns error messages by line of the list */
export function errorsByLine(
  errors: { location: string; message: string }[],
  rows: PeopleRow[],
): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const { location, message } of errors) {
    const place = /^body\.users\[(\d+)\](?:\.(\w+))?/.exec(location)
    const row = place && rows[Number(place[1])]
    if (!row) continue
    const sentence = place[2] ? `${place[2]} ${withLines(message, rows)}` : withLines(message, rows)
    found.set(row.line, [...(found.get(row.line) ?? []), sentence])
  }
  return found
}

/** A sentence may name another row: `is the address of body.users[0].email too`. */
const withLines = (message: string, rows: PeopleRow[]) =>
  message.replace(/body\.users\[(\d+)\]\.?/g, (whole, index) => (rows[index] ? `${rows[index].line}: ` : whole))

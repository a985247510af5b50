/** A list of people as a spreadsheet saves it. *Pure.* */
import Papa from 'papaparse'
import type { Invitation, Invited } from '../../api/invitation.ts'

/** `no_email`, `no_name`, `bad_email`, `bad_admin`; `twice` on an earlier line; `has_account`. */
export type RowProblem = 'no_email' | 'bad_email' | 'no_name' | 'too_long' | 'bad_admin' | 'twice' | 'has_account'
export type InvitationRow = Invitation & { line: number; problem: RowProblem | null }

const columns = { email: ['email', 'e-mail', 'mail'], name: ['name', 'full_name', 'full name'], admin: ['admin'] }
const yes = ['yes', 'true', '1', 'ja', 'admin', 'x']
const no = ['', 'no', 'false', '0', 'nein']
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const mostName = 255

/**
 * Columns are named by the first line, or stand in the order: e-mail, name, admin.
 * @param known  addresses that have an account
 */
export function readInvitations(text: string, known: string[] = []): InvitationRow[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, '').trimEnd(), { delimitersToGuess: [',', ';', '\t'] })
  const rows = data.map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), line: index + 1 }))
  const places = placesIn(rows[0]?.cells ?? [])
  const seen = new Set<string>()
  return rows
    .slice(places.isNamed ? 1 : 0)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ cells, line }) => {
      const cell = (place: number) => cells[place] ?? ''
      const admin = cell(places.admin).toLowerCase()
      const row = { email: cell(places.email), full_name: cell(places.name), admin: yes.includes(admin), line }
      const problem = problemOf(row, admin) ?? repeated(row.email.toLowerCase(), seen, known)
      seen.add(row.email.toLowerCase())
      return { ...row, problem }
    })
}

function placesIn(cells: string[]) {
  const names = cells.map((cell) => cell.toLowerCase())
  const placeOf = (of: string[]) => names.findIndex((name) => of.includes(name))
  const found = { email: placeOf(columns.email), name: placeOf(columns.name), admin: placeOf(columns.admin) }
  return found.email === -1 ? { email: 0, name: 1, admin: 2, isNamed: false } : { ...found, isNamed: true }
}

function problemOf({ email, full_name }: Invitation, admin: string): RowProblem | null {
  if (email === '') return 'no_email'
  if (!looksLikeEmail.test(email)) return 'bad_email'
  if (full_name === '') return 'no_name'
  if (full_name.length > mostName) return 'too_long'
  return yes.includes(admin) || no.includes(admin) ? null : 'bad_admin'
}

function repeated(email: string, seen: Set<string>, known: string[]): RowProblem | null {
  if (seen.has(email)) return 'twice'
  return known.some((each) => each.toLowerCase() === email) ? 'has_account' : null
}

/** A name that begins like a formula stays a name when a spreadsheet opens this. */
export function printInvited(invited: Invited[]): string {
  const rows = invited.map(({ email, full_name, link, problem }) => ({
    ...{ email, name: full_name, sign_in_link: link?.url ?? '' },
    ...{ works_until: link?.expires_at ?? '', problem: problem ?? '' },
  }))
  return Papa.unparse(rows, { escapeFormulae: true })
}

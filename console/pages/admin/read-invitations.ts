/** Parses a list of people to invite, and prints the list of their links. *Pure.* */
import Papa from 'papaparse'
import type { Invitation, Invited } from '../../api/invitation.ts'
import { type PeopleProblem, readPeople } from './read-people.ts'

/** `no_name`; `has_account` already. */
type RowProblem = PeopleProblem | 'no_name' | 'has_account'
export type InvitationRow = Invitation & { line: number; problem: RowProblem | null }

/** @param known  addresses that have an account */
export function readInvitations(text: string, known: string[] = []): InvitationRow[] {
  const accounts = new Set(known.map((email) => email.toLowerCase()))
  return readPeople(text).map(({ line, email, full_name, admin, problem }) => {
    const own = full_name === '' ? 'no_name' : accounts.has(email.toLowerCase()) ? 'has_account' : null
    return { line, email, full_name, admin: admin ?? false, problem: problem ?? own }
  })
}

/** Escapes names that a spreadsheet would run as formulas. */
export function printInvited(invited: Invited[]): string {
  const rows = invited.map(({ email, full_name, link, problem }) => ({
    email,
    name: full_name,
    sign_in_link: link?.url ?? '',
    works_until: link?.expires_at ?? '',
    problem: problem ?? '',
  }))
  return Papa.unparse(rows, { escapeFormulae: true })
}

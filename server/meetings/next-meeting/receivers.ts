/** Who may get the calendar file of a meeting: those with an account, and other invited addresses. */
import { sql } from 'kysely'
import { findHolders } from '../../people/accounts/addresses.ts'
import type { Person } from '../../people/caller/caller.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'

/**
 * Whether this person may mail its file: they organize it, because nobody invites in another's name, and it was made here.
 * One that a calendar has is in the calendars of its people.
 */
export async function mayMail(
  db: Db,
  workspaceId: string,
  { made_here, organizer_email: email }: { made_here: boolean; organizer_email: string | null },
  userId: string,
): Promise<boolean> {
  if (!made_here || email === null) return false
  return (await findHolders(db, workspaceId, [email])).get(foldCase(email))?.user_id === userId
}

export type Receivers = { people: Person[]; outsiders: string[] }

/** Who is deactivated is neither. */
export async function readReceivers(tx: Tx, workspaceId: string, attendees: { email: string }[]): Promise<Receivers> {
  const { rows } = await sql<Person & { folded: string; active: boolean }>`
    select person.id, person.email, person.full_name, person.active, known.email_folded as folded from addresses known
    join users person on person.workspace_id = known.workspace_id and person.id = known.user_id
    where known.workspace_id = ${workspaceId}
      and known.email_folded = any(${attendees.map(({ email }) => foldCase(email))})`.execute(tx)
  const accounts = new Map(rows.map(({ folded, ...account }) => [folded, account]))
  const people = new Map<string, Person>()
  const outsiders: string[] = []
  for (const { email } of attendees) {
    const account = accounts.get(foldCase(email))
    if (account) {
      const { active, ...person } = account
      if (active) people.set(person.id, person)
    } else if (email.includes('@') && !email.endsWith('@erased.invalid')) outsiders.push(email)
  }
  return { people: [...people.values()], outsiders }
}

/** Whom a speaker is named as: nobody says "this is me" of somebody else (decision 62). */

import { findParticipants, type PeopleSource } from '../../meetings/recordings/library/participants.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { Participant } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { wordsOf } from '../engines/embedded/words.ts'

/** Whether the speaker has the name of another account or participant, and not that of this person too. */
export async function isNamedAsAnother(
  db: Db,
  meeting: PeopleSource,
  speaker: string,
  userId: string,
): Promise<boolean> {
  const { workspace_id: workspaceId } = meeting
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'full_name as name', 'email'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const participants = (await findParticipants(db, meeting)).filter(({ email }) => email !== '')
  const known = await findPeople(
    db,
    workspaceId,
    participants.map(({ email }) => email),
  )
  const people = [...accounts, ...participants.map((person) => ({ ...person, id: known.get(person.email)?.id }))]
  const named = people.filter((person) => hasName(speaker, person))
  return named.length > 0 && !named.some(({ id }) => id === userId)
}

/** By the whole name, the first name or the address. */
function hasName(speaker: string, { name, email }: Participant): boolean {
  const said = wordsOf(foldCase(speaker)).join(' ')
  const words = wordsOf(foldCase(name))
  const names = [words.join(' '), words[0]].filter((each) => each)
  return names.includes(said) || foldCase(speaker.trim()) === foldCase(email)
}

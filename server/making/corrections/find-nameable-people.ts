/** The people whom a recording's AI notes may name: participants, and people whom the notes name already. */

import { sql } from 'kysely'
import { findParticipants, type PeopleSource } from '../../meetings/recordings/library/participants.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { StoredAiNotes } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { printedName } from '../engines/shared/compose-notes.ts'
import type { NamedPerson } from './edit-notes.ts'

type NotedRecording = Omit<PeopleSource, 'workspace_id'> & { ai_notes: StoredAiNotes | null }

/** People that the notes name come first, because of two people with the same name the first counts. */
export async function findNameablePeople(
  db: Db,
  workspaceId: string,
  recording: NotedRecording,
): Promise<NamedPerson[]> {
  const participants = await findParticipants(db, { workspace_id: workspaceId, ...recording })
  const accounts = await findPeople(
    db,
    workspaceId,
    participants.map(({ email }) => email).filter((email) => email !== ''),
  )
  const present = participants.map((person) => ({
    name: printedName(person),
    id: accounts.get(person.email)?.active ? accounts.get(person.email)!.id : null,
  }))
  const named = recording.ai_notes?.sections.flatMap(({ items = [] }) => items.flatMap((item) => item.assignees ?? []))
  return [...(await findNames(db, workspaceId, named ?? [])), ...present].filter(({ name }) => name !== '')
}

async function findNames(db: Db, workspaceId: string, ids: string[]): Promise<NamedPerson[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${[...new Set(ids)]})`)
    .execute()
  return rows.map(({ id, full_name, email }) => ({ id, name: printedName({ name: full_name, email }) }))
}

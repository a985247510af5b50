/** Converts AI notes of a writer, with people by e-mail, to the stored form and to items, with people by id. */

import { findPeople } from '../../people/accounts/find-people.ts'
import type { FormerText } from '../../people/privacy/former-texts.ts'
import type { StoredAiNotes } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { WrittenItem, WrittenNotes } from '../engines/shared/engines.ts'

/** User ids by e-mail. */
export type Accounts = Map<string, string>

/** The e-mails of all assignees in the notes. */
function namedIn({ sections, actionItems }: WrittenNotes): string[] {
  const points = sections.flatMap(({ items }) => items ?? [])
  return [...new Set([...points, ...actionItems].flatMap(({ assignees }) => assignees ?? []))]
}

/** @param accounts  user ids by e-mail; people without one are left out */
export function storeNotes(
  { generatedBy, imported, markdown, sections, usage }: WrittenNotes,
  accounts: Accounts,
): StoredAiNotes {
  return {
    generated_by: generatedBy,
    ...(imported && { imported }),
    ...(usage && { usage }),
    markdown,
    sections: sections.map(({ items, ...section }) => ({
      ...section,
      ...(items && {
        items: items.map(({ assignees, ...item }) => ({
          ...item,
          ...(assignees && { assignees: [...new Set(assignees.flatMap((email) => accounts.get(email) ?? []))] }),
        })),
      }),
    })),
  }
}

/** Finds the accounts of assignees; people without an account stay only in the text. */
export async function findAccounts(tx: Tx, workspaceId: string, notes: WrittenNotes): Promise<Accounts> {
  const found = await findPeople(tx, workspaceId, namedIn(notes))
  return new Map([...found].flatMap(([email, { id, active }]) => (active ? [[email, id]] : [])))
}

/** What new notes overwrite, for a legal hold to keep (decision 51). */
export const formerNotes = (id: string, notes: StoredAiNotes | null): FormerText[] =>
  notes === null ? [] : [{ kind: 'recording', id, what: 'ai_notes', former: notes }]

/** The action items of AI notes, as a note gets them. */
export const toItems = (items: WrittenItem[], accounts: Accounts) =>
  items.map(({ text, assignees, dueDate, timestamp }) => ({
    text,
    due_date: dueDate,
    completion_type: 'any' as const,
    ai_generated: true,
    recording_offset: timestamp,
    assignees: [...new Set(assignees.flatMap((email) => accounts.get(email) ?? []))],
  }))

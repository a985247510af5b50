/** Converts AI notes of a writer, with people by e-mail, to the stored form, with people by id. *Pure.* */

import type { WrittenNotes } from '../../engines/engines.ts'
import type { StoredAiNotes } from '../../tables.ts'

/** The e-mails of all assignees in the notes. */
export function namedIn({ sections, actionItems }: WrittenNotes): string[] {
  const points = sections.flatMap(({ items }) => items ?? [])
  return [...new Set([...points, ...actionItems].flatMap(({ assignees }) => assignees ?? []))]
}

/** @param accounts  user ids by e-mail; people without one are left out */
export function storeNotes(
  { generatedBy, markdown, sections, usage }: WrittenNotes,
  accounts: Map<string, string>,
): StoredAiNotes {
  return {
    generated_by: generatedBy,
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

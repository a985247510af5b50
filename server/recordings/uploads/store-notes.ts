/** AI notes between how they are written, with people by e-mail, and how they are kept, with people by id. *Pure.* */

import type { WrittenNotes } from '../../engines/engines.ts'
import type { StoredAiNotes } from '../../tables.ts'

/** The e-mails of all whom the notes name as assignees. */
export function namedIn({ sections, actionItems }: WrittenNotes): string[] {
  const points = sections.flatMap(({ items }) => items ?? [])
  return [...new Set([...points, ...actionItems].flatMap(({ assignees }) => assignees ?? []))]
}

/** @param accounts  user ids by e-mail; who has none is left out */
export function storeNotes(
  { generatedBy, markdown, sections }: WrittenNotes,
  accounts: Map<string, string>,
): StoredAiNotes {
  return {
    generated_by: generatedBy,
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

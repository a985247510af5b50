/** The notes of items, each requested once; without those that the person may not see. */
import type { ActionItem, Note } from '@minutebook/client'
import { useQueries } from '@tanstack/react-query'
import { noteQuery } from '../../api/queries.ts'

export function useNotesOf(items: ActionItem[]): Map<string, Note> {
  const ids = [...new Set(items.flatMap(({ note_id }) => note_id ?? []))]
  return useQueries({
    queries: ids.map((id) => ({ ...noteQuery(id), staleTime: 300_000 })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  })
}

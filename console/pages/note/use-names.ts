/** Names of people by account id, as far as they are loaded. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { peopleQuery } from '../../api/people.ts'
import { itemsQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'

/** Names from the note's items come first; all others are loaded after that, and are '' until then. */
export function useNames(noteId: string): (userId: string) => string {
  const { data: items } = useQuery(usePrefetched(itemsQuery(noteId)))
  const { data: everyone } = useQuery(usePrefetched(peopleQuery))
  const names = useMemo(() => {
    const people = [...(items?.flatMap(({ assignees }) => assignees) ?? []), ...(everyone ?? [])]
    return new Map(people.map(({ id, full_name }) => [id, full_name]))
  }, [items, everyone])
  return useCallback((userId) => names.get(userId) ?? (everyone ? userId : ''), [names, everyone])
}

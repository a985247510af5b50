/** Names of people by the id of their account, as far as the caller knows them. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { peopleQuery } from '../../api/people.ts'
import { itemsQuery } from '../../api/queries.ts'

/** The note's items name their people at once; everyone else comes a little later. */
export function useNames(noteId: string): (userId: string) => string {
  const { data: items } = useQuery(itemsQuery(noteId))
  const { data: everyone } = useQuery(peopleQuery)
  const names = useMemo(() => {
    const people = [...(items?.flatMap(({ assignees }) => assignees) ?? []), ...(everyone ?? [])]
    return new Map(people.map(({ id, full_name }) => [id, full_name]))
  }, [items, everyone])
  return useCallback((userId) => names.get(userId) ?? userId, [names])
}

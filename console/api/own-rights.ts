/** What a person with administrator rights sees without them: Home shows only that, and lists mark the rest. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { sessionQuery } from './queries.ts'

/** Sent with a request that reads as the person, also while they have administrator rights. */
export const ownRights = { 'X-Minutebook-Rights': 'own' }

type Row = { id: string; created_at: string }

const lists = { notes: '/api/v1/notes', recordings: '/api/v1/recordings' } as const

/** @returns whether a row is there only by administrator rights; false until that is known */
export function useIsOthers(kind: keyof typeof lists, rows: Row[]): (row: Row) => boolean {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const times = rows.map(({ created_at }) => created_at).sort()
  const filters = { created_at_start: times[0], created_at_end: times.at(-1) }
  const { data: own } = useQuery({
    queryKey: [kind, 'own', filters],
    enabled: session.super_admin && rows.length > 0,
    queryFn: async ({ signal }) => {
      const found = client.pages(lists[kind], { signal, headers: ownRights, body: { filters } })
      return new Set((await Array.fromAsync(found)).map(({ id }) => id))
    },
  })
  return ({ id }) => session.super_admin && own !== undefined && !own.has(id)
}

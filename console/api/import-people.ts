/** Many people at once, all or nothing; first only what would happen. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { peopleQuery } from './people.ts'
import { useChange } from './use-change.ts'

export type PeopleImport = components['schemas']['PeopleImport']

/** What the list does not say is not sent, and stays as it is. */
type Row = { email: string; full_name: string; admin: boolean | null; active: boolean | null }

async function send(rows: Row[], dry_run: boolean, signal?: AbortSignal): Promise<PeopleImport> {
  const users = rows.map(({ email, full_name, admin, active }) => ({
    email,
    ...(full_name !== '' && { full_name }),
    ...(admin !== null && { admin }),
    ...(active !== null && { active }),
  }))
  const params = { query: { dry_run } }
  return dataOf(await client.POST('/api/v1/users/import', { params, body: { users }, signal })).import
}

export const importPlanQuery = (rows: Row[]) =>
  queryOptions({
    queryKey: ['users_import', rows],
    queryFn: ({ signal }) => send(rows, true, signal),
    // Of this list at this moment, and no longer than it is looked at.
    ...{ gcTime: 0, staleTime: 0, refetchOnWindowFocus: false },
  })

export const useImportPeople = () =>
  useChange((rows: Row[]) => send(rows, false), [peopleQuery.queryKey], { isTold: true })

/** Imports many people at once, all or none; before that, a dry run. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { peopleQuery } from './people.ts'
import { useChange } from './use-change.ts'

export type PeopleImport = components['schemas']['PeopleImport']

/** Values that are missing in the list are not sent, and stay. */
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
    // Valid only for this list and this moment.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

export const useImportPeople = () =>
  useChange((rows: Row[]) => send(rows, false), [peopleQuery.queryKey], { pageShowsError: true })

/** Personal data: erasure, export as a file, and legal hold. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { saveFile } from '../ui/save-file.ts'
import { client } from './client.ts'
import { peopleQuery, type User } from './people.ts'
import { useChange } from './use-change.ts'

export type Erasure = components['schemas']['Erasure']

const path = '/api/v1/erasures'
const dayMs = 86_400_000
const oftenMs = 1_000
const seldomMs = 30_000

/** Unfinished erasures, whoever requested them, and those of the last day; newest first. */
async function readErasures(signal: AbortSignal): Promise<Erasure[]> {
  const query = { finished: false, page_size: 50 }
  const open = await Array.fromAsync(client.pages(path, { signal, params: { query } }))
  const over = dataOf(await client.GET(path, { signal, params: { query: { ...query, finished: true } } })).data
  const late = over.filter(({ finished_at }) => finished_at && Date.now() - Date.parse(finished_at) < dayMs)
  // An erasure that ends between the two requests is in both responses.
  const byId = new Map([...open, ...late].map((each) => [each.user_id, each]))
  return [...byId.values()].sort((one, other) => other.requested_at.localeCompare(one.requested_at))
}

export const erasuresQuery = queryOptions({
  queryKey: ['erasures'],
  queryFn: ({ signal }) => readErasures(signal),
  // A hold lasts for weeks; a running erasure takes seconds or minutes.
  refetchInterval: ({ state: { data = [], status } }) => {
    // Lost rights do not come back within a second.
    if (status === 'error') return seldomMs
    if (data.some(({ status }) => status === 'pending' || status === 'running')) return oftenMs
    return data.some(({ status }) => status === 'held') ? seldomMs : false
  },
})

export const useErase = () =>
  useChange(
    async (user_id: string) => dataOf(await client.DELETE('/api/v1/user/{user_id}', { params: { path: { user_id } } })),
    [peopleQuery.queryKey, erasuresQuery.queryKey],
    { pageShowsError: true },
  )

/** Null lifts the hold; an erasure that it stopped continues. */
export const useHoldPerson = (user_id: string) =>
  useChange(
    async (legal_hold: string | null) =>
      dataOf(await client.PATCH('/api/v1/user/{user_id}', { params: { path: { user_id } }, body: { legal_hold } })),
    [peopleQuery.queryKey, erasuresQuery.queryKey],
    { pageShowsError: true },
  )

/** Not a plain link, so that the page can show errors. The browser stores large files on its disk. */
export const useExportPerson = () =>
  useChange(async ({ id, full_name }: User) => {
    const params = { path: { user_id: id } }
    const answer = await client.GET('/api/v1/user/{user_id}/export', { params, parseAs: 'blob' })
    saveFile(`${full_name}.json`, dataOf(answer), 'application/json')
  }, [])

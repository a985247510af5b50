/** Recorders: services whose cloud recordings are imported automatically. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import type { NewRecorder, Takes } from './recorder.ts'
import { useChange } from './use-change.ts'

const readRecorders = async (signal: AbortSignal) => dataOf(await client.GET('/api/v1/recorders', { signal })).data

export type Recorder = Awaited<ReturnType<typeof readRecorders>>[number]

/** A recorder of Teams or Meet whose events are not subscribed to yet; that takes seconds. */
export const isSubscribing = ({ kind, active, subscribed_until, last_error }: Recorder) =>
  (kind === 'teams' || kind === 'meet') && active && subscribed_until === null && last_error === null

const [oftenMs, seldomMs] = [2_000, 30_000]

export const recordersQuery = queryOptions({
  queryKey: ['recorders'],
  queryFn: ({ signal }) => readRecorders(signal),
  // While people set up a recorder, they visit the service's pages and come back.
  refetchOnWindowFocus: 'always',
  // Lost rights do not come back within seconds.
  refetchInterval: ({ state: { data = [], status } }) =>
    status !== 'error' && data.some(isSubscribing) ? oftenMs : seldomMs,
})

export const useAddRecorder = () =>
  useChange(
    async (body: NewRecorder) => dataOf(await client.POST('/api/v1/recorder', { body })).recorder,
    [recordersQuery.queryKey],
    { pageShowsError: true, isSecret: true },
  )

type Changes = {
  takes?: Takes
  user?: string | null
  secret?: string
  api_key?: string
  sends_bots?: boolean
  active?: boolean
}

async function change(recorder_id: string, body: Changes): Promise<Recorder> {
  const params = { path: { recorder_id } }
  return dataOf(await client.PATCH('/api/v1/recorder/{recorder_id}', { params, body })).recorder
}

export const useChangeRecorder = (id: string) =>
  useChange((changes: Omit<Changes, 'active'>) => change(id, changes), [recordersQuery.queryKey], {
    pageShowsError: true,
    isSecret: true,
  })

export const useSwitchRecorder = (id: string) =>
  useChange((active: boolean) => change(id, { active }), [recordersQuery.queryKey])

export const useRemoveRecorder = (recorder_id: string) =>
  useChange(
    async () => dataOf(await client.DELETE('/api/v1/recorder/{recorder_id}', { params: { path: { recorder_id } } })),
    [recordersQuery.queryKey],
    { pageShowsError: true },
  )

/** The models of the machine: what can be installed, what is, and what is being installed. */
import { dataOf } from '@minutebook/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from './client.ts'
import { enginesQuery } from './engines.ts'
import { useChange } from './use-change.ts'

const readModels = async (signal: AbortSignal) => dataOf(await client.GET('/api/v1/models', { signal }))

export type Models = Awaited<ReturnType<typeof readModels>>

const progressMs = 1_000

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => readModels(signal),
  refetchInterval: ({ state }) => (state.data?.installing ? progressMs : false),
})

/** What was installed counts at once, so the engines are read again then. */
export function useModels() {
  const queries = useQueryClient()
  const models = useQuery(modelsQuery)
  const isInstalling = Boolean(models.data?.installing)
  const before = useRef(isInstalling)
  useEffect(() => {
    if (before.current && !isInstalling) void queries.invalidateQueries({ queryKey: enginesQuery.queryKey })
    before.current = isInstalling
  }, [isInstalling, queries])
  return models
}

const stale = [modelsQuery.queryKey, enginesQuery.queryKey]

export const useAddModel = () =>
  useChange(async (name: string) => dataOf(await client.POST('/api/v1/models/add', { body: { name } })), stale)

export const useCancelModel = () => useChange(async () => dataOf(await client.POST('/api/v1/models/cancel')), stale)

export const useRemoveModel = () =>
  useChange(async (name: string) => dataOf(await client.POST('/api/v1/models/remove', { body: { name } })), stale)

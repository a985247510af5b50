/** What the operator set up, for administrators. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

const readInstallation = async (signal: AbortSignal) =>
  dataOf(await client.GET('/api/v1/installation', { signal })).installation

export type Installation = Awaited<ReturnType<typeof readInstallation>>

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => readInstallation(signal),
})

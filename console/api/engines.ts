/** What transcribes and writes notes. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

const readEngines = async (signal: AbortSignal) => dataOf(await client.GET('/api/v1/engines', { signal }))

export type Engines = Awaited<ReturnType<typeof readEngines>>

export const enginesQuery = queryOptions({ queryKey: ['engines'], queryFn: ({ signal }) => readEngines(signal) })

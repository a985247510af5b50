/** What transcribes and writes notes. */
import { dataOf } from '@minutebook/client'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

const readEngines = async (signal: AbortSignal) => dataOf(await client.GET('/api/v1/engines', { signal }))

export type Engines = Awaited<ReturnType<typeof readEngines>>

export const enginesQuery = queryOptions({ queryKey: ['engines'], queryFn: ({ signal }) => readEngines(signal) })

/** Whether a language model answers questions. Without one they only find passages, as a search does. */
const answersQuestions = ({ notes }: Engines) => notes.kind !== 'embedded'

/** False until it is known. */
export function useAnswers(isWanted = true): boolean {
  const { data } = useQuery({ ...enginesQuery, enabled: isWanted })
  return data !== undefined && answersQuestions(data)
}

export const answersHere = async (queries: QueryClient): Promise<boolean> =>
  queries.ensureQueryData(enginesQuery).then(answersQuestions, () => false)

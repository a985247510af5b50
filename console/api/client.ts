/** The client of the API, as programs use it; the browser's session stands for the key. */
import { createClient, MinutebookError } from '@minutebook/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'

export const client = createClient({ url: location.origin })

export const statusOf = (error: unknown): number | null => (error instanceof MinutebookError ? error.status : null)

/** A lost connection is tried again until it is back; a refusal is final, unless the service says that it passes. */
function retry(failures: number, error: unknown): boolean {
  return error instanceof MinutebookError ? error.isTemporary && failures < 3 : true
}

/** @param onSignedOut  called when an answer says that the session has ended */
export function createQueries(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => statusOf(error) === 401 && onSignedOut() }),
    defaultOptions: {
      queries: {
        retry,
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
        staleTime: 30_000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

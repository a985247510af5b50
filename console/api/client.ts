/** The API client that programs use too, here with the browser's session instead of a key. */
import { createClient, MinutebookError } from '@minutebook/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { actingFor } from './on-behalf.ts'
import { send } from './send.ts'

export const client = createClient({ url: location.origin, fetch: send })

export const statusOf = (error: unknown): number | null => (error instanceof MinutebookError ? error.status : null)

/** The service's validation errors. */
export const errorsOf = (error: unknown) => (error instanceof MinutebookError ? error.errors : [])

/** The version of what was read. Writes send it, so that they do not overwrite changes of others. */
export const etagOf = ({ response }: { response: Response }): string => response.headers.get('etag') ?? ''

/** Retries a lost connection until it is back; an error response is final, unless it says that it is temporary. */
function retry(failures: number, error: unknown): boolean {
  return error instanceof MinutebookError ? error.isTemporary && failures < 3 : true
}

type Events = {
  /** A response says that the session has ended. */
  onSignedOut: () => void
  /** A change failed. Not called if the page shows the error itself: `meta: { pageShowsError: true }`. */
  onRefused: (error: unknown) => void
}

export function createQueries({ onSignedOut, onRefused }: Events): QueryClient {
  const unlessSignedOut = (error: unknown, then: () => void) => {
    // Perhaps the rights to act for somebody have ended: the session says so.
    if (statusOf(error) === 403 && actingFor()) void queries.invalidateQueries({ queryKey: ['session'] })
    if (statusOf(error) === 401) onSignedOut()
    else then()
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => unlessSignedOut(error, () => {}) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { options }) =>
        unlessSignedOut(error, () => options.meta?.pageShowsError || onRefused(error)),
    }),
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
  return queries
}

/** The client of the API, as programs use it; the browser's session stands for the key. */
import { createClient, MinutebookError } from '@minutebook/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { actingFor } from './on-behalf.ts'
import { send } from './send.ts'

export const client = createClient({ url: location.origin, fetch: send })

export const statusOf = (error: unknown): number | null => (error instanceof MinutebookError ? error.status : null)

/** What is wrong with which part of a request, as the service said it. */
export const errorsOf = (error: unknown) => (error instanceof MinutebookError ? error.errors : [])

/** Names the version of what was read; who writes it sends it along, so that nobody's change is overwritten unseen. */
export const etagOf = ({ response }: { response: Response }): string => response.headers.get('etag') ?? ''

/** A lost connection is tried again until it is back; a refusal is final, unless the service says that it passes. */
function retry(failures: number, error: unknown): boolean {
  return error instanceof MinutebookError ? error.isTemporary && failures < 3 : true
}

type Events = {
  /** An answer says that the session has ended. */
  onSignedOut: () => void
  /** What a person wanted to change was refused. Not called for a mutation whose page says so itself: `meta: { isTold: true }`. */
  onRefused: (error: unknown) => void
}

export function createQueries({ onSignedOut, onRefused }: Events): QueryClient {
  const unlessSignedOut = (error: unknown, then: () => void) => {
    // Acting for somebody ends with the rights to do so: the session is asked.
    if (statusOf(error) === 403 && actingFor()) void queries.invalidateQueries({ queryKey: ['session'] })
    if (statusOf(error) === 401) onSignedOut()
    else then()
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => unlessSignedOut(error, () => {}) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { options }) =>
        unlessSignedOut(error, () => options.meta?.isTold || onRefused(error)),
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

/** Whether a page has begun to read a query. *Pure.* */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** @throws if nothing has begun this query */
export function requirePrefetched(queries: QueryClient, queryKey: QueryKey): void {
  if (!queries.getQueryState(queryKey))
    throw new Error(`The page's prefetch lacks the query ${JSON.stringify(queryKey)}`)
}

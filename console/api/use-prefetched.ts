/** Queries that a page reads from its beginning. */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Passes on a query that the page's `prefetch` has begun. In development it is an error if it has not: the query would
 * wait until the parts of the page around it are shown.
 */
export function usePrefetched<Query extends { queryKey: QueryKey }>(query: Query): Query {
  const queries = useQueryClient()
  useState(() => import.meta.env.DEV && requirePrefetched(queries, query.queryKey))
  return query
}

/** @throws if nothing has begun this query */
export function requirePrefetched(queries: QueryClient, queryKey: QueryKey): void {
  if (!queries.getQueryState(queryKey))
    throw new Error(`The page's prefetch lacks the query ${JSON.stringify(queryKey)}`)
}

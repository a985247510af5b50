/** Queries that a page reads from its beginning. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requirePrefetched } from './require-prefetched.ts'

/**
 * Passes on a query that the page's `prefetch` has begun. In development it is an error if it has not: the query would
 * wait until the parts of the page around it are shown.
 */
export function usePrefetched<Query extends { queryKey: QueryKey }>(query: Query): Query {
  const queries = useQueryClient()
  useState(() => import.meta.env.DEV && requirePrefetched(queries, query.queryKey))
  return query
}

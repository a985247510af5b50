/** What a page reads without having begun it is an error. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { requirePrefetched } from './require-prefetched.ts'

test('a query that a page has begun passes, another is an error that names it', () => {
  const queries = new QueryClient()
  void queries.prefetchQuery({ queryKey: ['note', 'n_1'], queryFn: () => 'read' })
  requirePrefetched(queries, ['note', 'n_1'])
  assert.throws(() => requirePrefetched(queries, ['note', 'n_2']), /lacks the query \["note","n_2"\]/)
  queries.clear()
})

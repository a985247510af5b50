/** A page is loaded with its file, and what it reads is begun by the same file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { requirePrefetched } from './api/use-prefetched.ts'
import { pageFile } from './page-file.ts'

const note = (id: string) => ({ queryKey: ['note', id], queryFn: async () => id })

test('the loader waits for the file, then begins what the page reads; a loaded page begins at once', async () => {
  const queries = new QueryClient()
  let imports = 0
  const file = pageFile(async () => {
    imports += 1
    return { Page: () => null, prefetch: (client: QueryClient, id: string) => void client.prefetchQuery(note(id)) }
  })
  await file.loader({ context: { queries } }, 'n_1')
  requirePrefetched(queries, ['note', 'n_1'])
  void file.loader({ context: { queries } }, 'n_2')
  requirePrefetched(queries, ['note', 'n_2'])
  assert.equal(imports, 1)
  queries.clear()
})

test('a query that no page has begun is an error that names it', () => {
  const queries = new QueryClient()
  assert.throws(() => requirePrefetched(queries, ['note', 'n_1']), /lacks the query \["note","n_1"\]/)
})

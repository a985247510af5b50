/** Search (decision 44; an extension of the specification). */
import type { Api } from '../../platform/http/api.ts'
import * as operations from './operations.ts'
import { readFilters } from './read-filters.ts'
import type { SearchBody } from './schemas.ts'
import { type Searching, type SearchRequest, search } from './search.ts'

export function searchRoutes(api: Api, context: Searching) {
  api.post(
    '/api/v1/search',
    { config: { scope: 'read', bodyRequired: true }, schema: operations.search },
    async ({ caller, body }) => {
      const request = readRequest(body)
      const { cursor, hits } = await search(context, caller, request)
      return { page_info: { cursor, page_size: request.size }, data: hits }
    },
  )
}

function readRequest({ query, filters, order_by, pagination }: SearchBody): SearchRequest {
  return {
    query,
    filters: readFilters(filters),
    order: order_by ?? 'relevance',
    size: pagination?.page_size ?? 20,
    cursor: pagination?.cursor ?? null,
  }
}

/** Filters as a request has them, for a search. *Pure.* */
import type { Static } from 'typebox'
import { parseDateFilter } from '../../platform/time.ts'
import type { SearchFilters as GivenFilters } from './schemas.ts'
import type { SearchRequest } from './search.ts'

export function readFilters(given: Static<typeof GivenFilters> | null | undefined): SearchRequest['filters'] {
  const { start_at, end_at, ...others } = given ?? {}
  return {
    ...others,
    start_at: start_at == null ? null : parseDateFilter(start_at)!.from,
    end_at: end_at == null ? null : parseDateFilter(end_at)!.until,
  }
}

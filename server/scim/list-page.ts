/** Pages by number, as SCIM has them (RFC 7644, 3.4.2.4). *Pure.* */
import { invalidValue } from './scim-errors.ts'

export type ListPage = { startIndex: number; count: number }

const usualCount = 100
/** What PostgreSQL can skip. */
const mostStart = 2_147_483_647

/**
 * Both are 1 and 100 if absent. What is beyond the bounds counts as the bound, as SCIM has it.
 * @param most  resources in a page
 * @throws {ApiError} 400 for what is no whole number
 */
export function readListPage({ startIndex, count }: { startIndex?: string; count?: string }, most: number): ListPage {
  return {
    startIndex: Math.min(Math.max(readWhole(startIndex, 'startIndex', 1), 1), mostStart),
    count: Math.min(Math.max(readWhole(count, 'count', usualCount), 0), most),
  }
}

function readWhole(text: string | undefined, name: string, usual: number): number {
  if (text === undefined) return usual
  if (!/^[+-]?\d{1,15}$/.test(text)) throw invalidValue(`query.${name}`, 'must be a whole number')
  return Number(text)
}

export const listOf = <Resource>(resources: Resource[], totalResults = resources.length, startIndex = 1) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  ...{ totalResults, startIndex, itemsPerPage: resources.length, Resources: resources },
})

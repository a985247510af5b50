/** SCIM's pages, by start index and count (RFC 7644, 3.4.2.4). *Pure.* */
import { invalidValue } from './scim-errors.ts'

export type ListPage = { startIndex: number; count: number }

const usualCount = 100
/** The largest offset in a list. */
const maxStart = 2_147_483_647

/**
 * The defaults are 1 and 100. As SCIM requires, a value out of bounds counts as the bound.
 * @param most  resources in a page
 * @throws {ApiError} 400 if it is not a whole number
 */
export function readListPage({ startIndex, count }: { startIndex?: string; count?: string }, most: number): ListPage {
  return {
    startIndex: Math.min(Math.max(readWhole(startIndex, 'startIndex', 1), 1), maxStart),
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
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Where a page of a search ended, and what its order was counted from, so that the next page neither repeats nor moves a hit. *Pure.* */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import Value from 'typebox/value'
import { ApiError } from '../platform/errors.ts'
import type { Counts } from './rank-documents.ts'

export type SearchOrder = 'relevance' | 'newest'

/** A document in the order of documents, or a passage within a batch of them; `at` in milliseconds since 1970. */
export type Position = {
  /** Documents written later are not in this search any more. */
  newest: number
  counts: Counts
  /** The last document of the batch before; null in the first one. */
  batchAfter: { key: number; id: number } | null
  /** The last passage shown of this batch; null if none was. */
  after: { key: number; document: number; number: number } | null
}

type Search = { query: string; scope: object; order: SearchOrder }

export function writeCursor(search: Search, position: Position): string {
  const { newest, counts, batchAfter, after } = position
  const values = [newest, counts.documents, counts.having, batchAfter && [batchAfter.key, batchAfter.id]]
  const text = JSON.stringify([...values, after && [after.key, after.document, after.number]])
  return Buffer.from(`${digest(search, text)}${text}`).toString('base64url')
}

/** @throws {ApiError} 400 for anything that `writeCursor` did not make for this search */
export function readCursor(search: Search, cursor: string): Position {
  const whole = Buffer.from(cursor, 'base64url').toString()
  const text = whole.slice(digestLength)
  if (whole.slice(0, digestLength) !== digest(search, text)) throw new ApiError(400, 'Invalid cursor')
  const values = parse(text)
  if (!Value.Check(Values, values)) throw new ApiError(400, 'Invalid cursor')
  const [newest, documents, having, batchAfter, after] = values
  return {
    ...{ newest, counts: { documents, having } },
    batchAfter: batchAfter && { key: batchAfter[0]!, id: batchAfter[1]! },
    after: after && { key: after[0]!, document: after[1]!, number: after[2]! },
  }
}

/** @returns undefined for what is not JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Numbers = (length: number) =>
  Type.Union([Type.Null(), Type.Array(Type.Number(), { minItems: length, maxItems: length })])
const Values = Type.Tuple([
  Type.Number(),
  Type.Number(),
  Type.Array(Type.Union([Type.Null(), Type.Number()])),
  Numbers(2),
  Numbers(3),
])

const digestLength = 12

/** Against mistakes, not against forgers: what a cursor says opens nothing. */
function digest({ query, scope, order }: Search, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, scope, order, text]))
    .digest('base64url')
    .slice(0, digestLength)
}

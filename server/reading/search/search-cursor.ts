/**
 * Where a page of a search ended, and the counts that its scores came from. With these the next page scores as the first did,
 * and no hit is repeated or left out. *Pure.*
 */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import { Check } from 'typebox/schema'
import { ApiError } from '../../platform/errors.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { Meaning } from './meaning/meanings.ts'
import type { Counts } from './rank-documents.ts'

export type SearchOrder = 'relevance' | 'newest'

/** What a search knows of its query's meaning, and the last vectors that its first page could use. */
export type KnownMeaning = Meaning & { newest: number }

export type Position = {
  /** The highest document number on the first page: documents with a higher one were written later, and are left out. */
  newest: number
  counts: Counts
  /** Null if words alone decide. */
  meaning: KnownMeaning | null
  /** The last document of the previous batch; null in the first batch. */
  batchAfter: { key: number; id: number } | null
  /** The last passage of this batch that was shown; null if none was. */
  after: { key: number; document: number; number: number } | null
}

type Search = { query: string; filters: object; order: SearchOrder }

export function writeCursor(search: Search, position: Position): string {
  const { newest, counts, meaning, batchAfter, after } = position
  const text = JSON.stringify([
    newest,
    counts.documents,
    counts.withWord,
    meaning && [meaning.model, Buffer.from(meaning.vector.buffer).toString('base64'), meaning.newest],
    batchAfter && [batchAfter.key, batchAfter.id],
    after && [after.key, after.document, after.number],
  ])
  return Buffer.from(`${digest(search, text)}${text}`).toString('base64url')
}

/** @throws {ApiError} 400 for anything that `writeCursor` did not make for this search */
export function readCursor(search: Search, cursor: string): Position {
  const whole = Buffer.from(cursor, 'base64url').toString()
  const text = whole.slice(digestLength)
  if (whole.slice(0, digestLength) !== digest(search, text)) throw new ApiError(400, 'Invalid cursor')
  const values = parseJson(text)
  if (!Check(Values, values)) throw new ApiError(400, 'Invalid cursor')
  const [newest, documents, withWord, meaning, batchAfter, after] = values
  return {
    newest,
    counts: { documents, withWord },
    meaning: meaning && {
      model: meaning[0],
      vector: new Int8Array(Buffer.from(meaning[1], 'base64')),
      newest: meaning[2],
    },
    batchAfter: batchAfter && { key: batchAfter[0]!, id: batchAfter[1]! },
    after: after && { key: after[0]!, document: after[1]!, number: after[2]! },
  }
}

const Numbers = (length: number) =>
  Type.Union([Type.Null(), Type.Array(Type.Number(), { minItems: length, maxItems: length })])
const Values = Type.Tuple([
  Type.Number(),
  Type.Number(),
  Type.Array(Type.Union([Type.Null(), Type.Number()])),
  Type.Union([Type.Null(), Type.Tuple([Type.String(), Type.String(), Type.Integer()])]),
  Numbers(2),
  Numbers(3),
])

const digestLength = 12

/** Finds mistakes, not forgeries: a forged cursor shows nothing that the caller does not see. */
function digest({ query, filters, order }: Search, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, filters, order, text]))
    .digest('base64url')
    .slice(0, digestLength)
}

/**
 * Where a page of a search ended, and the counts that its scores came from. With these the next page scores as the first did,
 * and no hit is repeated or left out. *Pure.*
 */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import { Check } from 'typebox/schema'
import { ApiError } from '../../platform/errors.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { isStorable } from '../../platform/text.ts'
import { isStorableTime } from '../../platform/time.ts'
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
  batchAfter: Place | null
  /** The last document of this batch, which may have fewer or more by then; null if none of its passages was shown. */
  batchTo: Place | null
  /** The last passage of this batch that was shown; null if none was. */
  after: { key: number; document: number; number: number } | null
}

/** Of a document in the order of a search. */
export type Place = { key: number; id: number }

type Search = { query: string; filters: object; order: SearchOrder }

export function writeCursor(search: Search, position: Position): string {
  const { newest, counts, meaning, batchAfter, batchTo, after } = position
  const place = (of: Place | null) => of && [of.key, of.id]
  const text = JSON.stringify([
    newest,
    counts.documents,
    counts.withWord,
    meaning && [meaning.model, Buffer.from(meaning.vector.buffer).toString('base64'), meaning.newest],
    place(batchAfter),
    place(batchTo),
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
  const [newest, documents, withWord, meaning, batchAfter, batchTo, after] = values
  const isTime = (place: [number, number] | null) => !place || isStorableTime(new Date(place[0]))
  const isOurs = search.order !== 'newest' || (isTime(batchAfter) && isTime(batchTo))
  if (!isOurs || !isStorable(meaning?.[0] ?? '')) throw new ApiError(400, 'Invalid cursor')
  const place = (of: [number, number] | null) => of && { key: of[0], id: of[1] }
  return {
    newest,
    counts: { documents, withWord },
    meaning: meaning && {
      model: meaning[0],
      vector: new Int8Array(Buffer.from(meaning[1], 'base64')),
      newest: meaning[2],
    },
    batchAfter: place(batchAfter),
    batchTo: place(batchTo),
    after: after && { key: after[0], document: after[1], number: after[2] },
  }
}

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const PlaceValues = Type.Union([Type.Null(), Type.Tuple([Type.Number(), Count])])
const Values = Type.Tuple([
  Count,
  Count,
  Type.Array(Type.Union([Type.Null(), Count])),
  Type.Union([Type.Null(), Type.Tuple([Type.String(), Type.String(), Count])]),
  PlaceValues,
  PlaceValues,
  Type.Union([Type.Null(), Type.Tuple([Type.Number(), Count, Count])]),
])

const digestLength = 12

/** Finds mistakes, not forgeries: a forged cursor shows nothing that the caller does not see. */
function digest({ query, filters, order }: Search, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, filters, order, text]))
    .digest('base64url')
    .slice(0, digestLength)
}

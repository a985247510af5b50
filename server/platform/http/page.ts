/** Pages of a list: a keyset on (time, id), newest first, so that nothing is skipped or repeated (decision 10). */
import { crc32 } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import { ApiError } from '../errors.ts'
import { isStorable } from '../text.ts'
import { isStorableTime } from '../time.ts'

/** Where a page ended: the last row's time and id. */
export type PagePosition = { time: Date; id: string }

/** One page, and the cursor of the next. */
export type Page<Row> = { info: { cursor: string | null; page_size: number }; rows: Row[] }

/** The page that a caller requests: 1 to 50 rows, after a cursor or from the start. */
export type PageRequest = { size: number; after: PagePosition | null }

/**
 * The limit of a list's statement: at least one row more than the page holds, which tells whether another page follows.
 * It is written into the statement, because a kept plan must know its limit. There are two sizes, so that there are few
 * statements.
 */
export const limitOf = (page: PageRequest): RawBuilder<number> => sql.lit(rowsOf(page))

export const rowsOf = ({ size }: PageRequest): number => (size <= 20 ? 20 : 50) + 1

/**
 * A cursor is opaque to callers: the kind of list, the time in milliseconds and the id of the last row, and a checksum,
 * so that a damaged cursor is refused instead of leading to another row. It never expires.
 * @param list  the kind of list, so that a cursor of another kind is refused
 */
export function encodeCursor(list: string, { time, id }: PagePosition): string {
  const text = `${list}.${time.getTime()}.${id}`
  return Buffer.from(`${crc32(text).toString(36)}.${text}`).toString('base64url')
}

/** @throws {ApiError} 400 `Invalid cursor` for anything that `encodeCursor` did not make for this kind of list */
export function decodeCursor(list: string, cursor: string): PagePosition {
  const text = Buffer.from(cursor, 'base64url').toString()
  const found = /^[a-z0-9]+\.([a-z_]+)\.(-?\d{1,15})\.(.+)$/su.exec(text)
  const position = found && { time: new Date(Number(found[2])), id: found[3]! }
  if (
    !position ||
    !isStorableTime(position.time) ||
    found[1] !== list ||
    !isStorable(position.id) ||
    encodeCursor(list, position) !== cursor
  ) {
    throw new ApiError(400, 'Invalid cursor')
  }
  return position
}

/** Reads the `pagination` object of a request, or the same two fields of a query string (spec 2.6). */
export function readPageRequest(
  list: string,
  pagination: { cursor?: string | null; page_size?: number | null } | null | undefined,
): PageRequest {
  const cursor = pagination?.cursor
  return { size: pagination?.page_size ?? 20, after: cursor == null ? null : decodeCursor(list, cursor) }
}

/** Cuts off the rows beyond the page and makes the cursor; `null` when no row follows, also for a full last page. */
export function toPage<Row>(
  list: string,
  page: PageRequest,
  rows: Row[],
  position: (row: Row) => PagePosition,
): Page<Row> {
  const shown = rows.slice(0, page.size)
  const last = rows.length > page.size ? shown.at(-1) : undefined
  return { info: { cursor: last ? encodeCursor(list, position(last)) : null, page_size: page.size }, rows: shown }
}

/** The rows that come after a position in newest-first order: one index range, whatever the page. */
export function isAfter(time: string, id: string, after: PagePosition): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) < (${after.time}::timestamptz, ${after.id}::text)`
}

const PageInfo = Type.Object(
  {
    cursor: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Send it as `cursor` to get the next page; null when there is none.',
      }),
    ),
    page_size: Type.Integer({ description: 'The page size that was used.' }),
  },
  { $id: 'PageInfo', description: 'Where a page ends (spec 2.5).', examples: [{ cursor: null, page_size: 20 }] },
)

/** The usual shape of a list's answer (spec 4.1). */
export function PageOf<Item extends TSchema>(item: Item) {
  return Type.Object({ page_info: PageInfo, data: Type.Array(item) })
}

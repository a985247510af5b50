/** Reads a table page by page, in the order of its key. */
import { type RawBuilder, sql } from 'kysely'

const rowsInPage = 500

/**
 * @param key    the columns of the order, which together identify a row
 * @param fetch  reads rows by a condition, an order and a limit
 */
export async function* pages<Row extends object>(
  key: readonly (keyof Row & string)[],
  fetch: (page: { where: RawBuilder<boolean>; limit: number }) => Promise<Row[]>,
  limit = rowsInPage,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const rows = await fetch({ where: last ? isAfter(key, last) : sql<boolean>`true`, limit })
    if (rows.length > 0) yield rows
    last = rows.length === limit ? rows.at(-1) : undefined
  } while (last)
}

function isAfter<Row extends object>(key: readonly (keyof Row & string)[], last: Row): RawBuilder<boolean> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const values = sql.join(key.map((name) => sql`${last[name]}`))
  return sql<boolean>`(${columns}) > (${values})`
}

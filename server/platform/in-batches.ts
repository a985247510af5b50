/** Splits rows into batches that fit a limit. *Pure.* */

export type BatchLimits = { size: number; rows?: number }

/**
 * Keeps all rows in their order. A row that is larger than a batch is a batch of its own.
 * @param sizeOf  the size of a row, in the unit of `size`
 */
export function* inBatches<Row>(
  rows: Iterable<Row>,
  sizeOf: (row: Row) => number,
  { size: maxSize, rows: maxRows = Infinity }: BatchLimits,
): Generator<Row[]> {
  let batch: Row[] = []
  let size = 0
  for (const row of rows) {
    const rowSize = sizeOf(row)
    size += rowSize
    if (batch.length === maxRows || (batch.length > 0 && size > maxSize)) {
      yield batch
      batch = []
      size = rowSize
    }
    batch.push(row)
  }
  if (batch.length > 0) yield batch
}

/** Rows in batches for one statement each. *Pure.* */

/** Each body may hold a whole transcript: hundreds are too many for a statement, and thousands too many for memory. */
export const mostRows = 500
export const mostCharacters = 4_194_304

/** Keeps all rows in their order; a body that is larger than a batch is a batch of its own. */
export function* inBatches<Row extends { body: string }>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  let characters = 0
  for (const row of rows) {
    if (batch.length === mostRows || (batch.length > 0 && characters + row.body.length > mostCharacters)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(row)
    characters += row.body.length
  }
  if (batch.length > 0) yield batch
}

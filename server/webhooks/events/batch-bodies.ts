/** Rows with bodies, in batches for one statement each. *Pure.* */
import { inBatches } from '../../platform/in-batches.ts'

/** Each body may hold a whole transcript: hundreds are too many for a statement, and thousands too many for memory. */
export const maxRows = 500
export const maxCharacters = 4_194_304

export const bodiesInBatches = <Row extends { body: string }>(rows: Iterable<Row>): Generator<Row[]> =>
  inBatches(rows, ({ body }) => body.length, { size: maxCharacters, rows: maxRows })

/** Reads the vectors of passages that a search has found by their words. */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Meaning } from './meanings.ts'
import { keyOf, type NumberedPassage, vectorVersion } from './vectors.ts'

/** @returns the number of the last vectors that were written: later pages of the search use no others */
export async function newestVectors(tx: Tx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ newest: string }>`
    select coalesce(max(number), 0) as newest from search_vectors where workspace_id = ${workspaceId}`.execute(tx)
  return Number(rows[0]!.newest)
}

/** @returns by `keyOf`, those of the model that read the query */
export async function readVectors(
  tx: Tx,
  workspaceId: string,
  { model, vector, newest }: Meaning & { newest: number },
  passages: NumberedPassage[],
): Promise<Map<string, Int8Array>> {
  const { rows } = await sql<{ document: string; number: number; vector: Buffer }>`
    select wanted.document, wanted.number, substr(vectors, wanted.number * dimensions + 1, dimensions) as vector
    from unnest(${passages.map(({ document }) => document)}::bigint[], ${passages.map(({ number }) => number)}::int[])
      wanted (document, number)
    join search_vectors vectors on vectors.workspace_id = ${workspaceId} and vectors.document = wanted.document
    where model = ${model} and version = ${vectorVersion} and dimensions = ${vector.length}
      and vectors.number <= ${newest}::bigint`.execute(tx)
  return new Map(
    rows.map(({ document, number, vector }) => [keyOf({ document: Number(document), number }), new Int8Array(vector)]),
  )
}

/**
 * What queries mean, as vectors, and those of the passages that were found by their words. If the model fails or is slow,
 * words alone decide: a search never fails with it.
 */

import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Embedder, TextRefusedError } from '../../../making/engines/embedder.ts'
import { keyOf, type NumberedPassage } from '../../../meetings/text-index/passages.ts'
import { EngineError } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { packVector, vectorVersion } from './vectors.ts'

/** Of a query, by this model. */
export type Meaning = { model: string; vector: Int8Array }

/** Somebody waits for the search; and they need not wait again at once for a model that has just failed. */
export const meaningLimits = { waitSeconds: 1, pauseSeconds: 10 }

export class Meanings {
  readonly #embedder: Embedder
  readonly #log: Pick<Logger, 'warn'>
  #isPaused = false

  constructor(embedder: Embedder, log: Pick<Logger, 'warn'>) {
    this.#embedder = embedder
    this.#log = log
  }

  async of(query: string): Promise<Meaning | null> {
    if (this.#isPaused) return null
    const call = { timeoutSeconds: meaningLimits.waitSeconds, signal: new AbortController().signal }
    try {
      const [vector] = await this.#embedder.embed([query], call)
      return { model: this.#embedder.name, vector: packVector(vector!) }
    } catch (error) {
      if (error instanceof TextRefusedError && !error.retryable) return null
      if (!(error instanceof EngineError)) throw error
      this.#log.warn(
        { reason: error.message, cause: (error.cause as Error | undefined)?.message },
        'Searches go by words alone for a moment',
      )
      this.#isPaused = true
      setTimeout(() => {
        this.#isPaused = false
      }, meaningLimits.pauseSeconds * 1_000).unref()
      return null
    }
  }
}

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

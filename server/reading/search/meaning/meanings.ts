/** What queries mean, as vectors. If the model fails or is slow, words alone decide: a search never fails with it. */

import type { Logger } from 'pino'
import { type Embedder, TextRefusedError } from '../../../making/engines/embedder.ts'
import { EngineError } from '../../../platform/errors.ts'
import { packVector } from './vectors.ts'

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

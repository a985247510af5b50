/** The computations of a search: large ones in a thread, small ones on the event loop, as a thread takes time to start. */

import { type Caller, type Reader, sharerOf } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ResourceLimitError, serviceBusy } from '../../platform/errors.ts'
import { type Postings, type RankedTerm, type Ranking, rankDocuments } from './rank-documents.ts'
import { type FoundPassage, type PackedDocument, type Scoring, scoreDocuments } from './score-documents.ts'
import { type ShownPassage, showPassages } from './show-passages.ts'

/** Bytes of the index, and characters of passages. Computing with so many takes about 10 ms. */
export const loopLimits = { bytes: 250_000, characters: 150_000 }
const seconds = 30

export type Searcher = Reader & Partial<Pick<Caller, 'via'>>

/** Who searches, where resources are shared. Without a request they are their own sharer. */
export const searchSharerOf = ({ workspace, user, via }: Searcher) => sharerOf(workspace.id, via?.userId ?? user.id)

export class Computations {
  readonly #threads: Context['threads']
  readonly #sharer: string

  constructor(threads: Context['threads'], searcher: Searcher) {
    this.#threads = threads
    this.#sharer = searchSharerOf(searcher)
  }

  async rank(terms: RankedTerm[], postings: Postings, ranking: Ranking): Promise<ReturnType<typeof rankDocuments>> {
    const bytes = postings.lists.reduce((sum, list) => sum + (list?.length ?? 0), postings.seen.length)
    if (bytes <= loopLimits.bytes) return rankDocuments(terms, postings, ranking)
    return this.#run<typeof rankDocuments>(new URL('./rank-documents.ts', import.meta.url), rankDocuments.name, [
      terms,
      postings,
      ranking,
    ])
  }

  async score(documents: PackedDocument[], scoring: Scoring): Promise<FoundPassage[]> {
    const bytes = documents.reduce((sum, { layout, positions }) => sum + layout.length + positions.length, 0)
    if (bytes * repeatsIn(scoring) <= loopLimits.bytes) return scoreDocuments(documents, scoring)
    return this.#run<typeof scoreDocuments>(new URL('./score-documents.ts', import.meta.url), scoreDocuments.name, [
      documents,
      scoring,
    ])
  }

  async show(passages: ShownPassage[]): Promise<ReturnType<typeof showPassages>> {
    const characters = passages.reduce((sum, { text }) => sum + text.length, 0)
    if (characters <= loopLimits.characters) return showPassages(passages)
    return this.#run<typeof showPassages>(new URL('./show-passages.ts', import.meta.url), showPassages.name, [passages])
  }

  // biome-ignore lint/suspicious/noExplicitAny: one of the three
  async #run<Does extends (...args: any[]) => unknown>(module: URL, name: string, args: Parameters<Does>) {
    try {
      const task = { module, name, seconds }
      return await this.#threads.run<Does>(task, args, { sharer: this.#sharer })
    } catch (error) {
      throw error instanceof ResourceLimitError ? serviceBusy(5) : error
    }
  }
}

/** How often a phrase compares the same positions: sixty times for sixty equal words. */
const repeatsIn = ({ terms }: Scoring) => Math.max(1, ...terms.map(({ words }) => words.length / new Set(words).size))

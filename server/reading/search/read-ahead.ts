/**
 * Reads what the index has of documents, in their order, ever more of them at once: the first batch fills most pages, but
 * a phrase of common words may be in none of 8,000 documents. All documents of a bundle cost little more than one of them.
 */
import { sql } from 'kysely'
import { wordsIn } from '../../meetings/text-index/layout.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import type { FoundQuery } from './find-words.ts'
import { bytesOfPositions, type Place, readPlaces, readPositions } from './read-positions.ts'
import type { OrderedDocument, PackedDocument } from './score-documents.ts'

/** What is read at once: documents, at first and at most, and the bytes that they may have. */
export const readLimits = { first: 50, documents: 1_000, bytes: 16_000_000 }
const growth = 4

type Wanted = { workspaceId: string; query: FoundQuery; words: Set<number>; speaker: string | null }

export class ReadAhead {
  readonly #tx: Tx
  readonly #wanted: Wanted
  readonly #documents: OrderedDocument[]
  readonly #read = new Map<number, PackedDocument>()
  #next = 0
  #most = readLimits.first

  /** @param documents  all that may be taken, in this order */
  constructor(tx: Tx, wanted: Wanted, documents: OrderedDocument[]) {
    this.#tx = tx
    this.#wanted = wanted
    this.#documents = documents
  }

  /** @param some  the next ones. @returns them, in several parts if they are large */
  async *take(some: OrderedDocument[]): AsyncGenerator<PackedDocument[]> {
    let part: PackedDocument[] = []
    for (const { id } of some) {
      if (!this.#read.has(id)) {
        if (part.length > 0) yield part
        part = []
        await this.#readOn()
      }
      part.push(this.#read.get(id)!)
      this.#read.delete(id)
    }
    if (part.length > 0) yield part
  }

  async #readOn(): Promise<void> {
    const { workspaceId, query, words, speaker } = this.#wanted
    const next = this.#documents.slice(this.#next, this.#next + this.#most)
    const known = await readPlaces(this.#tx, workspaceId, idsOf(next))
    const sizeOf = ({ id }: OrderedDocument) => sizeIn(known.get(id)!, query)
    const [documents] = inBatches(next, sizeOf, { size: readLimits.bytes })
    const places = new Map(documents!.map(({ id }) => [id, known.get(id)!]))
    const positions = await readPositions(this.#tx, workspaceId, places, query, words)
    const spoken = speaker === null ? null : await spokenBy(this.#tx, workspaceId, speaker, idsOf(documents!))
    for (const document of documents!) {
      this.#read.set(document.id, {
        ...document,
        layout: places.get(document.id)!.layout,
        positions: positions.get(document.id) ?? Buffer.alloc(0),
        speakers: spoken && (spoken.get(document.id) ?? new Map()),
      })
    }
    this.#next += documents!.length
    this.#most = Math.min(growth * this.#most, readLimits.documents)
  }
}

const idsOf = (documents: OrderedDocument[]) => documents.map(({ id }) => id)

const sizeIn = ({ layout }: Place, query: FoundQuery) => bytesOfPositions(query, wordsIn(layout)) + layout.length

/** @returns by the number of the document, and then of the passage: who of its speakers has this name */
async function spokenBy(
  tx: Tx,
  workspaceId: string,
  speaker: string,
  ids: number[],
): Promise<Map<number, Map<number, number[]>>> {
  const { rows } = await sql<{ document: string; number: number; speakers: string[] }>`
    select document, number, speakers from search_passages
    where workspace_id = ${workspaceId} and document = any(${ids}::bigint[]) and speakers <> '{}'`.execute(tx)
  const wanted = foldCase(speaker)
  const spoken = rows
    .map((row) => ({ ...row, by: row.speakers.flatMap((each, index) => (foldCase(each) === wanted ? [index] : [])) }))
    .filter(({ by }) => by.length > 0)
  const byDocument = Map.groupBy(spoken, ({ document }) => Number(document))
  return new Map(byDocument.entries().map(([id, some]) => [id, new Map(some.map(({ number, by }) => [number, by]))]))
}

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
import { bytesOfPositions, type IndexRow, readIndexRows, readPositions } from './read-positions.ts'
import type { OrderedDocument, PackedDocument } from './score-documents.ts'

export const readLimits = {
  /** Documents that are read at first, and at most. */
  first: 50,
  documents: 1_000,
  /** Of their positions and layouts, as `bytesOfPositions` estimates them. */
  bytes: 16_000_000,
  /** What is scored at once: a thread has 256 MiB. */
  scoredBytes: 4_000_000,
}
const growth = 2

/** `words`: the numbers of those whose positions are read. */
type Asked = { workspaceId: string; query: FoundQuery; words: Set<number>; speaker: string | null }

type ReadDocument = Omit<PackedDocument, 'speakers'>

export class ReadAhead {
  readonly #tx: Tx
  readonly #asked: Asked
  readonly #documents: OrderedDocument[]
  readonly #read = new Map<number, ReadDocument>()
  #next = 0
  #count = readLimits.first

  /** @param documents  all that may be taken, in this order */
  constructor(tx: Tx, asked: Asked, documents: OrderedDocument[]) {
    this.#tx = tx
    this.#asked = asked
    this.#documents = documents
  }

  /**
   * @param some  the next ones
   * @returns them, in several parts if they are large: the same parts however much was read at once, because a passage's
   *   score may depend on its part (score-again.ts)
   */
  async *take(some: OrderedDocument[]): AsyncGenerator<PackedDocument[]> {
    let [part, bytes]: [ReadDocument[], number] = [[], 0]
    for (const { id } of some) {
      if (!this.#read.has(id)) await this.#readOn()
      const document = this.#read.get(id)!
      this.#read.delete(id)
      const size = document.layout.length + document.positions.length
      if (part.length > 0 && bytes + size > readLimits.scoredBytes) {
        yield this.#withSpeakers(part)
        ;[part, bytes] = [[], 0]
      }
      part.push(document)
      bytes += size
    }
    if (part.length > 0) yield this.#withSpeakers(part)
  }

  async #readOn(): Promise<void> {
    const { workspaceId, query, words } = this.#asked
    const next = this.#documents.slice(this.#next, this.#next + this.#count)
    const rows = await readIndexRows(this.#tx, workspaceId, idsOf(next), readLimits.bytes)
    const sizeOf = ([, { layout }]: [number, IndexRow]) =>
      layout.length + bytesOfPositions(query, words, wordsIn(layout))
    const [fitting] = inBatches(rows, sizeOf, { size: readLimits.bytes })
    const documents = new Map(fitting)
    const positions = await readPositions(this.#tx, workspaceId, documents, query, words)
    for (const document of next.slice(0, documents.size)) {
      const { id } = document
      const { layout } = documents.get(id)!
      this.#read.set(id, { ...document, layout, positions: positions.get(id) ?? Buffer.alloc(0) })
    }
    this.#next += documents.size
    const allFit = documents.size === next.length
    this.#count = allFit ? Math.min(growth * documents.size, readLimits.documents) : documents.size
  }

  async #withSpeakers(documents: ReadDocument[]): Promise<PackedDocument[]> {
    const { workspaceId, speaker } = this.#asked
    const spoken = speaker === null ? null : await spokenBy(this.#tx, workspaceId, speaker, idsOf(documents))
    return documents.map((document) => ({ ...document, speakers: spoken && (spoken.get(document.id) ?? new Map()) }))
  }
}

const idsOf = (documents: { id: number }[]) => documents.map(({ id }) => id)

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

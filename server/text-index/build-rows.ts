/** Rows of the index for some documents, as JSON texts that PostgreSQL reads. */
import { yieldToLoop } from '../platform/yield-to-loop.ts'
import type { StoredAiNotes, StoredTranscript } from '../tables.ts'
import { buildDocument, whole } from './build-document.ts'
import {
  agendaPassages,
  aiNotesPassages,
  itemPassage,
  type Passage,
  titlePassage,
  transcriptPassages,
} from './passages.ts'

/** The texts of a thing; agendas, AI notes and transcripts as stored JSON. */
export type Source =
  | { kind: 'note'; title: string; agenda: string }
  | { kind: 'recording'; title: string; aiNotes: string | null; transcript: string | null }
  | { kind: 'item'; text: string }

/** Rows name their document by its index in the sources, and are in several texts of limited length. The first part has the passages. */
export type Rows = { layouts: Uint8Array[]; passages: string[]; words: string[] }

/** In steps, for short texts are indexed on the event loop. Long ones are in a thread, which returns texts at little cost. */
export async function buildRows(sources: Source[], part = whole): Promise<Rows> {
  const [layouts, passages, words] = [[] as Uint8Array[], new JsonRows(), new JsonRows()]
  for (const [document, source] of sources.entries()) {
    const built = await buildDocument(source.kind, passagesOf(source), part)
    layouts.push(built.layout)
    const shown = part.index === 0 ? built.passages : []
    for (const [number, { segments: _, ...passage }] of shown.entries())
      await passages.add({ document, number, ...passage })
    for (const { positions, ...word } of built.words) {
      await words.add({ document, ...word, positions: `\\x${positions.toString('hex')}` })
    }
  }
  return { layouts, passages: passages.texts(), words: words.texts() }
}

function passagesOf(source: Source): Passage[] {
  if (source.kind === 'item') return [itemPassage(source.text)]
  if (source.kind === 'note') return [titlePassage(source.title), ...agendaPassages(JSON.parse(source.agenda))]
  const notes: StoredAiNotes | null = source.aiNotes === null ? null : JSON.parse(source.aiNotes)
  const transcript: StoredTranscript | null = source.transcript === null ? null : JSON.parse(source.transcript)
  return [
    titlePassage(source.title),
    ...(notes ? aiNotesPassages(notes) : []),
    ...transcriptPassages(transcript?.speech_segments ?? []),
  ]
}

/** Characters of one text; a statement with more would hold the event loop. */
const maxText = 500_000

class JsonRows {
  readonly #texts: string[] = []
  #rows: string[] = []
  #length = 0

  async add(row: object): Promise<void> {
    const text = JSON.stringify(row)
    if (this.#length > 0 && this.#length + text.length > maxText) {
      this.#end()
      await yieldToLoop()
    }
    this.#rows.push(text)
    this.#length += text.length
  }

  texts(): string[] {
    if (this.#length > 0) this.#end()
    return this.#texts
  }

  #end(): void {
    this.#texts.push(`[${this.#rows.join(',')}]`)
    this.#rows = []
    this.#length = 0
  }
}

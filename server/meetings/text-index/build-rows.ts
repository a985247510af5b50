/** Rows of the index for some documents, as JSON texts that PostgreSQL reads. */

import type { StoredAiNotes, StoredTranscript } from '../../platform/postgres/column-types.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { buildDocument, whole } from './build-document.ts'
import {
  agendaPassages,
  aiNotesPassages,
  decisionPassage,
  itemPassage,
  type Passage,
  titlePassage,
  transcriptPassages,
} from './passages.ts'
import { postingOf } from './posting.ts'
import { packSegments } from './spoken.ts'

/** The texts of a thing; agendas, AI notes and transcripts as stored JSON. */
export type ThingTexts =
  | { kind: 'note'; title: string; agenda: string }
  | { kind: 'recording'; title: string; aiNotes: string | null; transcript: string | null }
  | { kind: 'item'; text: string }
  | { kind: 'decision'; text: string }

/**
 * The documents of a bundle, by their index in the sources; the words of a bundle are in one language. Recordings share a
 * bundle; other documents have one of their own, because they change often.
 */
export type Bundle = { documents: number[]; language: string; is_single: boolean }

/**
 * Passages name their document, and words their bundle, by its index; both are in several texts of limited length. The
 * first part has the passages.
 */
export type Rows = { layouts: Uint8Array[]; passages: string[]; words: string[] }

type BundledWord = { word: string; spelling: string; postings: number[]; positions: string[] }

/** In steps, for short texts are indexed on the event loop. Long ones are in a thread, which returns texts at little cost. */
export async function buildRows(sources: ThingTexts[], bundles: Bundle[], part = whole): Promise<Rows> {
  const [layouts, passages, words] = [new Array<Uint8Array>(sources.length), new JsonRows(), new JsonRows()]
  for (const [bundle, { documents }] of bundles.entries()) {
    const bundled = new Map<string, BundledWord>()
    for (const [slot, document] of documents.entries()) {
      const source = sources[document]!
      const built = await buildDocument(source.kind, passagesOf(source), part)
      layouts[document] = built.layout
      const shown = part.index === 0 ? built.passages : []
      for (const [number, passage] of shown.entries())
        await passages.add({ document, number, ...passage, segments: packSegments(passage) })
      for (const { word, spelling, weight, positions } of built.words) {
        const known = bundled.get(spelling) ?? { word, spelling, postings: [], positions: [] }
        known.postings.push(postingOf(slot, weight))
        known.positions.push(`\\x${positions.toString('hex')}`)
        bundled.set(spelling, known)
      }
    }
    for (const word of bundled.values()) await words.add({ bundle, ...word })
  }
  return { layouts, passages: passages.texts(), words: words.texts() }
}

function passagesOf(source: ThingTexts): Passage[] {
  if (source.kind === 'item') return [itemPassage(source.text)]
  if (source.kind === 'decision') return [decisionPassage(source.text)]
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

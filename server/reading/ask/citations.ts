/** The citations of an answer: each quote once, numbered in the order in which they are used. *Pure.* */

import type { Quote } from '../../meetings/text-index/locate-quote.ts'
import type { CheckedSentence } from './check-sentence.ts'
import { itemUrl, noteUrl, recapUrl } from './links.ts'
import type { Source } from './read-sources.ts'
import type { Citation } from './schemas.ts'

export class Citations {
  readonly all: Citation[] = []
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** @returns the sentence with its number at the end */
  cite({ text, source, quote }: CheckedSentence): { text: string; citation: Citation } {
    const known = this.all.find((each) => each.quote === quote.text && each.url === this.#urlOf(source, quote))
    const citation = known ?? this.#add(source, quote)
    return { text: `${text} [${citation.n}]`, citation }
  }

  /** The best of what was found, where no model answers. */
  citeExcerpt(source: Source): void {
    this.#add(source, source.excerpt)
  }

  #add(source: Source, quote: Quote): Citation {
    const { kind, note_id, recording_id, action_item_id, decision, title, event_start } = source
    const { speaker, start_time } = quote.line
    const citation: Citation = {
      n: this.all.length + 1,
      ...{
        kind,
        note_id,
        recording_id,
        action_item_id,
        decision,
        title,
        event_start,
        speaker: speaker || null,
        start_time,
      },
      quote: quote.text,
      url: this.#urlOf(source, quote),
    }
    this.all.push(citation)
    return citation
  }

  #urlOf({ note_id, sees_note, recording_id, action_item_id }: Source, { line }: Quote): string {
    if (recording_id !== null) return recapUrl(this.#origin, recording_id, line.start_time)
    return action_item_id === null ? noteUrl(this.#origin, note_id!) : itemUrl(this.#origin, note_id, sees_note)
  }
}

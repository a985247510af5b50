/** Metrics of written notes: the writer, and the usage of the language model. */
import { Counter } from 'prom-client'
import type { Metrics } from '../../platform/metrics.ts'
import type { NoteWriter, WrittenNotes } from '../engines.ts'

/** @returns a function that wraps a writer and counts its notes */
export function measureNotes({ registry }: Metrics): (writer: NoteWriter) => NoteWriter {
  const registers = [registry]
  const written = new Counter({
    name: 'ai_notes_written_total',
    help: 'AI notes that were written, by whom: a language model, the embedded writer, or that one in place of a model that failed.',
    labelNames: ['writer'],
    registers,
  })
  const requests = new Counter({
    name: 'llm_requests_total',
    help: 'Requests to the language model, refused and repeated ones among them.',
    registers,
  })
  const tokens = new Counter({
    name: 'llm_tokens_total',
    help: 'Tokens that the language model counted, by direction: input or output.',
    labelNames: ['direction'],
    registers,
  })
  const seconds = new Counter({
    name: 'llm_writing_seconds_total',
    help: 'Time from the first request for notes to the last answer.',
    registers,
  })
  return (writer) => ({
    async write(meeting, signal) {
      const notes = await writer.write(meeting, signal)
      written.inc({ writer: writerOf(notes) })
      if (!notes.usage) return notes
      requests.inc(notes.usage.requests)
      tokens.inc({ direction: 'input' }, notes.usage.input_tokens ?? 0)
      tokens.inc({ direction: 'output' }, notes.usage.output_tokens ?? 0)
      seconds.inc(notes.usage.seconds)
      return notes
    },
  })
}

function writerOf({ usage, fallbackReason }: WrittenNotes): string {
  if (fallbackReason !== undefined) return 'embedded_instead'
  return usage ? 'model' : 'embedded'
}

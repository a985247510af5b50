/** Metrics of the language model's usage, and of who wrote notes. */
import { Counter } from 'prom-client'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'
import type { NoteWriter, Usage, WrittenNotes } from '../shared/engines.ts'

/** @returns a function that wraps a writer and counts its notes, and one that counts other usage of the model */
export function measureModel({ registry }: Metrics) {
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
    help: 'Time from the first request for notes, or for an answer, to the last response.',
    registers,
  })
  const dropped = new Counter({
    name: 'llm_points_dropped_total',
    help: 'Decisions and items of the language model that the transcript does not say, so that they were left out.',
    registers,
  })
  function countUsage(usage: Usage): void {
    requests.inc(usage.requests)
    tokens.inc({ direction: 'input' }, usage.input_tokens ?? 0)
    tokens.inc({ direction: 'output' }, usage.output_tokens ?? 0)
    seconds.inc(usage.seconds)
    dropped.inc(usage.dropped)
  }
  const measureNotes = (writer: NoteWriter): NoteWriter => ({
    ...writer,
    async write(meeting, signal, options) {
      const onUsage = async (usage: Usage) => {
        countUsage(usage)
        await options?.onUsage?.(usage)
      }
      const notes = await writer.write(meeting, signal, { ...options, onUsage })
      written.inc({ writer: writerOf(notes) })
      return notes
    },
  })
  return { measureNotes, countUsage }
}

function writerOf({ usage, fallbackReason }: WrittenNotes): string {
  if (fallbackReason !== undefined) return 'embedded_instead'
  return usage ? 'model' : 'embedded'
}

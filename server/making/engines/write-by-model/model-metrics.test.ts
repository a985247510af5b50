import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Metrics } from '../../../platform/telemetry/metrics.ts'
import type { NoteWriter, WrittenNotes } from '../shared/engines.ts'
import { measureModel } from './model-metrics.ts'

test("notes are counted by their writer, and the model's usage also if its notes are not used", async () => {
  const usage = { requests: 2, input_tokens: 1_000, output_tokens: null, seconds: 1.5, dropped: 2 }
  const written: Partial<WrittenNotes>[] = [{}, { usage }, { usage, fallbackReason: 'It is away' }]
  const metrics = new Metrics({})
  const writer = measureModel(metrics).measureNotes({
    async write(_meeting, _signal, options) {
      const notes = written.shift() as WrittenNotes
      if (notes.usage) await options?.onUsage?.(notes.usage)
      return notes
    },
  } satisfies NoteWriter)
  const meeting = { title: '', startedAt: null, people: [], transcript: '{}' }
  while (written.length > 0) await writer.write(meeting, new AbortController().signal)
  const text = await metrics.registry.metrics()
  for (const line of [
    'ai_notes_written_total{writer="embedded"} 1',
    'ai_notes_written_total{writer="model"} 1',
    'ai_notes_written_total{writer="embedded_instead"} 1',
    'llm_requests_total 4',
    'llm_tokens_total{direction="input"} 2000',
    'llm_tokens_total{direction="output"} 0',
    'llm_writing_seconds_total 3',
    'llm_points_dropped_total 4',
  ]) {
    assert(text.split('\n').includes(line), line)
  }
})

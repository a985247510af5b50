/** Counts the requests to a language model for one piece of work, and their tokens. */
import type { Usage } from '../shared/engines.ts'
import type { ChatReply } from './language-model.ts'

export type Meter = ReturnType<typeof openMeter>

export function openMeter() {
  const began = performance.now()
  const sum: Omit<Usage, 'seconds' | 'dropped'> = { requests: 0, input_tokens: null, output_tokens: null }
  const add = (before: number | null, more: number | null) => (more === null ? before : (before ?? 0) + more)
  return {
    begin: () => {
      sum.requests++
    },
    count({ text, inputTokens, outputTokens }: ChatReply): string {
      sum.input_tokens = add(sum.input_tokens, inputTokens)
      sum.output_tokens = add(sum.output_tokens, outputTokens)
      return text
    },
    usage(dropped: number): Usage {
      const ended = performance.now()
      return { ...sum, seconds: Math.round((ended - began) / 100) / 10, dropped }
    },
  }
}

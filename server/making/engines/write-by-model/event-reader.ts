/** Reads an answer that a language model sends while it writes it, as server-sent events. *Pure.* */
import { EngineError } from '../../../platform/errors.ts'
import type { Reply } from './services.ts'

export type EventReader = {
  read(part: string): void
  /** What was read so far. */
  reply(): Reply
}

/**
 * @param onText  receives the text that each event adds
 * @param brokenOff  the sentence for a stream that ends with an error
 */
export function openEventReader(
  readEvent: (reply: Reply, event: unknown) => Reply,
  onText: (text: string) => void,
  brokenOff: string,
): EventReader {
  let rest = ''
  let reply: Reply = { text: null, inputTokens: null, outputTokens: null, isCut: false }
  return {
    read(part) {
      const lines = (rest + part).split(/\r?\n/)
      rest = lines.pop()!
      for (const line of lines) {
        const event = line.startsWith('data:') ? parse(line.slice(5)) : null
        if (hasError(event)) throw new EngineError(brokenOff, { retryable: true })
        const before = reply.text?.length ?? 0
        reply = readEvent(reply, event)
        const text = reply.text?.slice(before)
        if (text) onText(text)
      }
    },
    reply: () => reply,
  }
}

/** The last event of OpenAI is `[DONE]`. */
function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}

const hasError = (event: unknown) =>
  typeof event === 'object' && event !== null && 'error' in event && event.error != null

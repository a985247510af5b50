/**
 * The process that transcribes one recording. It is its own, because a damaged model aborts a process, and because it can
 * be killed at any moment.
 */
import { setPriority } from 'node:os'
import { DecodeError } from './decode-sound.ts'
import { hearSpeech } from './hear-speech.ts'
import { hearVoices } from './hear-voices.ts'
import type { SpeechFailure, SpeechOrder, SpeechReport } from './messages.ts'

const memoryCheckMs = 500
/** Lower than that of the service. */
const priority = 10

async function work(order: SpeechOrder): Promise<SpeechReport> {
  const found = await import('./recognizer.ts').catch((error: Error) => error)
  if (found instanceof Error) return { failed: 'no sherpa', cause: found.message }
  const opened = await (order.spans ? found.openVoices(order) : found.openModels(order)).catch((error: Error) => error)
  if (opened instanceof Error) return { failed: 'models', cause: opened.message }
  if ('recognizer' in opened) return hearSpeech(opened, order, (heardSeconds) => report({ heardSeconds }))
  const voices = await hearVoices(opened.voiceReader, order.path, order.spans!)
  return { done: true, turns: [], voices, seconds: 0 }
}

const report = (message: SpeechReport) => process.send!(message)

/** The memory is the models' own, so Node has no limit for it. */
function watchMemory(maxBytes: number): void {
  const check = () => {
    if (process.memoryUsage.rss() > maxBytes) end({ failed: 'memory', cause: `more than ${maxBytes} bytes` })
  }
  setInterval(check, memoryCheckMs).unref()
}

const end = (message: SpeechReport) => process.send!(message, () => process.exit())

const failureOf = (error: unknown): SpeechFailure | null => (error instanceof DecodeError ? error.failure : null)

// The service is gone.
process.on('disconnect', () => process.exit(1))
process.once('message', (order: SpeechOrder) => {
  try {
    setPriority(priority)
  } catch {
    // Not every system allows it.
  }
  watchMemory(order.maxMemoryBytes)
  work(order).then(end, (error: Error) => {
    const failed = failureOf(error)
    if (failed === null) throw error
    end({ failed, cause: error.message })
  })
})

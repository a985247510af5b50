/**
 * The process that transcribes a recording, or the newest words of growing ones. It is its own, because a damaged model aborts a process, and because it can
 * be killed at any moment.
 */

import { DecodeError } from '../../transcribe/decode-sound.ts'
import { report, serveOrders } from '../serve-orders.ts'
import { hearLive } from './hear-live.ts'
import { hearSpeech } from './hear-speech.ts'
import { hearVoices } from './hear-voices.ts'
import type { SpeechOrder, SpeechReport } from './messages.ts'

async function work(order: SpeechOrder): Promise<SpeechReport> {
  const found = await import('./recognizer.ts').catch((error: Error) => error)
  if (found instanceof Error) return { failed: 'no sherpa', cause: found.message }
  const opened = await openFor(order, found).catch((error: Error) => error)
  if (opened instanceof Error) return { failed: 'models', cause: opened.message }
  if ('growing' in opened) return hearLive(opened.growing, order.sound)
  if ('recognizer' in opened) return hearSpeech(opened, order, (heardSeconds) => report({ heardSeconds }))
  const voices = await hearVoices(opened.voiceReader, order.sound, order.spans!)
  return { done: true, turns: [], voices, seconds: 0 }
}

const openFor = async (order: SpeechOrder, found: typeof import('./recognizer.ts')) =>
  order.spans
    ? found.openVoices(order)
    : order.isLive
      ? { growing: await found.openLive(order) }
      : found.openModels(order)

async function serve(order: SpeechOrder): Promise<SpeechReport> {
  try {
    return await work(order)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return { failed: error.failure, cause: error.message }
  }
}

serveOrders(serve)

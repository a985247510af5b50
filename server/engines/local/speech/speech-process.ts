/**
 * The process that transcribes one recording. It is its own, because a damaged model aborts a process, and because it can
 * be killed at any moment.
 */
import { setPriority } from 'node:os'
import type { OfflineRecognizer, Vad } from 'sherpa-onnx-node'
import { hertz, PieceCutter, type Span } from './cut-pieces.ts'
import { DecodeError, decodeSound } from './decode-sound.ts'
import type { SpeechFailure, SpeechOrder, SpeechReport } from './messages.ts'
import { type Turn, turnOf } from './piece-text.ts'
import { RecentSound } from './recent-sound.ts'

const memoryCheckMs = 500
/** Lower than that of the service. */
const priority = 10

async function transcribe(order: SpeechOrder): Promise<SpeechReport> {
  const found = await import('./recognizer.ts').catch((error: Error) => error)
  if (found instanceof Error) return { failed: 'no sherpa', cause: found.message }
  const opened = await openModels(found, order).catch((error: Error) => error)
  if (opened instanceof Error) return { failed: 'models', cause: opened.message }
  const { detector, recognizer } = opened
  const [sound, cutter, turns] = [new RecentSound(), new PieceCutter(), [] as Turn[]]
  const read = async (pieces: Span[]) => {
    for (const { from, to } of pieces) {
      const turn = await readPiece(recognizer, sound, { from, to: Math.min(to, sound.length) })
      if (turn) turns.push(turn)
      report({ heardSeconds: sound.length / hertz })
    }
  }
  for await (const samples of decodeSound(order.path, found.windowSamples)) {
    sound.add(samples)
    if (samples.length === found.windowSamples) detector.acceptWaveform(samples)
    await read([...takeSpeech(detector).flatMap((span) => cutter.addSpeech(span)), ...cutter.advance(sound.length)])
    sound.forgetBefore(cutter.neededFrom(sound.length))
  }
  detector.flush()
  await read([...takeSpeech(detector).flatMap((span) => cutter.addSpeech(span)), ...cutter.end()])
  return { done: true, turns, seconds: sound.length / hertz }
}

type Models = typeof import('./recognizer.ts')

async function openModels({ openDetector, openRecognizer }: Models, order: SpeechOrder) {
  return { detector: openDetector(order), recognizer: await openRecognizer(order) }
}

function takeSpeech(detector: Vad): Span[] {
  const spans: Span[] = []
  while (!detector.isEmpty()) {
    const { start, samples } = detector.front(false)
    spans.push({ from: start, to: start + samples.length })
    detector.pop()
  }
  return spans
}

async function readPiece(recognizer: OfflineRecognizer, sound: RecentSound, { from, to }: Span): Promise<Turn | null> {
  const stream = recognizer.createStream()
  stream.acceptWaveform({ sampleRate: hertz, samples: sound.read(from, to) })
  return turnOf(await recognizer.decodeAsync(stream), from / hertz, to / hertz)
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
  transcribe(order).then(end, (error: Error) => {
    const failed = failureOf(error)
    if (failed === null) throw error
    end({ failed, cause: error.message })
  })
})

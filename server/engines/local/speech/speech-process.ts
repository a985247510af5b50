/**
 * The process that transcribes one recording. It is its own, because a damaged model aborts a process, and because it can
 * be killed at any moment.
 */
import { setPriority } from 'node:os'
import type { OfflineRecognizer, Vad } from 'sherpa-onnx-node'
import type { SpeakerCount } from '../../engines.ts'
import { assignSpeakers } from './assign-speakers.ts'
import { hertz, PieceCutter, type Span } from './cut-pieces.ts'
import { DecodeError, decodeSound } from './decode-sound.ts'
import { groupVoices, meanVoices, type Voice } from './group-voices.ts'
import type { SpeechFailure, SpeechOrder, SpeechReport } from './messages.ts'
import { type Heard, type Turn, turnOf } from './piece-text.ts'
import { RecentSound } from './recent-sound.ts'

const memoryCheckMs = 500
/** Lower than that of the service. */
const priority = 10

async function transcribe(order: SpeechOrder): Promise<SpeechReport> {
  const found = await import('./recognizer.ts').catch((error: Error) => error)
  if (found instanceof Error) return { failed: 'no sherpa', cause: found.message }
  const opened = await openModels(found, order).catch((error: Error) => error)
  if (opened instanceof Error) return { failed: 'models', cause: opened.message }
  const { detector, recognizer, voiceReader } = opened
  const [sound, cutter, turns, voices] = [new RecentSound(), new PieceCutter(), [] as Turn[], [] as Voice[]]
  const read = async (pieces: Span[]) => {
    for (const { from, to } of pieces) {
      const samples = sound.read(from, to)
      const [start, end] = [from / hertz, Math.min(to, sound.length) / hertz]
      const turn = turnOf(await readWords(recognizer, samples), start, end)
      if (turn) {
        turns.push(turn)
        voices.push(...(voiceReader?.read(samples, start) ?? []))
      }
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
  return { done: true, ...withSpeakers(turns, voices, order.people), seconds: sound.length / hertz }
}

function withSpeakers(heard: Turn[], voices: Voice[], people: SpeakerCount) {
  if (voices.length === 0) return { turns: heard, voices: [] }
  const groups = groupVoices(voices, people)
  const spans = voices.map(({ start, end }, index) => ({ start, end, speaker: groups[index]! }))
  const { turns, labels } = assignSpeakers(heard, spans)
  const means = meanVoices(voices, groups)
  return { turns, voices: [...labels].map(([group, speaker]) => ({ speaker, vector: [...means[group]!] })) }
}

type Models = typeof import('./recognizer.ts')

async function openModels({ openDetector, openRecognizer, openVoiceReader }: Models, order: SpeechOrder) {
  return { detector: openDetector(order), recognizer: await openRecognizer(order), voiceReader: openVoiceReader(order) }
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

function readWords(recognizer: OfflineRecognizer, samples: Float32Array): Promise<Heard> {
  const stream = recognizer.createStream()
  stream.acceptWaveform({ sampleRate: hertz, samples })
  return recognizer.decodeAsync(stream)
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

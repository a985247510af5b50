/** Hears recordings, one after the other, and tells what each took; loading the models is not counted. */
import { readFile } from 'node:fs/promises'
import type { OfflineRecognizer } from 'sherpa-onnx-node'
import { findSpeech } from '../server/making/engines/local/speech/find-speech.ts'
import { hearSpeech } from '../server/making/engines/local/speech/hear-speech.ts'
import type { SpeechOrder, SpeechReport } from '../server/making/engines/local/speech/messages.ts'
import type { Turn } from '../server/making/engines/local/speech/piece-text.ts'
import { type OpenModels, openModels } from '../server/making/engines/local/speech/recognizer.ts'
import { hertz } from '../server/making/engines/transcribe/made-formats.ts'
import { soundOf } from '../server/making/engines/transcribe/sound-of-media.ts'

export type EarsOrder = {
  paths: string[]
  modelsDir: string
  threads: number
  what: 'library' | 'words' | 'speakers' | 'words and speakers'
}

/** `seconds` is the length of the sound; `peakBytes` the most that the process had until then. */
export type EarsResult = { seconds: number; cpuSeconds: number; peakBytes: number; turns: Turn[] }

async function measure({ paths, modelsDir, threads, what }: EarsOrder): Promise<EarsResult[]> {
  const { models } = (await findSpeech(modelsDir, ''))!
  const speakers = what.endsWith('speakers') ? models.speakers : null
  const order = { models: { ...models, speakers }, languageCode: 'en', speakerCount: null, spans: null, threads }
  const results: EarsResult[] = []
  let opened: OpenModels | null = null
  for (const path of paths) {
    const { tracks } = await soundOf({ path }, new AbortController().signal)
    const sound = { path, tracks, maxSeconds: 86_400 }
    const whole: SpeechOrder = { ...order, sound, isLive: false, maxMemoryBytes: Infinity }
    opened ??= await openModels(whole)
    const given = what === 'library' ? await piecesOf(opened, whole) : null
    const before = await cpuSeconds()
    const { turns, seconds } = given
      ? await decode(opened.recognizer, given)
      : doneOf(await hearSpeech(what === 'speakers' ? withoutWords(opened) : opened, whole, () => {}))
    const used = (await cpuSeconds()) - before
    results.push({ seconds, cpuSeconds: used, peakBytes: process.resourceUsage().maxRSS * 1_024, turns })
  }
  return results
}

type Taken = (samples: Float32Array) => void

/** The models with a recognizer that hears a word a second in everything, so that nothing is read again. */
function withoutWords(opened: OpenModels, onTaken: Taken = () => {}): OpenModels {
  const createStream = () => ({
    seconds: 0,
    acceptWaveform({ samples }: { samples: Float32Array }) {
      onTaken(samples)
      this.seconds = samples.length / hertz
    },
  })
  const decodeAsync = async ({ seconds }: { seconds: number }) => ({ text: 'word '.repeat(Math.ceil(seconds)) })
  return { ...opened, recognizer: { createStream, decodeAsync } as unknown as OfflineRecognizer }
}

type Given = { pieces: Float32Array[]; seconds: number }

/** What the service gives to the library. */
async function piecesOf(opened: OpenModels, order: SpeechOrder): Promise<Given> {
  const pieces: Float32Array[] = []
  const heard = await hearSpeech(
    withoutWords(opened, (samples) => pieces.push(samples)),
    order,
    () => {},
  )
  return { pieces, seconds: doneOf(heard).seconds }
}

async function decode(recognizer: OfflineRecognizer, { pieces, seconds }: Given) {
  for (const samples of pieces) {
    const stream = recognizer.createStream()
    stream.acceptWaveform({ sampleRate: hertz, samples })
    await recognizer.decodeAsync(stream)
  }
  return { turns: [] as Turn[], seconds }
}

function doneOf(report: SpeechReport) {
  if ('done' in report) return report
  throw new Error('failed' in report ? report.cause : 'It is not done')
}

/** Of this process and of children that have ended, such as ffmpeg, in hundredths of a second (Linux). */
async function cpuSeconds(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8')
  const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / 100
}

process.once('message', async (order: EarsOrder) => {
  process.send!(await measure(order), () => process.exit())
})

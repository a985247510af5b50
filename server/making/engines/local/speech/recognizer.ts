/** Opens the models for speech. A damaged model can abort the whole process, which is therefore one of its own. */
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import sherpa, { type OfflineRecognizer, type Vad } from 'sherpa-onnx-node'
import { hertz } from '../../transcribe/made-formats.ts'
import type { SpeechOrder } from './messages.ts'
import { VoiceReader } from './voice-reader.ts'

/** What the detector takes at once. */
export const windowSamples = 512

function openDetector({ models }: SpeechOrder): Vad {
  const sileroVad = {
    model: models.detector,
    threshold: 0.5,
    windowSize: windowSamples,
    minSilenceDuration: 0.5,
    minSpeechDuration: 0.25,
    maxSpeechDuration: 25,
  }
  return new sherpa.Vad({ sileroVad, sampleRate: hertz, numThreads: 1, provider: 'cpu', debug: 0 }, 60)
}

function openRecognizer({ models, languageCode, threads }: SpeechOrder): Promise<OfflineRecognizer> {
  const { encoder, decoder, joiner, tokens } = models.words
  const language = new Intl.Locale(languageCode ?? 'und').language
  const whisper = { encoder, decoder, language: language === 'und' ? '' : language, task: 'transcribe' }
  const model = joiner
    ? { transducer: { encoder, decoder, joiner }, modelType: isNemo(models.name) ? 'nemo_transducer' : '' }
    : { whisper: { ...whisper, tailPaddings: -1, enableTokenTimestamps: 1 } }
  return sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: hertz, featureDim: 80 },
    modelConfig: { ...model, tokens, numThreads: threads, provider: 'cpu', debug: 0 },
  })
}

export type OpenModels = Awaited<ReturnType<typeof openModels>>

export async function openModels(order: SpeechOrder) {
  const { speakers } = order.models
  const folder = await wordsFolder(order)
  const recognizer = await openRecognizer(order)
  if ((await wordsFolder(order)) !== folder) throw new Error('The model was replaced while it was opened')
  return {
    openDetector: () => openDetector(order),
    recognizer,
    voiceReader: speakers && new VoiceReader(speakers, order.threads),
  }
}

/** A model that replaces another has another folder. */
const wordsFolder = async ({ models }: SpeechOrder) => (await stat(dirname(models.words.encoder!))).ino

let live: { key: string; recognizer: OfflineRecognizer } | null = null

/** The recognizer stays open for the next order; a detector has a memory, so each order has its own. */
export async function openLive(order: SpeechOrder) {
  const key = JSON.stringify([order.models.words, order.languageCode])
  if (live?.key !== key) live = { key, recognizer: await openRecognizer(order) }
  return { detector: openDetector(order), recognizer: live.recognizer }
}

export const openVoices = async ({ models, threads }: SpeechOrder) => ({
  voiceReader: new VoiceReader(models.speakers!, threads),
})

/** NVIDIA's models say nothing of their kind in the file. */
const isNemo = (name: string) => /parakeet|nemo/i.test(name)

/** Finds the models for transcription on this machine. */

import { installedModel, installedModels } from '../models/installed.ts'
import { verifyModel } from '../models/verify-model.ts'
import type { LocalSpeech } from './local-transcriber.ts'

export type FoundSpeech = Pick<LocalSpeech, 'models' | 'verify' | 'bytes'>

/**
 * @param name  the model for words; '' takes the one that was added last
 * @returns null without a model for words and a speech detector; those for speakers are there together, or not used
 */
export async function findSpeech(modelsDir: string, name: string): Promise<FoundSpeech | null> {
  const words = await installedModel(modelsDir, 'words', name)
  const detector = await installedModel(modelsDir, 'detector')
  if (!words || !detector) return null
  const segmentation = await installedModel(modelsDir, 'segmentation')
  const voices = await installedModel(modelsDir, 'voices')
  const speakers = segmentation && voices && [segmentation, voices]
  const names = [words, detector, ...(speakers ?? [])].map(({ name }) => name)
  const used = (await installedModels(modelsDir)).filter(({ name }) => names.includes(name))
  return {
    models: {
      name: words.name,
      words: words.files,
      detector: detector.files.model!,
      speakers: speakers && { segmentation: segmentation.files.model!, voices: voices.files.model!, name: voices.name },
    },
    bytes: used.reduce((sum, { bytes }) => sum + bytes, 0),
    verify: async (signal) => {
      const faults = await Promise.all(used.map((model) => verifyModel(modelsDir, model, signal)))
      return faults.flat()
    },
  }
}

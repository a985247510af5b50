/** Finds the models for transcription on this machine. */

import { type InstalledModel, installedModel, installedModels, type UsableModel } from '../models/installed.ts'
import { verifyModel } from '../models/verify-model.ts'
import type { LocalSpeech } from './local-transcriber.ts'

export type FoundSpeech = Pick<LocalSpeech, 'models' | 'verify' | 'bytes'>

/**
 * @param name  the model for words; '' takes the one that was added last
 * @returns null without a model for words and a speech detector
 */
export async function findSpeech(modelsDir: string, name: string): Promise<FoundSpeech | null> {
  const words = await installedModel(modelsDir, 'words', name)
  const detector = await installedModel(modelsDir, 'detector')
  if (!words || !detector) return null
  const used = (await installedModels(modelsDir)).filter((model) => isOneOf(model, [words, detector]))
  return {
    models: { name: words.name, words: words.files, detector: detector.files.model! },
    bytes: used.reduce((sum, { bytes }) => sum + bytes, 0),
    verify: async (signal) => {
      const faults = await Promise.all(used.map((model) => verifyModel(modelsDir, model, signal)))
      return faults.flat()
    },
  }
}

const isOneOf = ({ name }: InstalledModel, models: UsableModel[]) => models.some((model) => model.name === name)

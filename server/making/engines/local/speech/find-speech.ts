/** Finds the models for transcription on this machine. */

import { type InstalledModel, installedModel, installedModels } from '../models/installed.ts'
import { verifyModel } from '../models/verify-model.ts'
import type { SpeechModels } from './messages.ts'

export type FoundSpeech = {
  models: SpeechModels
  bytes: number
  /** Another one if a model is replaced. */
  version: string
  /** Compares the files with their digests. @returns what is wrong, as sentences */
  verify(signal: AbortSignal): Promise<string[]>
}

/**
 * Models are added and removed while the service runs, so they are looked up for each use.
 * @param name  the model for words; undefined: the one of the settings
 */
export type FindSpeech = (name?: string) => Promise<FoundSpeech | null>

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
      speakers: speakers && {
        segmentation: segmentation.files.model!,
        voices: voices.files.model!,
        name: nameWithDigest(used, voices.name),
      },
    },
    version: used.map((model) => `${model.name} ${model.added_at}`).join(),
    bytes: used.reduce((sum, { bytes }) => sum + bytes, 0),
    verify: async (signal) => {
      const faults = await Promise.all(used.map((model) => verifyModel(modelsDir, model, signal)))
      return faults.flat()
    },
  }
}

/** Voices are kept for years, and another file may get the same name. */
function nameWithDigest(models: InstalledModel[], name: string): string {
  const [file] = models.find((model) => model.name === name)!.files
  return `${name} ${file!.sha256.slice(0, 12)}`
}

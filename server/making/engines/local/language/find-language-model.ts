/** Finds the language model of this machine, and the library that runs it. */
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installedModel, installedModels } from '../models/installed.ts'
import { verifyModel } from '../models/verify-model.ts'

export type FoundLanguageModel = {
  name: string
  path: string
  bytes: number
  /** Another one if the model is replaced. */
  version: string
  /** Compares the file with its digest. @returns what is wrong, as sentences */
  verify(signal: AbortSignal): Promise<string[]>
  /** The address of node-llama-cpp; null if it is not installed. */
  runtime: string | null
}

/** Models are added and removed while the service runs, so they are looked up for each use. */
export type FindLanguageModel = () => Promise<FoundLanguageModel | null>

/**
 * @param name  the model; '' takes the one that was added last
 * @returns null without a model for notes
 */
export async function findLanguageModel(modelsDir: string, name: string): Promise<FoundLanguageModel | null> {
  const usable = await installedModel(modelsDir, 'notes', name)
  const model = usable && (await installedModels(modelsDir)).find((each) => each.name === usable.name)
  if (!model) return null
  return {
    name: model.name,
    path: usable.files.model!,
    bytes: model.bytes,
    version: `${model.name} ${model.added_at}`,
    verify: (signal) => verifyModel(modelsDir, model, signal),
    runtime: await findRuntime(modelsDir),
  }
}

/** Beside the models, where it survives an update of the service, or beside the service. */
export async function findRuntime(modelsDir: string): Promise<string | null> {
  for (const beside of [pathToFileURL(join(resolve(modelsDir), 'from.js')).href, import.meta.url]) {
    const path = findManifest(beside)
    if (path === undefined) continue
    const { main } = JSON.parse(await readFile(path, 'utf8')) as { main: string }
    return pathToFileURL(join(dirname(path), main)).href
  }
  return null
}

function findManifest(beside: string): string | undefined {
  try {
    return findPackageJSON('node-llama-cpp', beside)
  } catch {
    return undefined
  }
}

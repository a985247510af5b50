/** The models that are installed: a folder each, with a list of its files. A folder appears only when it is complete. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue, type ModelFile, type Purpose, purposes } from './catalogue.ts'
import { sizeOf } from './check-file.ts'

/** The list of a model's files, written last. */
export const manifestName = 'model.json'

export type Manifest = { purpose: Purpose; licence: string | null; added_at: string; files: ModelFile[] }

export type InstalledModel = Manifest & { name: string; bytes: number }

/** Names of folders; none begins with a dot, as the lock and the unfinished downloads do. */
export const isModelName = (name: string) => /^[a-z0-9][a-z0-9._-]{0,62}$/i.test(name)

/** In the order of the catalogue, then those of one's own, by name. */
export async function installedModels(modelsDir: string): Promise<InstalledModel[]> {
  const names = await readdir(modelsDir).catch(() => [])
  const found = await Promise.all(
    names
      .filter(isModelName)
      .sort()
      .map((name) => readModel(modelsDir, name)),
  )
  const order = (name: string) => catalogue.findIndex((model) => model.name === name) >>> 0
  return found.filter((model) => model !== null).sort((a, b) => order(a.name) - order(b.name))
}

async function readModel(modelsDir: string, name: string): Promise<InstalledModel | null> {
  const text = await readFile(join(modelsDir, name, manifestName), 'utf8').catch(() => null)
  const manifest = text === null ? null : parseManifest(text)
  return manifest && { ...manifest, name, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function parseManifest(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Manifest
    return purposes.includes(manifest.purpose) && Array.isArray(manifest.files) ? manifest : null
  } catch {
    return null
  }
}

export type UsableModel = { name: string; files: Record<string, string> }

/**
 * The model for a purpose; of several, the one that was added last.
 * @param name  only this one
 * @returns its files by role; null if there is none with all its files
 */
export async function installedModel(modelsDir: string, purpose: Purpose, name = ''): Promise<UsableModel | null> {
  const models = (await installedModels(modelsDir))
    .filter((model) => model.purpose === purpose && (name === '' || model.name === name))
    .sort((a, b) => b.added_at.localeCompare(a.added_at))
  for (const model of models) {
    const path = (file: ModelFile) => join(modelsDir, model.name, file.name)
    const sizes = await Promise.all(model.files.map((file) => sizeOf(path(file))))
    if (model.files.every(({ bytes }, index) => sizes[index] === bytes)) {
      return { name: model.name, files: Object.fromEntries(model.files.map((file) => [file.role, path(file)])) }
    }
  }
  return null
}

/** Compares an installed model with the digests of the catalogue, or with those of when it was added. */
import { join } from 'node:path'
import { catalogue } from './catalogue.ts'
import { findFault } from './check-file.ts'
import type { InstalledModel } from './installed.ts'

/** @returns what is wrong with each file, as sentences */
export async function verifyModel(
  modelsDir: string,
  { name, files }: InstalledModel,
  signal: AbortSignal,
  known = catalogue,
): Promise<string[]> {
  const faults: string[] = []
  for (const file of known.find((model) => model.name === name)?.files ?? files) {
    const fault = await findFault(join(modelsDir, name, file.name), file, signal)
    if (fault !== null) faults.push(`${name}: ${file.name} ${fault}.`)
  }
  return faults
}

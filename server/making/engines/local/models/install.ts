/** Puts files into a folder of their own, checks them, and only then gives the folder its name. */
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../../../platform/errors.ts'
import { flushFolder, makeFolder } from '../../../../platform/folder.ts'
import type { ModelFile } from './catalogue.ts'
import { findFault } from './check-file.ts'
import { type Manifest, manifestName } from './installed.ts'

/** What is not complete, of each model; a crash leaves it here. */
export const unfinishedIn = (modelsDir: string) => join(modelsDir, '.unfinished')

/**
 * @param fill  writes the files into the folder
 * @throws {OperatorError} a file is not as it must be; the folder is removed
 */
export async function install(
  modelsDir: string,
  name: string,
  manifest: Manifest,
  fill: (folder: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(unfinishedIn(modelsDir), name, 'files')
  await rm(folder, { recursive: true, force: true })
  await makeFolder(join(folder, '..'))
  await mkdir(folder)
  try {
    await fill(folder)
    await requireFiles(folder, name, manifest.files, signal)
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    await flushFolder(folder)
    const replaced = join(folder, '..', 'replaced')
    await rm(replaced, { recursive: true, force: true })
    // A process that has the old files open keeps them.
    await rename(join(modelsDir, name), replaced).catch(unlessMissing)
    await rename(folder, join(modelsDir, name))
    await flushFolder(modelsDir)
    await rm(replaced, { recursive: true, force: true })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function requireFiles(folder: string, name: string, files: ModelFile[], signal: AbortSignal): Promise<void> {
  for (const file of files) {
    const path = join(folder, file.name)
    const fault = await findFault(path, file, signal)
    if (fault !== null) throw new OperatorError(`${file.name} of ${name} ${fault}; it is not used.`)
    await using handle = await open(path)
    await handle.sync()
  }
}

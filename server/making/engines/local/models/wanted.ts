/**
 * What is to be installed, as files beside the models: so every process that sees the folder sees it, it outlives the
 * service, and how far it is shows in the files that grow there.
 */
import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../../platform/folder.ts'
import type { Model } from './catalogue.ts'
import { sizeOf } from './check-file.ts'
import { unfinishedIn } from './install.ts'

/** No name of a model begins with a dot. */
const wantedFile = (modelsDir: string) => join(modelsDir, '.wanted')
const failedFile = (modelsDir: string) => join(modelsDir, '.failed')

export type Failed = { name: string; reason: string }

/** @returns the name of a model, or of models that belong together; null if nothing is to be installed */
export async function readWanted(modelsDir: string): Promise<string | null> {
  try {
    return await readFile(wantedFile(modelsDir), 'utf8')
  } catch (error) {
    // What cannot be read for the moment is still wanted.
    if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return null
  }
}

/** @returns false if something is to be installed already */
export async function want(modelsDir: string, name: string): Promise<boolean> {
  await makeFolder(modelsDir)
  // Written whole before it has its name, so that a full disk leaves no empty one.
  const fresh = `${wantedFile(modelsDir)}.${randomUUID()}`
  try {
    await writeFile(fresh, name, { flush: true })
    await link(fresh, wantedFile(modelsDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(fresh, { force: true })
  }
  await rm(failedFile(modelsDir), { force: true })
  return true
}

export const wantNoLonger = (modelsDir: string) => rm(wantedFile(modelsDir), { force: true })

export async function readFailed(modelsDir: string): Promise<Failed | null> {
  const text = await readFile(failedFile(modelsDir), 'utf8').catch(() => '')
  const [name, ...reason] = text.split('\n')
  return name ? { name, reason: reason.join('\n') } : null
}

export const writeFailed = (modelsDir: string, { name, reason }: Failed) =>
  writeFile(failedFile(modelsDir), `${name}\n${reason}`)

export type Progress = { stage: 'waiting' | 'downloading' | 'checking'; bytes: number }

/** How far the download of a model is; it is checked and unpacked when it has all its bytes. */
export async function progressOf(modelsDir: string, { name, source }: Model): Promise<Progress> {
  const folder = join(unfinishedIn(modelsDir), name)
  const [bytes, names] = await Promise.all([
    sizeOf(join(folder, 'download')),
    readdir(folder).catch((): string[] => []),
  ])
  if (bytes === source.bytes || names.includes('files')) return { stage: 'checking', bytes: source.bytes }
  return bytes === null
    ? { stage: 'waiting', bytes: 0 }
    : { stage: 'downloading', bytes: Math.min(bytes, source.bytes) }
}

/** Removes what was downloaded of models that are no longer wanted. */
export async function removeUnfinished(modelsDir: string, models: Model[]): Promise<void> {
  for (const { name } of models)
    await rm(join(unfinishedIn(modelsDir), name), { recursive: true, force: true, maxRetries: 3 })
}

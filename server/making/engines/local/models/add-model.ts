/** Downloads a model of the catalogue, checks it, and installs it. */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFreeBytes, type FreeBytes } from '../../../../platform/disk-reserve.ts'
import { OperatorError } from '../../../../platform/errors.ts'
import { makeFolder } from '../../../../platform/folder.ts'
import type { Clock } from '../../../../platform/time.ts'
import type { Model } from './catalogue.ts'
import { findFault, sizeOf } from './check-file.ts'
import { type DownloadOptions, download, removeDownload, retryDelaysSeconds } from './download.ts'
import { install, unfinishedIn } from './install.ts'
import { diskBytes, isArchive } from './needs.ts'
import { unpack } from './unpack.ts'

export type AddingStage = 'downloading' | 'unpacking'

export type AddOptions = {
  modelsDir: string
  /** Replaces the hosts of the catalogue. */
  mirror: string | null
  clock: Clock
  signal: AbortSignal
  onProgress(stage: AddingStage, done: number, of: number): void
  onWait?: DownloadOptions['onWait']
  freeBytes?: FreeBytes
  retryDelaysSeconds?: number[]
}

/**
 * The caller holds the lock of the folder.
 * @throws {OperatorError}
 */
export async function addModel(model: Model, options: AddOptions): Promise<void> {
  const { modelsDir, signal } = options
  const folder = join(unfinishedIn(modelsDir), model.name)
  const path = join(folder, 'download')
  await makeFolder(folder)
  try {
    await requireSpace(model, path, options)
    await downloadWhole(model, path, options)
    const manifest = {
      purpose: model.purpose,
      licence: model.licence,
      files: model.files,
      added_at: options.clock().toISOString(),
    }
    const fill = async (files: string) => {
      if (!isArchive(model)) return rename(path, join(files, model.files[0]!.name))
      const onProgress = (done: number) => options.onProgress('unpacking', done, diskBytes(model))
      await unpack(path, files, model.files, { signal, onProgress })
    }
    await install(modelsDir, model.name, manifest, fill, signal)
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new OperatorError(
      `The disk of ${modelsDir} is full. What was downloaded is kept; free some space, or choose another MODELS_DIR, and try again.`,
    )
  }
}

async function requireSpace(
  model: Model,
  path: string,
  { modelsDir, freeBytes = diskFreeBytes }: AddOptions,
): Promise<void> {
  const have = (await sizeOf(path)) ?? 0
  const needed = Math.max(0, model.source.bytes - have) + (isArchive(model) ? diskBytes(model) : 0)
  const free = await freeBytes(modelsDir)
  if (free >= needed) return
  throw new OperatorError(
    `${model.name} needs ${Math.ceil(needed / 1_000_000)} MB in ${modelsDir}, and ${Math.floor(free / 1_000_000)} MB are free. Free some space, or choose another MODELS_DIR.`,
  )
}

/** A continued file may have been joined from two versions, so a wrong digest is tried once more from the beginning. */
async function downloadWhole(model: Model, path: string, options: AddOptions): Promise<void> {
  const { source } = model
  const url = options.mirror === null ? source.url : atMirror(source.url, options.mirror)
  const downloading = {
    signal: options.signal,
    retryDelaysSeconds: options.retryDelaysSeconds ?? retryDelaysSeconds,
    onProgress: (done: number) => options.onProgress('downloading', done, source.bytes),
    onWait: options.onWait,
  }
  for (const isContinued of [((await sizeOf(path)) ?? 0) > 0, false]) {
    await download({ url, bytes: source.bytes, path }, downloading)
    const fault = await findFault(path, source, options.signal)
    if (fault === null) return
    await removeDownload(path)
    if (!isContinued) throw new OperatorError(`What ${url} sent ${fault}: it is not the file of the catalogue.`)
  }
}

/** `https://mirror.example/models` and the path of the file. */
export const atMirror = (url: string, mirror: string) => `${mirror.replace(/\/$/, '')}${new URL(url).pathname}`

/**
 * Installs and removes models where the operator lets administrators do so (MODELS_FROM_CONSOLE). One at a time on a
 * machine: whoever holds the lock of the folder works, in any process that sees it.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFreeBytes, type FreeBytes } from '../../../../platform/disk-reserve.ts'
import { ApiError, EngineError, notFound } from '../../../../platform/errors.ts'
import { makeFolder } from '../../../../platform/folder.ts'
import type { EngineLog } from '../../shared/engines.ts'
import { OwnProcess } from '../own-process.ts'
import { catalogue, type Model, modelsNamed } from './catalogue.ts'
import { lockFolder } from './folder-lock.ts'
import type { InstallOrder, InstallReport } from './install-process.ts'
import { installedModel, installedModels, isModelName } from './installed.ts'
import { diskBytes, isArchive } from './needs.ts'
import { type Progress, progressOf, readWanted, removeUnfinished, want, wantNoLonger, writeFailed } from './wanted.ts'

export type InstallerOptions = {
  modelsDir: string
  /** Replaces the hosts of the catalogue. */
  mirror: string | null
  /** What must stay free on the disk. */
  minFreeBytes: number
  log: EngineLog
  known?: Model[]
  freeBytes?: FreeBytes
}

export type Installing = { name: string; model: string; stage: Progress['stage']; bytes: number; of: number }

const program = new URL('./install-process.ts', import.meta.url)

/** Looks whether another process, or this one, was told to stop. */
const lookMs = 500
/** Of one model. A server that sends nothing is given up much earlier. */
const longestSeconds = 86_400
const silentSeconds = 900
const maxMemoryBytes = 1_500_000_000
/** Removing waits so long for another change, such as by the command. */
const lockMs = 2_000

/** Administrators of every workspace read it: addresses, which may have a password, and folders are for the log. */
function withoutPlaces(reason: string, { modelsDir, mirror }: Pick<InstallerOptions, 'modelsDir' | 'mirror'>): string {
  const host = mirror && new URL(mirror).host
  const named = reason.replaceAll(modelsDir, 'the folder of models').replace(/https?:\/\/[^\s]*\/([^\s/]+)/g, '$1')
  return host ? named.replaceAll(host, 'The publisher') : named
}

/** A container may see the folder without writing to it. */
function asDenied(error: NodeJS.ErrnoException & { errcode?: number }): never {
  // The folder's lock is an SQLite file: 8 is one that may not be written to, 14 one that cannot be opened.
  const isDenied =
    ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(error.code ?? '') || [8, 14].includes(error.errcode ?? 0)
  if (!isDenied) throw error
  throw new ApiError(409, 'The service cannot write to the folder of its models; the operator installs them there', {
    cause: error,
  })
}

export class ModelInstaller {
  readonly modelsDir: string
  readonly known: Model[]
  readonly #options: InstallerOptions
  readonly #freeBytes: FreeBytes
  #working: Promise<void> | null = null
  #again = false
  #stop = new AbortController()

  constructor(options: InstallerOptions) {
    this.#options = options
    this.modelsDir = options.modelsDir
    this.known = options.known ?? catalogue
    this.#freeBytes = options.freeBytes ?? diskFreeBytes
  }

  /** On the disk of the folder; 0 where there can be none. */
  async freeBytes(): Promise<number> {
    await makeFolder(this.modelsDir).catch(() => {})
    return await this.#freeBytes(this.modelsDir).catch(() => 0)
  }

  /** @returns null if nothing is being installed */
  async installing(): Promise<Installing | null> {
    const name = await readWanted(this.modelsDir)
    const models = name === null ? [] : modelsNamed(name, this.known)
    if (name === null || models.length === 0) return null
    const left = await this.#missing(models)
    const [now] = left
    const of = models.reduce((sum, { source }) => sum + source.bytes, 0)
    if (!now) return { name, model: models.at(-1)!.name, stage: 'checking', bytes: of, of }
    const { stage, bytes } = await progressOf(this.modelsDir, now)
    const toCome = left.reduce((sum, { source }) => sum + source.bytes, 0)
    return { name, model: now.name, stage, bytes: of - toCome + bytes, of }
  }

  /**
   * Notes what is wanted; `work` then installs it.
   * @param name  a model of the catalogue, or of models that belong together
   * @throws {ApiError} 404; 409 it is there, another one is being installed, or the folder cannot be written to; 507
   */
  async begin(name: string): Promise<void> {
    const models = modelsNamed(name, this.known)
    if (models.length === 0) throw notFound('Model')
    const missing = await this.#missing(models)
    if (missing.length === 0) throw new ApiError(409, `${name} is installed already`)
    await makeFolder(this.modelsDir).catch(asDenied)
    await this.#requireSpace(name, missing)
    if (await want(this.modelsDir, name).catch(asDenied)) return
    throw new ApiError(
      409,
      `${(await readWanted(this.modelsDir)) ?? 'Another model'} is being installed; only one is at a time`,
    )
  }

  /** Installs what is wanted, in the background; also what was wanted when the service stopped. */
  work(): void {
    this.#again = true
    this.#working ??= this.#workOn()
  }

  async #workOn(): Promise<void> {
    try {
      while (this.#again && !this.#stop.signal.aborted) {
        this.#again = false
        await this.#installWanted()
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#options.log.warn({ err: error }, 'A model could not be installed')
    } finally {
      this.#working = null
    }
  }

  /** What was downloaded is removed. @throws {ApiError} 409 nothing is being installed */
  async cancel(): Promise<void> {
    if ((await readWanted(this.modelsDir)) === null) throw new ApiError(409, 'No model is being installed')
    await wantNoLonger(this.modelsDir)
  }

  /** @throws {ApiError} 404; 409 another change is under way */
  async remove(name: string): Promise<void> {
    const isThere = isModelName(name) && (await installedModels(this.modelsDir)).some((model) => model.name === name)
    if (!isThere) throw notFound('Model')
    const busy = () => new ApiError(409, 'Another change of the models is under way; try again when it is done')
    if ((await readWanted(this.modelsDir)) !== null) throw busy()
    const soon = AbortSignal.timeout(lockMs)
    using _ = await lockFolder(this.modelsDir, soon, () => {}).catch((error) => {
      if (soon.aborted) throw busy()
      return asDenied(error)
    })
    await rm(join(this.modelsDir, name), { recursive: true, force: true }).catch(asDenied)
  }

  /** What was downloaded stays, and the next start continues. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#working
  }

  async #missing(models: Model[]): Promise<Model[]> {
    const there = await Promise.all(models.map(({ purpose, name }) => installedModel(this.modelsDir, purpose, name)))
    return models.filter((_, index) => there[index] === null)
  }

  async #requireSpace(name: string, missing: Model[]): Promise<void> {
    const archives = missing.map((model) => (isArchive(model) ? model.source.bytes : 0))
    const needed = missing.reduce((sum, model) => sum + diskBytes(model), 0) + Math.max(...archives)
    const free = (await this.freeBytes()) - this.#options.minFreeBytes
    if (free >= needed) return
    const megabytes = (bytes: number) => Math.max(0, bytes / 1_000_000)
    throw new ApiError(
      507,
      `${name} needs ${Math.ceil(megabytes(needed))} MB, and ${Math.floor(megabytes(free))} MB may be used on the disk of the models`,
    )
  }

  async #installWanted(): Promise<void> {
    const stopping = this.#stop.signal
    using _ = await lockFolder(this.modelsDir, stopping, () => {})
    for (let name = await readWanted(this.modelsDir); name !== null; name = await readWanted(this.modelsDir)) {
      await this.#install(name, stopping)
      stopping.throwIfAborted()
    }
  }

  async #install(name: string, stopping: AbortSignal): Promise<void> {
    const { modelsDir, log } = this.#options
    const models = modelsNamed(name, this.known)
    const cancelled = new AbortController()
    const look = setInterval(async () => {
      if ((await readWanted(modelsDir).catch(() => name)) !== name) cancelled.abort()
    }, lookMs)
    try {
      for (const model of await this.#missing(models)) {
        await this.#installOne(model, AbortSignal.any([stopping, cancelled.signal]))
      }
    } catch (error) {
      if (stopping.aborted) return
      if (cancelled.signal.aborted) return await removeUnfinished(modelsDir, models)
      if (!(error instanceof EngineError)) throw error
      log.warn({ model: name, reason: error.message, err: error.cause }, 'A model could not be installed')
      await writeFailed(modelsDir, { name, reason: withoutPlaces(error.message, this.#options) })
    } finally {
      clearInterval(look)
    }
    if (!stopping.aborted && (await readWanted(modelsDir)) === name) await wantNoLonger(modelsDir)
  }

  async #installOne(model: Model, signal: AbortSignal): Promise<void> {
    const { modelsDir, mirror } = this.#options
    const failure = (sentence: string, cause?: string) =>
      new EngineError(sentence, { retryable: false, ...(cause && { cause: new Error(cause) }) })
    using child = new OwnProcess(program)
    const order: InstallOrder = { model, modelsDir, mirror, maxMemoryBytes }
    await child.run<InstallReport, true>(order, {
      signal,
      seconds: longestSeconds,
      silentSeconds,
      sentences: {
        tooLate: failure('The download made no progress'),
        died: 'The installation stopped before it was done',
      },
      read(report) {
        if ('failed' in report)
          throw failure(report.failed === 'memory' ? 'It needed too much memory' : report.failed, report.cause)
        return 'done' in report ? true : undefined
      },
    })
  }
}

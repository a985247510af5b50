/** Temporary folders on the disk of this machine: removed by `using`, or within a day if the process was killed. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What their names begin with. */
export const scratchPrefix = 'minutebook-scratch-'

export type Scratch = AsyncDisposable & { folder: string }

export async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), scratchPrefix))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Removes folders that killed processes made before this moment: words of meetings must not stay. */
export async function removeAbandoned(before: Date): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(scratchPrefix)) continue
    const folder = join(tmpdir(), name)
    const { mtime } = await stat(folder).catch(() => ({ mtime: before }))
    if (mtime < before) await rm(folder, { recursive: true, force: true })
  }
}

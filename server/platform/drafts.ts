/** Folders of unfinished work, named by their process, so that a later one removes those whose process was killed. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

// In a container every run has the same process id.
const thisRun = randomUUID().slice(0, 8)

/** @returns a new empty folder `KIND-…` in that folder, which only this user may enter */
export const makeDraft = (folder: string, kind: string) => mkdtemp(join(folder, `${kind}-${process.pid}-${thisRun}-`))

/** Removes the drafts of this kind whose process has ended. */
export async function removeDeadDrafts(folder: string, kind: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${kind}-`)) continue
    const [, pid, run] = /^(\d+)-(\w+)-/.exec(name.slice(kind.length + 1)) ?? []
    if (pid && (Number(pid) === process.pid ? run !== thisRun : !isAlive(Number(pid))))
      await removeDraft(join(folder, name))
  }
}

/** A program that outlived its starter may still be writing into it; then the next start removes what is left. */
export async function removeDraft(draft: string): Promise<void> {
  await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

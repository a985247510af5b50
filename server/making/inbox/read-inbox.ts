/** Submits the files of the inbox: complete files become uploads and move to `done/`, the others to `failed/`. */
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../platform/errors.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { daySeconds } from '../../platform/time.ts'
import { NotReady } from './errors.ts'
import { type Inbox, type InboxEntry, listEntries, unchangedEntries } from './list-entries.ts'
import { moveEntry } from './move-entry.ts'
import { entryIn, openFolder } from './open-folder.ts'
import { type FileDeps, submitFile } from './submit-file.ts'

export type InboxDeps = FileDeps &
  Inbox & {
    /** How long a file must not change before it is read. */
    settleSeconds: number
    stopping: AbortSignal
  }

/** Each minute, in one of the workers. Two may read the same long file: the upload is submitted only once. */
export const inboxJob = (deps: InboxDeps): JobDefinition => ({
  name: 'read-inbox',
  cron: '* * * * *',
  patienceSeconds: daySeconds,
  run: () => readInbox(deps),
})

export async function readInbox(deps: InboxDeps, wait = pause): Promise<void> {
  const before = await listEntries(deps)
  if (before.length === 0) return
  await wait(deps.settleSeconds * 1_000)
  for (const entry of unchangedEntries(before, await listEntries(deps))) {
    if (deps.stopping.aborted) return
    await takeEntry(deps, entry).catch((err) => logFailure(deps, entry, err))
  }
}

async function takeEntry(deps: InboxDeps, seen: InboxEntry): Promise<void> {
  await using folder = await openFolder(deps.folder, seen.file.folders)
  const entry = entryIn(folder, seen)
  try {
    const recordingId = await submitFile(deps, entry)
    await moveEntry(deps, entry, 'done')
    deps.log.info({ recordingId, ...nameOf(entry) }, 'A file of the inbox was taken')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await moveEntry(deps, entry, 'failed', sentenceOf(error))
    deps.log.warn({ reason: error.message, ...nameOf(entry) }, 'A file of the inbox was refused')
  }
}

/** The message without the names that the fields have in a request. */
function sentenceOf({ message }: ApiError): string {
  const plain = message
    .replaceAll('body.transcript.text', 'the text')
    .replaceAll(/\b(body|sidecar)\./g, '')
    .replaceAll(/\b(the )?body\b/gi, 'the file')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`
}

/** It stays, and a later look tries again. */
function logFailure({ log }: InboxDeps, entry: InboxEntry, err: unknown): void {
  const isElsewhere = err instanceof NotReady || (err as NodeJS.ErrnoException).code === 'ENOENT'
  if (!isElsewhere) log.error({ err, ...nameOf(entry) }, 'A file of the inbox could not be taken; it stays')
}

const nameOf = ({ file: { folders, name } }: InboxEntry) => ({ file: [...folders, name].join('/') })

/** Takes in what lies in the inbox: complete files become uploads and go to `done/`, the others to `failed/`. */
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../platform/errors.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { NotReady } from './errors.ts'
import { heldDrop, holdFolder } from './hold-folder.ts'
import { type Drop, type Inbox, look, unchanged } from './look.ts'
import { putAway } from './put-away.ts'
import { type FileDeps, submitFile } from './submit-file.ts'

export type InboxDeps = FileDeps &
  Inbox & {
    /** A file must stay as it is for so long. */
    settleSeconds: number
    stopping: AbortSignal
  }

const daySeconds = 86_400

/** Each minute, in one of the workers. Two may meet at a long file: then the same upload is submitted once. */
export const inboxWork = (deps: InboxDeps): Work => ({
  name: 'read-inbox',
  cron: '* * * * *',
  patienceSeconds: daySeconds,
  run: () => readInbox(deps),
})

export async function readInbox(deps: InboxDeps, wait = pause): Promise<void> {
  const before = await look(deps)
  if (before.length === 0) return
  await wait(deps.settleSeconds * 1_000)
  for (const drop of unchanged(before, await look(deps))) {
    if (deps.stopping.aborted) return
    await take(deps, drop).catch((err) => logFailure(deps, drop, err))
  }
}

async function take(deps: InboxDeps, seen: Drop): Promise<void> {
  await using folder = await holdFolder(deps.folder, seen.file.folders)
  const drop = heldDrop(folder, seen)
  try {
    const recordingId = await submitFile(deps, drop)
    await putAway(deps, drop, 'done')
    deps.log.info({ recordingId, ...nameOf(drop) }, 'A file of the inbox was taken')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await putAway(deps, drop, 'failed', sentenceOf(error))
    deps.log.warn({ reason: error.message, ...nameOf(drop) }, 'A file of the inbox was refused')
  }
}

/** Without what the parts are called in a request. */
function sentenceOf({ message }: ApiError): string {
  const plain = message
    .replaceAll('body.transcript.text', 'the text')
    .replaceAll(/\b(body|sidecar)\./g, '')
    .replaceAll(/\b(the )?body\b/gi, 'the file')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`
}

/** It stays, and a later look tries again. */
function logFailure({ log }: InboxDeps, drop: Drop, err: unknown): void {
  const isElsewhere = err instanceof NotReady || (err as NodeJS.ErrnoException).code === 'ENOENT'
  if (!isElsewhere) log.error({ err, ...nameOf(drop) }, 'A file of the inbox could not be taken; it stays')
}

const nameOf = ({ file: { folders, name } }: Drop) => ({ file: [...folders, name].join('/') })

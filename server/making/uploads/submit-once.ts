/** Submits files of the inbox and recordings of recorders. A repeated submission creates no second upload. */
import { createHash } from 'node:crypto'
import { recordWork } from '../../people/caller/audit.ts'
import { freezeOf, requireChanges } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { findImported } from './find-imported.ts'
import { requirePlausibleConsent, type UploadFields } from './given-upload.ts'
import { renewIdempotencyKey, reserveIdempotencyKey } from './idempotency.ts'
import { submitUpload, type UploadContent, type Uploader } from './submit-upload.ts'

export type Submission = {
  uploader: Uploader
  fields: UploadFields
  content: UploadContent
  /** Idempotency key of the file or recording, valid for a day (decision 29a). */
  key: string
  /** Its action in the audit log: `inbox.upload`. */
  action: string
}

/** Keeps the key of an earlier submission for another day. @returns its recording; null if there is none */
export const renewSubmitted = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { uploader, key }: Pick<Submission, 'uploader' | 'key'>,
) => renewIdempotencyKey(db, clock(), uploader, key)

/**
 * Writes an audit row, because no API key was used.
 * @param check  may reject the submission, in the same transaction
 * @throws {ApiError} as for a request; 503 while the workspace is frozen
 */
export async function submitOnce(
  { db, clock, jobs, secretKey }: Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey'>,
  { uploader, fields, content, key, action }: Submission,
  check: (tx: Tx) => Promise<void> = async () => {},
): Promise<{ recordingId: string; repeated: boolean }> {
  requireChanges(await freezeOf(db, uploader.workspaceId))
  const imported = await findImported(db, uploader, fields)
  if (imported !== null) return { recordingId: imported, repeated: true }
  const now = clock()
  const recordingId = newId('r', now)
  const repeatable = { key, bodySha256: createHash('sha256').update(key).digest() }
  return db.transaction().execute(async (tx) => {
    const before = await reserveIdempotencyKey(tx, now, uploader, repeatable, recordingId)
    if (before !== null) return { recordingId: before, repeated: true }
    requirePlausibleConsent(fields, now)
    await check(tx)
    await submitUpload(tx, { now, jobs, secretKey }, uploader, recordingId, fields, content)
    await recordWork(tx, now, uploader, { action, details: { recording_id: recordingId } })
    return { recordingId, repeated: false }
  })
}

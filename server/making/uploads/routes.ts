/** Uploads: submit, list, get (spec 4.3, 4.4; decisions 27 to 29a on media and repeats). */

import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { nameIgnored } from '../../platform/http/ignored-fields.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { waitFor } from '../../platform/http/wait.ts'
import { newId } from '../../platform/id.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { cancelUpload } from './cancel-upload.ts'
import { mediaUrl } from './fetch-media.ts'
import { findImported } from './find-imported.ts'
import { requirePlausibleConsent } from './given-upload.ts'
import { readIdempotencyKey, reserveIdempotencyKey } from './idempotency.ts'
import { getUpload, listUploads } from './list-uploads.ts'
import * as operations from './operations.ts'
import { presentUpload } from './present-upload.ts'
import { readUploadInThread } from './read-upload.ts'
import { rejectWithoutTranscriber, submitUpload, uploaderOf } from './submit-upload.ts'

type UploadDeps = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'outbound' | 'secretKey' | 'store' | 'threads'> & {
  transcribes(): Promise<boolean>
}

export function uploadRoutes(api: Api, deps: UploadDeps) {
  const { db, clock, jobs, outbound, threads, secretKey, transcribes } = deps
  api.post(
    '/api/v1/recordings/upload',
    {
      config: { scope: 'write', bodyRequired: true, maxBodyBytes: Infinity, readsBody: true },
      // readUpload validates the body.
      validatorCompiler: () => () => true,
      schema: operations.submitUpload,
    },
    async (request, reply) => {
      const { caller } = request
      const repeatable = readIdempotencyKey(request)
      const { fields, content, ignored } = await readUploadInThread(threads, request.rawBody!, {
        sharer: request.sharer,
      })
      nameIgnored(reply, ignored)
      if ('address' in content) checkAddress(outbound, content.address.url)
      const now = clock()
      const recordingId = newId('r', now)
      const uploader = uploaderOf(caller)
      const before = await db.transaction().execute(async (tx) => {
        const known = await findImported(tx, uploader, fields)
        if (known !== null) return known
        const before = repeatable && (await reserveIdempotencyKey(tx, now, uploader, repeatable, recordingId))
        if (before === null) {
          // Only for the first request: a repeated one gets the first response, whatever has been configured since.
          requirePlausibleConsent(fields, now)
          if ('address' in content) await rejectWithoutTranscriber(transcribes, fields)
          await submitUpload(tx, { now, jobs, secretKey }, uploader, recordingId, fields, content)
        }
        return before
      })
      reply.code(201)
      if (before !== null) reply.header('idempotency-replayed', 'true')
      return { recording_id: before ?? recordingId }
    },
  )

  api.post(
    '/api/v1/recordings/upload/list',
    { config: { scope: 'read', bodyRequired: true }, schema: operations.listUploads },
    async ({ caller, body }) => {
      const page = await listUploads(db, caller, body.filters ?? {}, readPageRequest('uploads', body.pagination))
      return { uploads: { page_info: page.info, data: page.rows.map(presentUpload) } }
    },
  )

  api.post(
    '/api/v1/recordings/upload/:recording_id/cancel',
    { config: { scope: 'write' }, schema: operations.cancelUpload },
    async (request) => ({ upload: presentUpload(await cancelUpload(deps, request, request.params.recording_id)) }),
  )

  api.get(
    '/api/v1/recordings/upload/:recording_id',
    { config: { scope: 'read' }, schema: operations.getUpload },
    async ({ caller, params, query }, reply) => {
      const read = () => getUpload(db, caller, params.recording_id)
      return {
        upload: presentUpload(await waitFor(reply, query.wait ?? 0, read, ({ status }) => status !== 'PENDING')),
      }
    },
  )
}

/** Checks the text of the URL; its host name is resolved and checked at download. */
function checkAddress(outbound: Context['outbound'], url: string): void {
  try {
    outbound.check(url, mediaUrl)
  } catch (error) {
    if (error instanceof OutboundError) throw new ApiError(400, error.message)
    throw error
  }
}

/** Uploads: submit, list, get (spec 4.3, 4.4; decisions 27 to 29a). */

import Type from 'typebox'
import { ApiError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { nameIgnored } from '../../platform/http/ignored-fields.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { operation, WaitQuery } from '../../platform/http/schema.ts'
import { waitFor } from '../../platform/http/wait.ts'
import { newId } from '../../platform/id.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { SecretKey } from '../../platform/secrets.ts'
import type { Threads } from '../../platform/threads.ts'
import type { Clock } from '../../platform/time.ts'
import { ListUploads, RecordingId, RecordingUpload, UploadPage, uploadExample } from '../library/schemas.ts'
import { mediaUrl } from '../media/fetch-media.ts'
import { idempotencyKey, idempotencyReplayed, readIdempotencyKey, takeKey } from './idempotency.ts'
import { getUpload, listUploads } from './list-uploads.ts'
import { presentUpload } from './present-upload.ts'
import { readUploadApart } from './read-upload.ts'
import { Submitted, SubmitUpload } from './submit-schemas.ts'
import { requireTranscriber, submitUpload, uploaderOf } from './submit-upload.ts'

export type UploadDeps = {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'send'>
  outbound: Pick<Outbound, 'check'>
  threads: Threads
  secretKey: SecretKey
  /** Whether media can be transcribed here. */
  transcribes(): boolean
}

export function uploadRoutes(api: Api, { db, clock, jobs, outbound, threads, secretKey, transcribes }: UploadDeps) {
  api.post(
    '/api/v1/recordings/upload',
    {
      config: { scope: 'write', bodyRequired: true, mostBodyBytes: Infinity, readsBody: true },
      // Judged where it is read.
      validatorCompiler: () => () => true,
      schema: operation({
        id: 'submit_upload',
        tag: 'Recordings',
        summary: 'Submit an upload',
        description:
          'Takes in a recording by the URL of its media or by its transcript; AI notes are written from it. With an `Idempotency-Key` the same request may be sent again within 24 hours: it is answered as the first time, with `Idempotency-Replayed: true`. A file is sent by the tus protocol to `/api/v1/recordings/upload/tus`.',
        body: SubmitUpload,
        answer: Submitted,
        sentHeaders: idempotencyKey,
        status: 201,
        headers: idempotencyReplayed,
        failures: [422],
        example: { recording_id: 'r_9' },
      }),
    },
    async (request, reply) => {
      const { caller } = request
      const repeatable = readIdempotencyKey(request)
      const { facts, content, ignored } = await readUploadApart(threads, request.rawBody!, request.sharer)
      nameIgnored(reply, ignored)
      if ('address' in content) {
        checkAddress(outbound, content.address.url)
        requireTranscriber(transcribes())
      }
      const now = clock()
      const recordingId = newId('r', now)
      const before = await db.transaction().execute(async (tx) => {
        const before = repeatable && (await takeKey(tx, now, caller, repeatable, recordingId))
        if (before === null) {
          await submitUpload(tx, { now, jobs, secretKey }, uploaderOf(caller), recordingId, facts, content)
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
    {
      config: { scope: 'read', bodyRequired: true },
      schema: operation({
        id: 'list_uploads',
        tag: 'Recordings',
        summary: 'List uploads',
        description: 'What came of the recordings that the caller uploaded, newest first; a super admin key lists all.',
        body: ListUploads,
        answer: UploadPage,
        example: { uploads: { page_info: { cursor: null, page_size: 20 }, data: [uploadExample] } },
      }),
    },
    async ({ caller, body }) => {
      const page = await listUploads(db, caller, body.filters ?? {}, readPageRequest('uploads', body.pagination))
      return { uploads: { page_info: page.info, data: page.rows.map(presentUpload) } }
    },
  )

  api.get(
    '/api/v1/recordings/upload/:recording_id',
    {
      config: { scope: 'read' },
      schema: operation({
        id: 'get_upload',
        tag: 'Recordings',
        summary: 'Get an upload',
        description:
          'What came of one uploaded recording. With `wait` the answer comes as soon as the upload is no longer PENDING, or after so many seconds as it is then.',
        extension: true,
        params: RecordingId,
        querystring: WaitQuery,
        answer: Type.Object({ upload: RecordingUpload }),
        example: { upload: uploadExample },
      }),
    },
    async ({ caller, params, query }, reply) => {
      const read = () => getUpload(db, caller, params.recording_id)
      return {
        upload: presentUpload(await waitFor(reply, query.wait ?? 0, read, ({ status }) => status !== 'PENDING')),
      }
    },
  )
}

/** By what it says; what its name leads to is found out when it is fetched. */
function checkAddress(outbound: UploadDeps['outbound'], url: string): void {
  try {
    outbound.check(url, mediaUrl)
  } catch (error) {
    if (error instanceof OutboundError) throw new ApiError(400, error.message)
    throw error
  }
}

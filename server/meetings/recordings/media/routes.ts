/**
 * Serves media by signed link: whole or in ranges, to players and programs that send no key (decision 16 on recording
 * fields).
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordingVisibleBy, type Viewer } from '../../../people/sight/viewer.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import { etagOf } from '../../../platform/http/etag.ts'
import { documentedHead } from '../../../platform/http/openapi.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { evaluateConditions } from '../../../platform/store/byte-range.ts'
import { type MediaStore, StoreError, unavailable } from '../../../platform/store/media-store.ts'
import { isGoodLink, type MediaLink } from './media-link.ts'
import { getMedia, headMedia } from './operations.ts'

type Route = { Params: { workspace_id: string; recording_id: string }; Querystring: Record<string, unknown> }

const path = '/media/:workspace_id/:recording_id'

/** Routes without keys. */
export function mediaRoutes(api: Api, deps: Pick<Context, 'db' | 'clock' | 'store'> & { keys: Buffer[] }): void {
  const handler = (request: FastifyRequest<Route>, reply: FastifyReply) => serve(request, reply, deps)
  // A link with missing or repeated parameters is a bad link (403), not an invalid query (400).
  const route = { url: path, attachValidation: true, handler }
  api.route<Route>({ ...route, method: 'HEAD', schema: headMedia as object, config: documentedHead })
  api.route<Route>({ ...route, method: 'GET', schema: getMedia as object, exposeHeadRoute: false })
}

async function serve(
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  deps: Pick<Context, 'db' | 'clock' | 'store'> & { keys: Buffer[] },
) {
  const media = await findMedia(deps, request)
  const answer = await answerOf(deps.store, media.file, request).catch((error) => {
    throw error instanceof StoreError ? unavailable(error) : error
  })
  return reply.code(answer.status).headers(answer.headers).headers(descriptionOf(media)).send(answer.body)
}

type MediaRequest = Pick<FastifyRequest, 'method' | 'headers'>

/** @throws {ApiError} 404, 412 or 416 */
async function answerOf(store: MediaStore, file: string, { method, headers }: MediaRequest) {
  const bytes = await store.size(file)
  if (bytes === null) throw notFound('Media')
  // A hash, because the name in the store is internal.
  const etag = etagOf(file)
  const { status, range } = evaluateConditions(
    method === 'HEAD' ? { ...headers, range: undefined } : headers,
    etag,
    bytes,
  )
  if (status === 412) throw new ApiError(412, 'The media is not the one that was asked for')
  if (status === 416) {
    throw new ApiError(416, 'There is nothing in this range', { headers: { 'content-range': `bytes */${bytes}` } })
  }
  const described = { etag, 'accept-ranges': 'bytes' }
  if (status === 304) return { status, headers: described, body: '' }
  const length = { 'content-length': range ? range.end - range.start + 1 : bytes }
  const part = range && { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` }
  // A stream, because for a text Fastify would set the content length itself.
  const body = method === 'HEAD' ? Readable.from([]) : await store.read(file, range)
  if (body === null) throw notFound('Media')
  return { status, headers: { ...described, ...length, ...part }, body }
}

/** @throws {ApiError} 403 for a bad link or one whose viewer has lost access, 404 if there is no such media */
async function findMedia(
  { db, clock, keys }: Pick<Context, 'db' | 'clock'> & { keys: Buffer[] },
  { params, query }: FastifyRequest<Route>,
) {
  const { expires, signature } = query
  const link = {
    workspaceId: params.workspace_id,
    recordingId: params.recording_id,
    ...viewerIn(query),
    expires: String(expires),
  }
  if (!keys.some((key) => isGoodLink(key, link, String(signature), clock())))
    throw new ApiError(403, 'This link is not valid or has expired')
  const found = await readMedia(db, link, clock())
  if (!found) throw notFound('Media')
  if (!found.visible) {
    throw new ApiError(403, 'The person or the key that this link was made for may no longer see the recording')
  }
  const { file, content_type, file_name } = found
  if (file === null) throw notFound('Media')
  return { file, content_type, file_name: file_name! }
}

function viewerIn({ user_id, key_id, session_id, link_id }: Record<string, unknown>): Viewer {
  if (link_id !== undefined) return { outsideLinkId: String(link_id) }
  if (key_id === undefined) return { userId: String(user_id), keyId: null, sessionId: String(session_id) }
  return { userId: String(user_id), keyId: String(key_id), sessionId: null }
}

/** Also reads whether the viewer of the link may see it now; `file` is null if there are no media (any more). */
function readMedia(db: Db, link: MediaLink, now: Date) {
  return db
    .selectFrom('recordings')
    .leftJoin('recording_media as media', (join) =>
      join
        .onRef('media.workspace_id', '=', 'recordings.workspace_id')
        .onRef('media.recording_id', '=', 'recordings.id'),
    )
    .select(['media.file', 'media.content_type', 'media.file_name', recordingVisibleBy(link, now).as('visible')])
    .where('recordings.workspace_id', '=', link.workspaceId)
    .where('recordings.id', '=', link.recordingId)
    .executeTakeFirst()
}

/** A browser shows only audio and video; any other type is downloaded, as it may be a page with a script. */
function descriptionOf({ content_type, file_name }: { content_type: string | null; file_name: string }) {
  // A type from an imported world may be any text, but a header allows only printable ASCII.
  const plays = /^(audio|video)\/(?!.*xml)[ -~]+$/.test(content_type ?? '')
  return {
    'content-type': plays ? content_type! : 'application/octet-stream',
    'content-disposition': `${plays ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file_name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  }
}

/** Serves media by signed link: whole or in ranges, to players and programs that have no key (decision 16). */
import send from '@fastify/send'
import type { Api } from '../../platform/api.ts'
import type { Db } from '../../platform/db.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import { isGoodLink, type MediaLink } from './media-link.ts'
import type { MediaStore } from './media-store.ts'

export type MediaDeps = { db: Db; clock: Clock; store: MediaStore; key: Buffer }

type Route = { Params: { workspace_id: string; recording_id: string }; Querystring: Record<string, unknown> }

/** A scope without keys. */
export function mediaRoutes(api: Api, deps: MediaDeps): void {
  api.get<Route>('/media/:workspace_id/:recording_id', { schema: { hide: true } as object }, async (request, reply) => {
    const { workspace_id: workspaceId, recording_id: recordingId } = request.params
    const { expires, signature } = request.query
    const link = { workspaceId, recordingId, expires: String(expires), signature: String(signature) }
    const media = await findMedia(deps, link)
    const path = deps.store.pathOf(media.file)
    const found = await send(request.raw, encodeURI(path), {
      dotfiles: 'allow',
      cacheControl: false,
      contentType: false,
    })
    if (found.type !== 'file') throw faultOf(found.statusCode, found.headers)
    reply.code(found.statusCode).headers(found.headers).headers(descriptionOf(media))
    return reply.send(found.stream)
  })
}

/** @throws {ApiError} 403 for a link that is not good, 404 if there is no such media any more */
async function findMedia({ db, clock, key }: MediaDeps, link: MediaLink) {
  if (!isGoodLink(key, link, clock())) throw new ApiError(403, 'This link is not valid or has expired')
  const { workspaceId, recordingId } = link
  const media = await db
    .selectFrom('recording_media')
    .select(['file', 'content_type', 'file_name'])
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', recordingId)
    .executeTakeFirst()
  if (!media) throw new ApiError(404, 'Media not found')
  return media
}

function faultOf(status: number, headers: Record<string, unknown>): ApiError {
  if (status === 404) return new ApiError(404, 'Media not found')
  if (status === 412) return new ApiError(412, 'The media is not the one that was asked for')
  const range = headers['Content-Range'] ?? headers['content-range']
  return new ApiError(416, 'There is nothing in this range', { headers: { 'content-range': String(range) } })
}

/** Only sound and pictures are shown by a browser as what they say they are: anything else might be a page with a script. */
function descriptionOf({ content_type, file_name }: { content_type: string | null; file_name: string }) {
  const plays = /^(audio|video)\/(?!.*xml)/.test(content_type ?? '')
  return {
    'content-type': plays ? content_type! : 'application/octet-stream',
    'content-disposition': `${plays ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file_name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
}

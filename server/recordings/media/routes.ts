/** Serves media by signed link: whole or in ranges, to players and programs that have no key (decision 16). */
import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/api.ts'
import type { Db } from '../../platform/db.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { toldHead } from '../../platform/openapi.ts'
import type { Clock } from '../../platform/time.ts'
import { isGoodLink, type MediaLink } from './media-link.ts'
import type { MediaStore } from './media-store.ts'
import { getMedia, headMedia } from './operations.ts'
import { readRange } from './read-range.ts'

export type MediaDeps = { db: Db; clock: Clock; store: MediaStore; key: Buffer }

type Route = { Params: { workspace_id: string; recording_id: string }; Querystring: Record<string, unknown> }

const path = '/media/:workspace_id/:recording_id'

/** A scope without keys. */
export function mediaRoutes(api: Api, deps: MediaDeps): void {
  const handler = (request: FastifyRequest<Route>, reply: FastifyReply) => serve(request, reply, deps)
  // A link without its parts, or with one twice, is not a good one: it is the link that is judged, not the query.
  const route = { url: path, attachValidation: true, handler }
  api.route<Route>({ ...route, method: 'HEAD', schema: headMedia as object, config: toldHead })
  api.route<Route>({ ...route, method: 'GET', schema: getMedia as object, exposeHeadRoute: false })
}

async function serve({ params, query, raw }: FastifyRequest<Route>, reply: FastifyReply, deps: MediaDeps) {
  const { workspace_id: workspaceId, recording_id: recordingId } = params
  const { expires, signature } = query
  const link = { workspaceId, recordingId, expires: String(expires), signature: String(signature) }
  const media = await findMedia(deps, link)
  const { path, bytes } = await deps.store.describe(media.file).catch((error) => {
    throw error.code === 'ENOENT' ? notFound('Media') : error
  })
  const range = raw.method === 'GET' ? readRange(raw.headers.range, bytes) : undefined
  const asked = { method: raw.method, headers: { ...raw.headers, range } } as unknown as typeof raw
  const options = { dotfiles: 'allow', cacheControl: false, contentType: false } as const
  const found = await send(asked, encodeURI(path), options)
  if (found.type !== 'file') throw faultOf(found.statusCode, found.headers)
  return reply.code(found.statusCode).headers(found.headers).headers(descriptionOf(media)).send(found.stream)
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
  if (!media) throw notFound('Media')
  return media
}

function faultOf(status: number, headers: Record<string, unknown>): ApiError {
  if (status === 404) return notFound('Media')
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

/**
 * Resumable uploads by the tus protocol, version 1.0.0 (tus.io): create, send in any number of pieces, go on after a break
 * of the line or of this process, take back. The library speaks the protocol; keys, owners, limits and errors are ours.
 */
import { mkdir, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { ERRORS, MemoryLocker, Server, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/api.ts'
import { ApiError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { StoreError, unavailable } from '../media/media-store.ts'
import { requireOwnPlaces, uploaderOf } from '../submit-upload.ts'
import { fileOf, finishSession, readMetadata, type SessionDeps } from './finish-session.ts'
import { Sessions, sessionSeconds } from './sessions.ts'

const path = '/api/v1/recordings/upload/tus'

export type TusDeps = SessionDeps & { mediaMaxBytes: number }

export function tusRoutes(keyed: Api, deps: TusDeps): void {
  const locker = new MemoryLocker()
  keyed.register(async (api: Api) => {
    // The bytes go to disk as they come: no limit of a body, and nobody waits for the last one.
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    const route = {
      ...{ bodyLimit: Number.MAX_SAFE_INTEGER, config: { slow: true }, schema: { hide: true } as object },
      handler: (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, deps, locker),
    }
    api.route({ ...route, url: path, method: ['POST', 'OPTIONS'] })
    api.route({ ...route, url: `${path}/:recording_id`, method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'] })
  })
}

async function answer(request: FastifyRequest, reply: FastifyReply, deps: TusDeps, locker: MemoryLocker) {
  const sessions = new Sessions(deps.db, deps.clock(), uploaderOf(request.caller))
  await mkdir(deps.store.uploadsFolder, { recursive: true, mode: 0o700 })
  let fault: unknown
  const server = new Server({
    ...{ path, locker, maxSize: deps.mediaMaxBytes, datastore: new SessionStore(deps, sessions) },
    ...{ relativeLocation: true, allowedOrigins: () => false },
    namingFunction: () => newId('r', deps.clock()),
    onIncomingRequest: (_, id) => greet(request, deps, sessions, id),
    async onUploadCreate(_, { size, metadata = {} }) {
      if (size === 0) throw new ApiError(400, 'Upload-Length must be at least 1')
      await requireOwnPlaces(deps.db, sessions.uploader, readMetadata(metadata))
      return {}
    },
    async onUploadFinish(_, { id }) {
      await finishSession(deps, sessions.uploader, id)
      return {}
    },
    onResponseError: (_, error) => {
      fault = error
      return error instanceof ApiError ? { status_code: error.status, body: error.message } : undefined
    },
  })
  const response = await server.handleWeb(webRequest(request))
  const headers = headersOf(response)
  if (fault instanceof ApiError) throw fault
  if (fault instanceof StoreError) throw unavailable(fault)
  if (response.status >= 400) throw refusal(response, await response.text(), headers, fault)
  await tellExpiry(reply, sessions, response.headers.get('location') ?? request.url)
  return reply.code(response.status).headers(headers).send('')
}

/** Before anything else is done with an upload: it is the caller's, and one that only lacks its end gets it. */
async function greet({ method }: FastifyRequest, deps: TusDeps, sessions: Sessions, id: string): Promise<void> {
  if (method === 'POST') return
  const session = await sessions.find(id)
  if (!session) throw ERRORS.FILE_NOT_FOUND
  if (method !== 'HEAD' || session.complete) return
  const { size } = await stat(fileOf(deps.store, id)).catch(() => ({ size: null }))
  if (size !== null && size === Number(session.length)) await finishSession(deps, sessions.uploader, id)
}

/** Files of the media store's folder for uploads; one that is complete has moved on, and is as long as it should be. */
class SessionStore extends FileStore {
  readonly #sessions: Sessions

  constructor({ store }: TusDeps, sessions: Sessions) {
    super({ directory: store.uploadsFolder, configstore: sessions })
    this.#sessions = sessions
  }

  override async getUpload(id: string): Promise<Upload> {
    const session = await this.#sessions.find(id)
    if (!session?.complete) return super.getUpload(id)
    return new Upload({ id, size: Number(session.length), offset: Number(session.length) })
  }
}

function webRequest({ raw, method, headers, contentType, url }: FastifyRequest): Request {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, String(value))
  if (contentType) sent.set('content-type', contentType)
  const body = method === 'POST' || method === 'PATCH' ? (Readable.toWeb(raw) as ReadableStream) : null
  const init: RequestInit & { duplex: 'half' } = { method, headers: sent, body, duplex: 'half' }
  return new Request(`http://localhost${url.split('?')[0]}`, init)
}

/** Without those that a browser on another origin would need, which no other operation grants either. */
function headersOf(response: Response): Record<string, string> {
  const kept = [...response.headers].filter(([name]) => !/^(access-control-|content-length$|content-type$)/.test(name))
  return Object.fromEntries(kept)
}

function refusal({ status }: Response, text: string, headers: Record<string, string>, cause: unknown): ApiError {
  if (status >= 500) return new ApiError(500, 'Internal error', { cause, headers })
  return new ApiError(status, text.trim() || 'The request is not as the tus protocol has it', { headers })
}

/** When an upload that is not complete will be forgotten. */
async function tellExpiry(reply: FastifyReply, sessions: Sessions, address: string): Promise<void> {
  const session = await sessions.find(address.split('?')[0]!.split('/').at(-1)!)
  if (!session || session.complete) return
  reply.header('upload-expires', new Date(session.created_at.getTime() + sessionSeconds * 1_000).toUTCString())
}

/**
 * Resumable uploads by the tus protocol, version 1.0.0 (tus.io): create, send in any number of pieces, continue after a
 * lost connection or a restart, delete. The library implements the protocol; keys, owners, limits and errors are ours.
 */
import { createWriteStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Locker, Server, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireChanges } from '../../../people/caller/frozen.ts'
import type { Context } from '../../../platform/context/context.ts'
import { type DiskReserve, noSpace } from '../../../platform/disk-reserve.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { makePrivateFolder } from '../../../platform/folder.ts'
import type { Api } from '../../../platform/http/api.ts'
import { documentedHead } from '../../../platform/http/openapi.ts'
import { readPageRequest } from '../../../platform/http/page.ts'
import { requirePlainBody } from '../../../platform/http/plain-body.ts'
import { newId } from '../../../platform/id.ts'
import { StoreError, unavailable } from '../../../platform/store/media-store.ts'
import type { Transcriber } from '../../engines/shared/engines.ts'
import { findImported } from '../find-imported.ts'
import { requirePlausibleConsent } from '../given-upload.ts'
import { type MediaLimits, sessionSeconds } from '../media-use.ts'
import { rejectWithoutTranscriber, requireOwnTargets, uploaderOf } from '../submit-upload.ts'
import { requireWithoutMedia } from './attach-media.ts'
import { fileOf, finishSession, readMetadata } from './finish-session.ts'
import { listSessions } from './list-sessions.ts'
import { hearLiveWords } from './live-words.ts'
import * as operations from './operations.ts'
import { Sessions } from './sessions.ts'
import { uploadLocked } from './upload-locker.ts'

export const tusPath = '/api/v1/recordings/upload/tus'

export type TusDeps = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store'> & {
  disk: DiskReserve
  limits: MediaLimits
  locker: Locker
  transcribes(): Promise<boolean>
  transcriber(): Transcriber | null
}

export function tusRoutes(keyed: Api, deps: TusDeps): void {
  keyed.get(tusPath, { config: { scope: 'read' }, schema: operations.listUploads }, async ({ caller, query }) => {
    const request = readPageRequest('resumable_uploads', query)
    const page = await listSessions(deps, deps.clock(), uploaderOf(caller), request)
    return { page_info: page.info, data: page.rows }
  })
  keyed.get(
    `${tusPath}/:recording_id/words`,
    { config: { scope: 'read' }, schema: operations.hearUpload },
    (request) => {
      const { caller, params, query } = request
      const sessions = new Sessions(deps.db, deps.clock(), uploaderOf(caller))
      return hearLiveWords(deps, sessions, params.recording_id, query.from ?? 0)
    },
  )
  keyed.register(async (api: Api) => {
    // The bytes are streamed to disk, so the body is neither limited nor buffered.
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    const handler = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, deps)
    const taking = {
      bodyLimit: Number.MAX_SAFE_INTEGER,
      config: { scope: 'write' as const, ofRecorders: true, slow: true, otherBodies: operations.pieces },
      handler,
    }
    const upload = `${tusPath}/:recording_id`
    api.route({ ...taking, method: 'POST', url: tusPath, schema: operations.createUpload as object })
    // A piece may be empty; its content type identifies it.
    const piece = { ...taking, config: { ...taking.config, bodyRequired: true } }
    api.route({ ...piece, method: 'PATCH', url: upload, schema: operations.sendPiece as object })
    const reading = { config: { scope: 'read' as const }, handler }
    const head = { config: { ...reading.config, ofRecorders: true, ...documentedHead }, handler }
    const writing = { config: { scope: 'write' as const, ofRecorders: true }, handler }
    api.route({ ...head, method: 'HEAD', url: upload, schema: operations.getUpload as object })
    api.route({ ...writing, method: 'DELETE', url: upload, schema: operations.deleteUpload as object })
    api.route({ ...reading, method: 'OPTIONS', url: tusPath, schema: operations.getOptions as object })
    api.route({ ...reading, method: 'OPTIONS', url: upload, schema: operations.getOptionsOfUpload as object })
  })
}

async function answer(request: FastifyRequest, reply: FastifyReply, deps: TusDeps) {
  reply.header('tus-resumable', operations.version)
  if (request.method !== 'OPTIONS') checkProtocol(request)
  // The bytes change no row, so the database would not refuse them.
  if (request.method !== 'OPTIONS' && request.method !== 'HEAD') requireChanges(request.caller.frozen)
  const sessions = new Sessions(deps.db, deps.clock(), uploaderOf(request.caller))
  await makePrivateFolder(deps.store.uploadsFolder)
  let failure: unknown
  const server = new Server({
    path: tusPath,
    locker: deps.locker,
    maxSize: deps.limits.mediaMaxBytes,
    datastore: new SessionStore(deps, sessions),
    relativeLocation: true,
    allowedOrigins: () => false,
    // A request that must release the lock can stop at once, because received bytes are kept.
    lockDrainTimeout: 1,
    namingFunction: () => newId('r', deps.clock()),
    onIncomingRequest: (_, id) => checkSession(request, deps, sessions, id),
    async onUploadCreate(_, { size, metadata = {} }) {
      if (size === 0) throw new ApiError(400, 'Upload-Length must be at least 1')
      const fields = readMetadata(metadata)
      requirePlausibleConsent(fields, deps.clock())
      await requireOwnTargets(deps.db, sessions.uploader, fields.targets)
      if (metadata.media_of) await requireWithoutMedia(deps.db, sessions.uploader, metadata.media_of)
      const known = await findImported(deps.db, sessions.uploader, fields)
      if (known !== null) throw new ApiError(409, `This was imported before, as ${known}`)
      return {}
    },
    async onUploadFinish(_, { id }) {
      await finishSession(deps, sessions.uploader, id)
      return {}
    },
    onResponseError: (_, error) => {
      failure = error
      return error instanceof ApiError ? { status_code: error.status, body: error.message } : undefined
    },
  })
  const response = await server.handleWeb(webRequest(request))
  if (response.status >= 400) throw refusal(response.status, await response.text(), failure)
  await sendExpiry(reply, sessions, response.headers.get('location') ?? request.url)
  return reply.code(response.status).headers(headersOf(response)).send()
}

/** Checks of the protocol that the library answers differently, or with an internal error. */
function checkProtocol(request: FastifyRequest): void {
  const { method, headers, contentType } = request
  if (headers['tus-resumable'] !== operations.version) {
    const spoken = { 'tus-version': operations.version }
    throw new ApiError(412, `Tus-Resumable must be ${operations.version}`, { headers: spoken })
  }
  if (headers['upload-concat'] !== undefined) throw new ApiError(400, 'Upload-Concat is not understood')
  requirePlainBody(request)
  if (method !== 'PATCH') return
  if (contentType !== operations.piece) throw new ApiError(415, `Send the piece as ${operations.piece}`)
  if (headers['upload-offset'] === undefined) throw new ApiError(400, 'Upload-Offset is required')
  if (headers['upload-length'] === '0') throw new ApiError(400, 'Upload-Length must be at least 1')
}

/** Checks that the upload is the caller's; HEAD finishes it if all bytes have arrived. */
async function checkSession({ method }: FastifyRequest, deps: TusDeps, sessions: Sessions, id: string): Promise<void> {
  if (method === 'POST') return
  const session = await sessions.find(id)
  if (!session) throw notFound('Upload')
  if (method !== 'HEAD' || session.complete) return
  const { size } = await stat(fileOf(deps.store, id)).catch(() => ({ size: null }))
  if (size !== null && size === session.length) await finishSession(deps, sessions.uploader, id)
}

/** Files in the uploads folder of the media store; the file of a complete upload is in the store. */
class SessionStore extends FileStore {
  readonly #sessions: Sessions
  readonly #deps: TusDeps

  constructor(deps: TusDeps, sessions: Sessions) {
    super({ directory: deps.store.uploadsFolder, configstore: sessions })
    this.#sessions = sessions
    this.#deps = deps
  }

  /** @throws {ApiError} 422 without a transcription service, 409 beyond the limits, 507 */
  override async create(upload: Upload): Promise<Upload> {
    const { disk, limits, store, transcribes } = this.#deps
    const { metadata = {} } = upload
    if (!metadata.media_of) await rejectWithoutTranscriber(transcribes, readMetadata(metadata))
    await disk.require(upload.size)
    const file = fileOf(store, upload.id)
    await writeFile(file, '', { mode: 0o600 })
    try {
      await this.#sessions.begin(upload, limits)
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    try {
      return await super.getUpload(id)
    } catch (error) {
      // The file is removed after the session is complete, so it must be looked up before the session.
      const session = await this.#sessions.find(id)
      if (!session?.complete) throw error
      return new Upload({ id, size: session.length!, offset: session.length! })
    }
  }

  /** Also after a deletion that was interrupted before its row. */
  override async remove(id: string): Promise<void> {
    const session = await this.#sessions.find(id)
    if (session?.complete !== false) throw notFound('Upload')
    await rm(fileOf(this.#deps.store, id), { force: true })
    await this.#sessions.delete(id)
  }

  /** Keeps the bytes before an error. The library would hide the error itself. @throws {ApiError} 507 */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const session = await this.#sessions.find(id)
    if (session?.length === offset) return offset
    const { disk, store } = this.#deps
    await disk.require()
    const file = createWriteStream(fileOf(store, id), { flags: 'r+', start: offset })
    await pipeline(bytes, (pieces: AsyncIterable<Buffer>) => disk.guard(pieces), file)
    return offset + file.bytesWritten
  }
}

/** Passes only the headers in openapi.json, because the library would interpret others too. */
function webRequest({ raw, method, headers, contentType, url, routeOptions }: FastifyRequest): Request {
  const { sentHeaders } = routeOptions.schema as { sentHeaders: object }
  const sent = new Headers()
  for (const name of ['content-length', ...Object.keys(sentHeaders)]) {
    const value = headers[name.toLowerCase()]
    if (value !== undefined) sent.set(name, String(value))
  }
  if (contentType) sent.set('content-type', contentType)
  const body = method === 'POST' || method === 'PATCH' ? (Readable.toWeb(raw) as ReadableStream) : null
  const init: RequestInit & { duplex: 'half' } = { method, headers: sent, body, duplex: 'half' }
  return new Request(`http://localhost${url.split('?')[0]}`, init)
}

/** Without CORS headers, as for all other operations. */
function headersOf(response: Response): Record<string, string> {
  const kept = [...response.headers].filter(([name]) => !/^(access-control-|content-length$|content-type$)/.test(name))
  return Object.fromEntries(kept)
}

/** Converts errors of the library to errors of this API; internal errors go to the error handler. */
function refusal(status: number, text: string, failure: unknown): unknown {
  if (failure === ERRORS.FILE_NOT_FOUND || failure === ERRORS.FILE_NO_LONGER_EXISTS) return notFound('Upload')
  if (failure === ERRORS.ABORTED) return uploadLocked()
  if (failure instanceof StoreError) return unavailable(failure)
  if (['ENOSPC', 'EDQUOT'].includes((failure as NodeJS.ErrnoException)?.code ?? '')) return noSpace(failure)
  if (failure instanceof ApiError || (failure instanceof Error && status >= 500)) return failure
  if (status >= 500) return new ApiError(500, 'Internal error', { cause: failure })
  return new ApiError(status, text.trim() || 'The request is not as the tus protocol has it')
}

/** Sends the time at which an incomplete upload expires. */
async function sendExpiry(reply: FastifyReply, sessions: Sessions, address: string): Promise<void> {
  const session = await sessions.find(address.split('?')[0]!.split('/').at(-1)!)
  if (!session || session.complete) return
  reply.header('upload-expires', new Date(session.created_at.getTime() + sessionSeconds * 1_000).toUTCString())
}

/**
 * The test harness: a real PostgreSQL database, the real API, and a movable clock. The world of a finished test is
 * emptied and used again for the same settings, because creating database and API takes most of a small test's time.
 */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { buildApi, type Server } from '../../server/app/api.ts'
import { type Base, openBase } from '../../server/app/base.ts'
import { fireOptions } from '../../server/app/parts-of.ts'
import { backgroundJobs, createDeliverer } from '../../server/app/worker.ts'
import { importWorld } from '../../server/keeping/world/import/import-world.ts'
import { isReady, type Transcriber } from '../../server/making/engines/shared/engines.ts'
import { readConfig } from '../../server/platform/context/config.ts'
import { EngineError } from '../../server/platform/errors.ts'
import { type Answer, checkAnswer } from './contract.ts'
import { clearRows, type Database, openDatabase, renewDatabase } from './databases.ts'
import { runDueJobs } from './jobs.ts'
import { keepOrClose, takeKept } from './kept.ts'
import { checkPayloads } from './payloads.ts'
import { checkStatements, recordStatements } from './workspace-by-value.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export type { Answer }

type Request = {
  key?: string
  body?: unknown
  headers?: Record<string, string>
  host?: string
  /** Ends an endless answer after its first chunk. */
  cut?: boolean
}

type Options = { anew?: boolean; database?: Database }

/**
 * @param settings  environment variables that differ from the defaults
 * @param anew      use a new database and API, for tests that depend on their caches: plans, counters
 * @param database  what a new world begins with, in place of an empty database
 */
export async function openWorld(settings: Record<string, string> = {}, { anew = false, database }: Options = {}) {
  const kind = JSON.stringify(settings)
  const service = (!anew && takeKept<Service>(kind)) || (await openService(settings, database))
  const { base, api, logged } = service
  return {
    base,
    db: base.db,
    config: base.config,
    logged,
    api,
    ...requestsTo(api),
    ...importsInto(base),
    ...clockAndDisk(service),
    /** Removes every row that was written since it was opened. */
    empty: () => clearRows(base.db),
    /** Runs all jobs that are due by the moved clock; a failed job fails the test. */
    settle: () => settle(base),
    async [Symbol.asyncDispose]() {
      // The database of a test may be unavailable or closed.
      const isOpen = !settings.DATABASE_URL && !service.isClosed
      if (isOpen) await checkPayloads(base.db)
      const unnamed = isOpen ? await checkStatements(base.db) : []
      if (anew) await service.close()
      else await keepOrClose(kind, service, () => service.renew())
      assert.deepEqual(unnamed, [], 'statements that do not name their workspace by value')
    },
  }
}

function requestsTo(api: Server) {
  const request = (method: string, path: string, sent: Request = {}) => send(api, method, path, sent)
  return {
    request,
    get: (path: string, key?: string, more: Request = {}) => request('GET', path, { key, ...more }),
    post: (path: string, key?: string, body?: unknown, more: Request = {}) =>
      request('POST', path, { key, body, ...more }),
    patch: (path: string, key?: string, body?: unknown, more: Request = {}) =>
      request('PATCH', path, { key, body, ...more }),
    delete: (path: string, key?: string, more: Request = {}) => request('DELETE', path, { key, ...more }),
  }
}

/** Sends a request and holds its answer against the document. */
async function send(api: Server, method: string, path: string, sent: Request): Promise<Answer> {
  const { key, body, headers = {}, host, cut = false } = sent
  const answer = await api.api.inject({
    method: method as 'GET',
    url: path,
    payloadAsStream: cut,
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(host && { host }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
    }),
  })
  const text = cut ? await readOrCut(answer) : answer.body
  const isJson = text !== '' && answer.headers['content-type']?.toString().startsWith('application/json')
  const result = {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    body: isJson ? JSON.parse(text) : undefined,
    text,
  }
  // Only a workspace that speaks as the hosted original answers so, and then the whole answer is by that document.
  const profile = result.headers['x-minutebook-profile'] === 'hosted' ? 'hosted' : 'none'
  checkAnswer(profile, method, path, result)
  return result
}

function importsInto(base: Base) {
  return {
    /** Loads workspaces written as in demo/world.json. */
    load: (...workspaces: object[]) => importWorld(base.db, worldOf(workspaces), base),
    /** The same, and announces events of new objects. */
    loadAndAnnounce: (...workspaces: object[]) =>
      importWorld(base.db, worldOf(workspaces), { ...base, fire: fireOptions(base) }),
  }
}

function clockAndDisk(service: Service) {
  const move = (milliseconds: number) => {
    service.now = new Date(service.now.getTime() + milliseconds)
  }
  return {
    /** Moves the clock. */
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) =>
      move((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000),
    /** Sets the free bytes of every disk. */
    leaveFree(bytes: number) {
      service.free = bytes
      // The free space of a disk is cached for a second.
      move(1_000)
    },
  }
}

async function settle(base: Base): Promise<void> {
  const works = backgroundJobs(base)
  const deliverer = createDeliverer(base, { woken: async () => {}, wake() {} })
  while ((await runDueJobs(base.db, works, base.clock)).length + (await deliverer.deliverDue()) > 0);
  await checkPayloads(base.db)
}

type Service = Awaited<ReturnType<typeof openService>>

/** Whether a part was replaced. */
const isOther = <Whole extends object>(whole: Whole, before: Whole) =>
  Object.entries(before).some(([name, part]) => whole[name as keyof Whole] !== part)

/** The API on its own database, with a movable clock. */
async function openService(settings: Record<string, string>, given?: Database) {
  const database = given ?? (await openDatabase())
  // The service creates it when it stores the first file.
  const folder = join(tmpdir(), database.name)
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: '00'.repeat(32),
    API_RATE_PER_SECOND: '0',
    // A slow test machine must not cause 503 answers.
    SHED_DELAY_MS: '0',
    LOG_LEVEL: 'silent',
    // Whether the console was built must not change what other tests see.
    CONSOLE: 'off',
    PUBLIC_URL: 'https://minutebook.test',
    ...settings,
  })
  const logged: string[] = []
  const log = pino({ level: config.logLevel }, { write: (line) => void logged.push(line) })
  const atFirst = { now: new Date('2026-01-10T12:00:00.000Z'), free: Number.MAX_SAFE_INTEGER }
  const base: Base = await openBase(config, log, () => service.now, {
    // The database may be unavailable.
    usesKey: !settings.DATABASE_URL,
    freeBytes: async () => service.free,
  })
  recordStatements(base)
  // Media are accepted, but not transcribed; tests of transcription set their own transcriber.
  if (!(await isReady(base.engines.transcriber))) base.engines.transcriber = findsNoSpeech
  const api: Server = await buildApi(base)
  const [closeBase, closeApi] = [base.close, api.close]
  base.close = () => {
    service.isClosed = true
    return closeBase()
  }
  api.close = () => {
    service.isStopped = true
    return closeApi()
  }
  const [parts, engines] = [{ ...base }, { ...base.engines }]
  const service = {
    ...atFirst,
    base,
    api,
    logged,
    isStopped: false,
    isClosed: false,
    /** Resets everything to the first state. @returns whether that was possible */
    async renew(): Promise<boolean> {
      const isChanged = isOther(base, parts) || isOther(base.engines, engines)
      const isUsedUp = service.isStopped || service.isClosed || api.api.server.listening || existsSync(folder)
      if (isChanged || isUsedUp || settings.DATABASE_URL) return false
      await api.flush()
      if (!(await renewDatabase(base.db))) return false
      Object.assign(service, atFirst)
      logged.length = 0
      return true
    },
    async close() {
      if (!service.isStopped) await api.close()
      if (!service.isClosed) await base.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return service
}

type Injected = Awaited<ReturnType<Server['api']['inject']>>

async function readOrCut({ headers, stream, raw }: Injected): Promise<string> {
  let text = ''
  for await (const chunk of stream()) {
    text += chunk
    if (headers['content-type']?.toString().startsWith('text/event-stream')) {
      raw.res.destroy()
      break
    }
  }
  return text
}

const findsNoSpeech: Transcriber = {
  transcribe: async () => {
    throw new EngineError('Nothing was heard', { retryable: false })
  },
}

const worldOf = (workspaces: object[]) => Readable.from([JSON.stringify({ version: 1, workspaces })])

/**
 * The harness: a real PostgreSQL database, the real API on it, and a clock to move. A world that a test is done with is
 * emptied for the next one of the same settings, because making database and API anew is most of a small test's time.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { buildApi, type Server } from '../../server/api.ts'
import { type Base, openBase } from '../../server/base.ts'
import { readConfig } from '../../server/config.ts'
import { EngineError, type Transcriber } from '../../server/engines/engines.ts'
import { fireTerms } from '../../server/room-terms.ts'
import { backgroundWork, createDeliverer } from '../../server/worker.ts'
import { importWorld } from '../../server/world/import/import-world.ts'
import { checkAnswer } from './contract.ts'
import { clearRows, openDatabase, renewDatabase } from './databases.ts'
import { runDueJobs } from './jobs.ts'
import { keepOrClose, takeKept } from './kept.ts'
import { checkPayloads } from './payloads.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

// biome-ignore lint/suspicious/noExplicitAny: an answer's shape is held against the document, not against a type
export type Answer = { status: number; headers: Record<string, string>; body: any; text: string }

type Request = {
  key?: string
  body?: unknown
  headers?: Record<string, string>
  host?: string
  /** Ends an answer that has no end after its first words. */
  cut?: boolean
}

/**
 * @param settings  environment variables that differ from the defaults
 * @param anew      on a database and an API of its own, for tests that look at what those have kept: plans, counters
 */
export async function openWorld(settings: Record<string, string> = {}, { anew = false } = {}) {
  const kind = JSON.stringify(settings)
  const service = (!anew && takeKept<Service>(kind)) || (await openService(settings))
  const { base, api } = service

  async function request(
    method: string,
    path: string,
    { key, body, headers = {}, host, cut = false }: Request = {},
  ): Promise<Answer> {
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
    checkAnswer(api.document(), method, path, result)
    return result
  }

  return {
    base,
    db: base.db,
    config: base.config,
    logged: service.logged,
    api,
    request,
    get: (path: string, key?: string, more: Request = {}) => request('GET', path, { key, ...more }),
    post: (path: string, key?: string, body?: unknown, more: Request = {}) =>
      request('POST', path, { key, body, ...more }),
    patch: (path: string, key?: string, body?: unknown, more: Request = {}) =>
      request('PATCH', path, { key, body, ...more }),
    delete: (path: string, key?: string, more: Request = {}) => request('DELETE', path, { key, ...more }),
    /** Loads workspaces written as in demo/world.json. */
    load: (...workspaces: object[]) => importWorld(base.db, worldOf(workspaces), base),
    /** The same, and webhooks hear of what is new. */
    loadAloud: (...workspaces: object[]) =>
      importWorld(base.db, worldOf(workspaces), { ...base, fire: fireTerms(base) }),
    /** Removes every row that was written since it was opened. */
    empty: () => clearRows(base.db),
    /** Leaves so many bytes free on every disk. */
    leaveFree(bytes: number) {
      service.free = bytes
      // A look at the disk is good for a second.
      service.now = new Date(service.now.getTime() + 1_000)
    },
    /** Moves the clock. */
    advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      service.now = new Date(service.now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000)
    },
    /** Does what workers would have done by now, by the moved clock; an action that fails, fails the test. */
    async settle() {
      const works = backgroundWork(base)
      const deliverer = createDeliverer(base, { woken: async () => {}, wake() {} })
      while ((await runDueJobs(base.db, works, base.clock)).length + (await deliverer.deliverDue()) > 0);
      await checkPayloads(base.db)
    },
    async [Symbol.asyncDispose]() {
      // A test may name a database that nobody answers at, or have closed its own.
      if (!settings.DATABASE_URL && !service.isClosed) await checkPayloads(base.db)
      if (anew) await service.close()
      else await keepOrClose(kind, service, () => service.renew())
    },
  }
}

type Service = Awaited<ReturnType<typeof openService>>

/** The API on a database of its own, with a clock to move. */
async function openService(settings: Record<string, string>) {
  const database = await openDatabase()
  // Made by the service when it first has something to put there.
  const folder = join(tmpdir(), database.name)
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: '00'.repeat(32),
    API_RATE_PER_SECOND: '0',
    // A test machine may be late for reasons of its own.
    SHED_DELAY_MS: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://minutebook.test',
    ...settings,
  })
  const logged: string[] = []
  const log = pino({ level: config.logLevel }, { write: (line) => void logged.push(line) })
  const atFirst = { now: new Date('2026-01-10T12:00:00.000Z'), free: Number.MAX_SAFE_INTEGER }
  const base: Base = await openBase(config, log, () => service.now, {
    // A database that nobody answers at.
    usesKey: !settings.DATABASE_URL,
    freeBytes: async () => service.free,
  })
  // Media may come in; what they say is a matter of the tests that are about it.
  base.engines.transcriber ??= hearsNothing
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
  const parts = { ...base }
  const service = {
    ...atFirst,
    base,
    api,
    logged,
    isStopped: false,
    isClosed: false,
    /** Makes all as it was at first. @returns whether that was possible */
    async renew(): Promise<boolean> {
      const isChanged = Object.entries(parts).some(([name, part]) => base[name as keyof Base] !== part)
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

const hearsNothing: Transcriber = {
  transcribe: async () => {
    throw new EngineError('Nothing was heard', { passing: false })
  },
}

const worldOf = (workspaces: object[]) => Readable.from([JSON.stringify({ version: 1, workspaces })])

/**
 * The harness: a real PostgreSQL database of its own for each test file, the real API on it, and a clock to move.
 * `npm test` starts the server once (test/support/setup.ts) and clones a migrated template, which takes a fraction of a second.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import pg from 'pg'
import { pino } from 'pino'
import { buildApi, type Server } from '../../server/api.ts'
import { type Base, openBase } from '../../server/base.ts'
import { readConfig } from '../../server/config.ts'
import { EngineError, type Transcriber } from '../../server/engines/engines.ts'
import { fireTerms } from '../../server/room-terms.ts'
import { backgroundWork, createDeliverer } from '../../server/worker.ts'
import { importWorld } from '../../server/world/import/import-world.ts'
import { checkAnswer } from './contract.ts'
import { runDueJobs } from './jobs.ts'
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
 */
export async function openWorld(settings: Record<string, string> = {}) {
  const server = process.env.TEST_DATABASE_SERVER
  assert(server, 'Run the tests by npm test: it starts the PostgreSQL they need')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runSql(server, `create database ${name} template minutebook_template`)
  const url = new URL(server)
  url.pathname = name
  const config = readConfig({
    DATABASE_URL: url.href,
    SECRET_KEY: '00'.repeat(32),
    API_RATE_PER_SECOND: '0',
    // A test machine may be late for reasons of its own.
    SHED_DELAY_MS: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://minutebook.test',
    ...settings,
  })
  let now = new Date('2026-01-10T12:00:00.000Z')
  const logged: string[] = []
  const log = pino({ level: config.logLevel }, { write: (line) => void logged.push(line) })
  let free = Number.MAX_SAFE_INTEGER
  const base: Base = await openBase(config, log, () => now, {
    // A database that nobody answers at.
    usesKey: !settings.DATABASE_URL,
    freeBytes: async () => free,
  })
  // Media may come in; what they say is a matter of the tests that are about it.
  base.engines.transcriber ??= hearsNothing
  const api: Server = await buildApi(base)
  const { close } = base
  let isClosed = false
  base.close = async () => {
    isClosed = true
    await close()
  }

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
    config,
    logged,
    get api() {
      return api
    },
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
    /** Leaves so many bytes free on every disk. */
    leaveFree(bytes: number) {
      free = bytes
      // A look at the disk is good for a second.
      now = new Date(now.getTime() + 1_000)
    },
    /** Moves the clock. */
    advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      now = new Date(now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000)
    },
    /** Does what workers would have done by now, by the moved clock; a deed that fails, fails the test. */
    async settle() {
      const works = backgroundWork(base)
      const deliverer = createDeliverer(base, { woken: async () => {}, wake() {} })
      while ((await runDueJobs(base.db, works, () => now)).length + (await deliverer.deliverDue()) > 0);
      await checkPayloads(base.db)
    },
    async [Symbol.asyncDispose]() {
      // A test may name a database that nobody answers at, or have closed its own.
      if (!settings.DATABASE_URL && !isClosed) await checkPayloads(base.db)
      await api.close()
      await base.close()
      await runSql(server, `drop database ${name} with (force)`)
    },
  }
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

/** Runs one statement on a server of its own connection. */
export async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

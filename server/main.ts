/** The command line: reads the command and the settings, runs it, turns signals and errors into an exit code. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type Logger, pino } from 'pino'
import { buildApi, buildHealth, fireTerms, startWorker } from './app.ts'
import { type Base, migrateBase, openBase } from './base.ts'
import { greet, loadDemo } from './commands/demo.ts'
import { listen } from './commands/listen.ts'
import { rotateKey } from './commands/rotate-key.ts'
import { type Config, ConfigError, readConfig, settings } from './config.ts'
import { EmbeddedPostgresError } from './embedded-postgres/open.ts'
import { OperatorError } from './platform/errors.ts'
import { requireFolder } from './platform/folder.ts'
import { readMoment, systemClock } from './platform/time.ts'
import { tryRemoveLeftovers } from './recordings/media/leftovers.ts'
import { StoreError } from './recordings/media/media-store.ts'
import { createKey } from './workspace/keys.ts'
import { inOrder, type Scope, scopeNames } from './workspace/scopes.ts'
import { exportWorld } from './world/export/export-world.ts'
import { MediaFolder } from './world/format/media-folder.ts'
import { importWorld, WorldError } from './world/import/import-world.ts'

const usage = `minutebook <command>

  start                                      everything, with the demo world in an empty database
  serve | api | worker                       API and workers, or one of the two
  migrate                                    bring the database schema up to date
  import FILE [--media DIR] [--fire-events]  load a world, all or nothing; its media from the folder;
                                             webhooks hear of what is new only with --fire-events
  export --workspace SUBDOMAIN [--with-secrets] [--media DIR]
                                             print a workspace as a world; its media into the folder
  key create --workspace SUBDOMAIN --user EMAIL [--super-admin] [--scopes read,write,webhooks,admin]
      [--expires 2027-01-01T00:00:00Z]       print a new key, once
  secret rotate                              seal everything with a new SECRET_KEY; goes on where it broke off
  openapi                                    print the OpenAPI document
  listen --key KEY [--url URL] [--forward URL]
                                             show events as they happen at a running service, and forward
                                             them to a program on this machine; needs no database

Settings come from the environment; docs/operating.md lists them.
`

const options = {
  workspace: { type: 'string' },
  user: { type: 'string' },
  'super-admin': { type: 'boolean' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  'with-secrets': { type: 'boolean' },
  media: { type: 'string' },
  'fire-events': { type: 'boolean' },
  key: { type: 'string' },
  url: { type: 'string' },
  forward: { type: 'string' },
  help: { type: 'boolean' },
} as const

type Flags = {
  workspace?: string
  user?: string
  'super-admin'?: boolean
  scopes?: string
  expires?: string
  'with-secrets'?: boolean
  media?: string
  'fire-events'?: boolean
  key?: string
  url?: string
  forward?: string
}
type Command = (base: Base, argument: string | undefined, flags: Flags) => Promise<void>

const commands: Record<string, Command> = {
  start: (base) => serve(base, { api: true, worker: true, demo: base.config.demo === 'auto' }),
  serve: (base) => serve(base, { api: true, worker: true }),
  api: (base) => serve(base, { api: true }),
  worker: (base) => serve(base, { worker: true }),

  async migrate(base) {
    const { jobs, log } = base
    const names = await migrateBase(base)
    await jobs.open()
    log.info({ migrations: names }, names.length > 0 ? 'The schema was brought up to date' : 'The schema is up to date')
  },

  async import(base, file, flags) {
    if (!file) throw new OperatorError('Name the file to import: minutebook import FILE')
    const handle = await open(file)
    await migrateBase(base)
    if (flags.media) await requireMediaFolder(base)
    const counts = await importWorld(base.db, handle.createReadStream(), {
      ...base,
      mediaFolder: mediaFolder(base, flags),
      fire: flags['fire-events'] ? fireTerms(base) : null,
    })
    await tryRemoveLeftovers(base.db, base.media, base.log)
    base.log.info(counts, 'The world was imported')
  },

  async export(base, _argument, flags) {
    const subdomain = required(flags.workspace, '--workspace')
    const text = exportWorld(base.db, {
      subdomain,
      withSecrets: flags['with-secrets'] ?? false,
      secretKey: base.secretKey,
      mediaFolder: mediaFolder(base, flags),
    })
    await pipeline(text, stdout, { end: false })
  },

  async key({ db, clock }, argument, flags) {
    if (argument !== 'create')
      throw new OperatorError('Try minutebook key create --workspace SUBDOMAIN --user EMAIL [--super-admin]')
    const { secret, warning } = await createKey(db, clock(), {
      subdomain: required(flags.workspace, '--workspace'),
      email: required(flags.user, '--user'),
      superAdmin: flags['super-admin'] ?? false,
      scopes: flags.scopes === undefined ? null : readScopes(flags.scopes),
      expires_at: flags.expires === undefined ? null : readExpiry(flags.expires, clock()),
    })
    stdout.write(`${secret}\n`)
    if (warning) process.stderr.write(`${warning}\n`)
  },

  async secret(base, argument) {
    if (argument !== 'rotate') throw new OperatorError('Try minutebook secret rotate')
    await migrateBase(base)
    await rotateKey(base, { print: (line) => stdout.write(`${line}\n`) })
  },

  async openapi(base) {
    const server = await buildApi(base)
    stdout.write(`${JSON.stringify(server.document(), null, 2)}\n`)
    await server.close()
  },
}

/** What seals and opens nothing works without the key: it is the way out for who has lost it. */
const usesKey = (command: string, flags: Flags) =>
  command === 'export' ? (flags['with-secrets'] ?? false) : command !== 'key' && command !== 'openapi'

const requireMediaFolder = ({ config }: Base) =>
  requireFolder(config.mediaDir ?? join(config.dataDir, 'media'), config.mediaDir ? 'MEDIA_DIR' : 'DATA_DIR')

const mediaFolder = ({ media, disk }: Base, flags: Flags) =>
  flags.media ? new MediaFolder(flags.media, media, disk) : null
/** @throws {OperatorError} */
function readScopes(text: string): Scope[] {
  const names = text.split(',').map((each) => each.trim())
  const unknown = names.find((name) => !scopeNames.includes(name as Scope))
  if (unknown === undefined) return inOrder(names as Scope[])
  throw new OperatorError(
    `--scopes must be a comma list of ${scopeNames.join(', ')}; ${unknown || 'an empty entry'} is none.`,
  )
}

/** @throws {OperatorError} */
function readExpiry(text: string, now: Date): Date {
  const moment = readMoment(text)
  if (moment && moment > now) return moment
  throw new OperatorError('--expires must be a time to come with an offset, such as 2027-01-01T00:00:00Z.')
}

async function serve(base: Base, roles: { api?: boolean; worker?: boolean; demo?: boolean }): Promise<void> {
  const { config, log } = base
  const stop = stopSignal(log)
  if (config.webhookAllowedNetworks.length > 0) {
    const networks = config.webhookAllowedNetworks
    log.warn({ networks }, 'WEBHOOK_ALLOWED_NETWORKS lets users of the API send requests into these networks')
  }
  await requireMediaFolder(base)
  if (roles.demo) await requireFolder(config.dataDir, 'DATA_DIR')
  await migrateBase(base)
  // Makes the connection that is kept for it, while there are some to be had.
  await base.readiness.firstFault().catch(() => null)
  const server = await (roles.api ? buildApi(base) : buildHealth(base))
  // The port before the demo and the jobs: a service that cannot listen starts neither.
  const address = await server.api.listen({ port: config.port, host: config.host }).catch((error) => {
    if (roles.api || error.code !== 'EADDRINUSE') throw error
    // A worker beside an API on one machine works all the same.
    log.warn({ port: config.port }, 'The port is taken: this worker has no /healthz, /readyz and /metrics; see PORT')
    return null
  })
  const keys = roles.demo ? await loadDemo(base) : null
  const worker = roles.worker ? await startWorker(base) : null
  if (worker) log.info({ address }, 'The worker is ready')
  if (roles.api && !stop.asked) greet(server.api.listeningOrigin, keys)
  await stop.promise
  await Promise.all([server.close(), worker?.close()])
}

/** A client like any other: it reads no settings but the names of the headers, and opens no database. */
async function listenUntilStopped({ key, url = 'http://127.0.0.1:8080', forward }: Flags): Promise<void> {
  const { name, fallback, read } = settings.webhookHeaderPrefixes
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  await listen({
    ...{ url, forward, key: required(key, '--key'), clock: systemClock, signal: stopping.signal },
    prefixes: read(process.env[name]?.trim() || fallback),
    print: (line) => stdout.write(`${line}\n`),
  })
}

/** Resolves with the first SIGTERM or SIGINT; what has not stopped 20 s later is left behind. */
function stopSignal(log: Logger): { asked: boolean; promise: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = { asked: false, promise }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'Stopping')
      setTimeout(() => process.exit(1), 20_000).unref()
      stop.asked = true
      resolve()
    })
  }
  return stop
}

function required(value: string | undefined, flag: string): string {
  if (!value) throw new OperatorError(`${flag} is missing.`)
  return value
}

/** @returns the exit code: 0 done, 1 failed, 2 not understood */
export async function main(args: string[]): Promise<number> {
  let base: Base | undefined
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name = '', argument] = positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (name === 'listen' && !values.help) {
      await listenUntilStopped(values)
      return 0
    }
    if (values.help || !command) {
      process[values.help ? 'stdout' : 'stderr'].write(
        values.help || !name ? usage : `There is no command ${name}.\n\n${usage}`,
      )
      return values.help ? 0 : 2
    }
    const config = readConfig(process.env)
    base = await openBase(config, logger(config, name), systemClock, { usesKey: usesKey(name, values) })
    await command(base, argument, values)
    return 0
  } catch (error) {
    process.stderr.write(explain(error as Error & { code?: string }))
    return 1
  } finally {
    await base?.close()
    // A process that ends cuts off what a pipe has not taken yet.
    await new Promise((resolve) => stdout.write('', resolve))
  }
}

/** Long-running commands log to standard output; the others keep it for what they print. */
function logger(config: Config, command: string): Logger {
  const serving = ['start', 'serve', 'api', 'worker'].includes(command)
  return pino({ level: config.logLevel }, pino.destination({ dest: serving ? 1 : 2, sync: !serving }))
}

// PostgreSQL's words for a DATABASE_URL that leads nowhere, or to where this service may not do its work.
const databaseFaults = /^(3D000|28P01|28000|42501|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)$/

function explain(error: Error & { code?: string; syscall?: string; port?: number }): string {
  const { code = '', message, syscall } = error
  if (error instanceof StoreError) return `${message}. ${(error.cause as Error).message}.\n`
  if (code === 'EADDRINUSE') return `Port ${error.port} is taken; choose another one with PORT.\n`
  if (databaseFaults.test(code) && syscall !== 'listen') {
    return `The database cannot be used: ${message || code}. Check DATABASE_URL; its user must own the database.\n`
  }
  const plain = [OperatorError, ConfigError, WorldError, EmbeddedPostgresError].some((kind) => error instanceof kind)
  const known = plain || code.startsWith('ERR_PARSE_ARGS') || /^E[A-Z]+$/.test(code)
  return `${known ? message : (error.stack ?? message)}\n`
}

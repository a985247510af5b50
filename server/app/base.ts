/** What every command needs: database, clock, key, stores and engines, made once for each process. */
import { randomBytes } from 'node:crypto'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createEmbedder, createLanguageModel, createNoteWriter, createTranscriber } from '../making/engines/create.ts'
import { type FindLanguageModel, findLanguageModel } from '../making/engines/local/language/find-language-model.ts'
import { ModelInstaller } from '../making/engines/local/models/model-installer.ts'
import { type FindSpeech, findSpeech } from '../making/engines/local/speech/find-speech.ts'
import { ModelBudget, withinBudget } from '../making/engines/model-budget.ts'
import { measureModel } from '../making/engines/write-by-model/model-metrics.ts'
import { type GoogleAddresses, googleAddresses } from '../making/recorders/google.ts'
import { type GraphAddresses, microsoftAddresses } from '../making/recorders/graph.ts'
import { type GoogleCalendarAddresses, googleCalendarAddresses } from '../meetings/calendar/vendors/google.ts'
import {
  type MicrosoftCalendarAddresses,
  microsoftCalendarAddresses,
} from '../meetings/calendar/vendors/microsoft-graph.ts'
import { type Config, modelsFolderOf } from '../platform/context/config.ts'
import { DiskReserve, diskFreeBytes, type FreeBytes } from '../platform/disk-reserve.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../platform/embedded-postgres/open.ts'
import { OperatorError } from '../platform/errors.ts'
import { requireFolder } from '../platform/folder.ts'
import { Jobs } from '../platform/jobs/jobs.ts'
import { Outbound } from '../platform/outbound/outbound.ts'
import {
  closeDb,
  type Db,
  deliveryOptions,
  movingOptions,
  openDb,
  openPool,
  type PoolOptions,
  readinessOptions,
  requestOptions,
  workOptions,
} from '../platform/postgres/db.ts'
import { findStrays, proveKey } from '../platform/postgres/key-check.ts'
import { hasSchema, migrate, pendingMigrations } from '../platform/postgres/migrate.ts'
import type { Pool } from '../platform/postgres/pool.ts'
import { ProcessConnection } from '../platform/postgres/process-connection.ts'
import { openScratchSpace, ReservedScratch } from '../platform/scratch.ts'
import { keyFileOf, loadSecretKey } from '../platform/secret-key.ts'
import type { SecretKey } from '../platform/secrets.ts'
import { FolderStore, uploadsFolderIn } from '../platform/store/folder-store.ts'
import type { MediaStore } from '../platform/store/media-store.ts'
import { Readiness } from '../platform/telemetry/health.ts'
import { Metrics } from '../platform/telemetry/metrics.ts'
import { Threads } from '../platform/threads.ts'
import { type Clock, systemClock } from '../platform/time.ts'
import type { Engines } from './parts.ts'
import { sealedKinds } from './rooms.ts'

type Connections = { db: Db; pool: Pool }

export type Base = {
  config: Config
  log: Logger
  clock: Clock
  /** For work of any duration; requests have connections of their own. */
  db: Db
  pool: Pool
  requests: Connections
  deliveries: Connections
  /** Shows others that this process lives, and wakes it. */
  processConnection: ProcessConnection
  jobs: Jobs
  outbound: Outbound
  threads: Threads
  metrics: Metrics
  /** The checks and warnings of the parts that run in this process. */
  readiness: Readiness
  media: MediaStore
  disk: DiskReserve
  /** The addresses of Microsoft Graph and Google; tests set their own. */
  graph: GraphAddresses
  google: GoogleAddresses
  calendars: { google: GoogleCalendarAddresses; microsoft: MicrosoftCalendarAddresses }
  engines: Engines
  findSpeech: FindSpeech
  findLanguageModel: FindLanguageModel
  /** Installs models where administrators may. */
  models: ModelInstaller
  databaseUrl: string
  secretKey: SecretKey
  /** null with DATABASE_URL. */
  embedded: EmbeddedPostgres | null
  close(): Promise<void>
}

/**
 * Connects to DATABASE_URL, or starts or joins the embedded PostgreSQL of DATA_DIR.
 * @param usesKey    false for commands that seal and open nothing; they work even if the key is lost
 * @param freeBytes  reads the free space of a folder's disk
 * @throws {OperatorError} the key is missing, or is not the one that the database needs
 */
export async function openBase(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
  { usesKey = true, freeBytes = diskFreeBytes }: { usesKey?: boolean; freeBytes?: FreeBytes } = {},
): Promise<Base> {
  const embedded = config.databaseUrl ? null : await openEmbeddedPostgres(config.dataDir, { log })
  const databaseUrl = config.databaseUrl ?? embedded!.url
  const connect = (options: PoolOptions): Connections => {
    const pool = openPool(databaseUrl, log, options)
    return { pool, db: openDb(pool) }
  }
  const [work, deliveries] = [connect(workOptions), connect(deliveryOptions)]
  const [requests, readinessPool] = [connect(requestOptions), connect(readinessOptions)]
  const processConnection = new ProcessConnection(databaseUrl, log)
  const jobs = new Jobs(databaseUrl, log, { migrate: config.migrate })
  const outbound = openOutbound(config)
  const threads = new Threads(log)
  const metrics = new Metrics({ requests: requests.pool, work: work.pool, deliveries: deliveries.pool })
  const readiness = new Readiness(readinessPool.db, readinessPool.pool)
  readiness.addWarning(async () => waitingWarning(requests.pool))
  const { disk, scratchDisk } = openDiskReserves(config, clock, freeBytes)
  for (const each of [disk, scratchDisk]) readiness.addWarning(() => each.warning())
  const space = new ReservedScratch(scratchDisk)
  const media = await openMediaStore(config, space)
  metrics.gauges('disk_free_bytes', 'Free space where media are kept and beside the embedded database.', 'folder', () =>
    disk.free(),
  )
  const find = (name = config.sttModel) => findSpeech(modelsFolderOf(config), name)
  const findLlm = () => findLanguageModel(modelsFolderOf(config), config.llmModel)
  const findModel = createLanguageModel(config, findLlm)
  const { measureNotes, countUsage } = measureModel(metrics)
  const budget = new ModelBudget({ db: work.db, clock, tokensPerMonth: config.llmTokensPerMonth })
  const engines = {
    transcriber: createTranscriber(config, log, find, space),
    noteWriter: withinBudget(measureNotes(createNoteWriter(config, findModel, { log, threads })), budget),
    findModel,
    embedder: createEmbedder(config),
    budget,
    countUsage,
  }
  const models = new ModelInstaller({
    modelsDir: modelsFolderOf(config),
    mirror: config.modelsMirror,
    minFreeBytes: config.minFreeBytes,
    log,
    freeBytes,
  })
  const close = async () => {
    await models.close()
    await jobs.stop()
    await processConnection.close()
    // Before the outbound requests are aborted: an aborted one must not be recorded as a failure of its receiver.
    await Promise.all([work, deliveries, requests, readinessPool].map(({ db, pool }) => closeDb(db, pool)))
    await outbound.close()
    await threads.close()
    await embedded?.release()
  }
  const secretKey = await openKey(config, work.db, usesKey).catch(async (error) => {
    await close()
    throw error
  })
  const shared = { config, log, clock, metrics, readiness }
  const parts = {
    processConnection,
    jobs,
    outbound,
    threads,
    media,
    disk,
    graph: microsoftAddresses,
    google: googleAddresses,
    calendars: { google: { ...googleCalendarAddresses }, microsoft: { ...microsoftCalendarAddresses } },
    engines,
    findSpeech: find,
    findLanguageModel: findLlm,
    models,
  }
  return { ...shared, ...work, deliveries, requests, ...parts, databaseUrl, secretKey, embedded, close }
}

/** One connection to the database alone; the embedded one is joined, or started for it. */
export async function openOnlyDb(
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<{ db: Db; close(): Promise<void> }> {
  const embedded = databaseUrl ? null : await openEmbeddedPostgres(dataDir, { patienceSeconds: 30 })
  const pool = openPool(databaseUrl ?? embedded!.url, log, { ...workOptions, max: 1 })
  const db = openDb(pool)
  const close = async () => {
    await closeDb(db, pool)
    await embedded?.release()
  }
  return { db, close }
}

/** Connections to the same database that move rows as they are (server/keeping/cells/). */
export function openMovingDb({ databaseUrl, log }: Base): { db: Db; close(): Promise<void> } {
  const pool = openPool(databaseUrl, log, movingOptions)
  const db = openDb(pool)
  return { db, close: () => closeDb(db, pool) }
}

export async function openKey(config: Config, db: Db, usesKey: boolean): Promise<SecretKey> {
  if (!usesKey) return { current: config.secretKey ?? randomBytes(32), old: [] }
  const old = config.secretKeyOld
  const kept = config.secretKey ? null : await loadSecretKey(config.dataDir, !(await hasSchema(db)))
  const key = kept ? { current: kept.current, old: [...kept.old, ...old] } : { current: config.secretKey!, old }
  await proveKey(db, key, sealedKinds, keyNameOf(config))
  return key
}

/** The name of the key in messages to the operator. */
const keyNameOf = (config: Config) => (config.secretKey ? 'SECRET_KEY' : keyFileOf(config.dataDir))

/**
 * Brings the schema up to date and then checks the key, which is possible only with a schema.
 * @returns the names of the migrations that were run
 */
export async function migrateBase(base: Base): Promise<string[]> {
  const names = await migrate(base.db)
  await checkKey(base)
  return names
}

/** Makes the tables of the job queue, or brings them up to date, whatever MIGRATE says. */
export async function openJobTables({ databaseUrl, log }: Base): Promise<void> {
  const jobs = new Jobs(databaseUrl, log)
  try {
    await jobs.open()
  } finally {
    await jobs.stop()
  }
}

/**
 * The first step of a command that needs the schema: brings it up to date or, with MIGRATE=off, only checks it.
 * @throws {OperatorError} migrations are pending, and this process may not run them
 */
export async function prepareBase(base: Base): Promise<void> {
  if (base.config.migrate) return void (await migrateBase(base))
  const [first, ...others] = await pendingMigrations(base.db)
  if (first !== undefined) {
    const othersNamed = others.length > 0 ? ` and ${others.length} more` : ''
    throw new OperatorError(
      `The database lacks the migration ${first}${othersNamed}, and MIGRATE is off; run minutebook migrate first.`,
    )
  }
  await checkKey(base)
}

async function checkKey({ config, db, log, secretKey }: Base): Promise<void> {
  await proveKey(db, secretKey, sealedKinds, keyNameOf(config))
  const secrets = await findStrays(db, secretKey, sealedKinds)
  if (secrets.length > 0) {
    log.warn(
      { secrets },
      'Some secrets are sealed with another key: add it to SECRET_KEY_OLD and run `minutebook secret rotate`',
    )
  }
}

/** @returns a sentence for operators while requests wait for a connection, otherwise null */
const waitingWarning = ({ waiting, totalCount }: Pool) =>
  waiting > 0 ? `${waiting} requests wait for one of ${totalCount} database connections` : null

export const mediaFolderOf = ({ mediaDir, dataDir }: Config) => mediaDir ?? join(dataDir, 'media')

/** @throws {OperatorError} the folder cannot be made or written to */
export const requireMediaFolder = ({ config }: Base) =>
  requireFolder(mediaFolderOf(config), config.mediaDir ? 'MEDIA_DIR' : 'DATA_DIR')

/** @throws {OperatorError} there is an INBOX_DIR, and it cannot be made or written to */
export const requireInbox = async ({ config }: Base) =>
  config.inboxDir ? requireFolder(config.inboxDir, 'INBOX_DIR') : undefined

/**
 * Watches the media folder (with a bucket, it holds uploads under way), with an embedded database DATA_DIR, and the
 * folder for temporary files.
 */
function openDiskReserves(config: Config, clock: Clock, freeBytes: FreeBytes) {
  const shared = { minBytes: config.minFreeBytes, freeBytes, clock }
  const folders: Record<string, string> = { MEDIA_DIR: mediaFolderOf(config) }
  if (!config.databaseUrl) folders.DATA_DIR = config.dataDir
  return {
    disk: new DiskReserve({ ...shared, folders }),
    scratchDisk: new DiskReserve({ ...shared, folders: { TMPDIR: tmpdir() }, refused: 'Media are not converted' }),
  }
}

/** A bucket where the settings name one, otherwise a folder. */
export async function openMediaStore(config: Config, space = openScratchSpace): Promise<MediaStore> {
  const folder = mediaFolderOf(config)
  if (!config.s3Bucket) return new FolderStore(folder)
  // The S3 client takes a sixth of a second and 36 MB to load, so it is loaded only for a bucket.
  const { BucketStore } = await import('../platform/store/bucket-store.ts')
  return new BucketStore({
    bucket: config.s3Bucket,
    prefix: config.s3Prefix,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
    forcePathStyle: config.s3ForcePathStyle,
    maxBytes: config.mediaMaxBytes,
    uploadsFolder: uploadsFolderIn(folder),
    space,
  })
}

/** Requests to addresses that users name. */
function openOutbound(config: Config): Outbound {
  return new Outbound({
    exemptNetworks: config.webhookAllowedNetworks,
    ownAddresses: Object.values(networkInterfaces()).flatMap(
      (addresses) => addresses?.map(({ address }) => address) ?? [],
    ),
    dnsServers: config.webhookDnsServers,
    userAgent: 'Minutebook',
    proxy: config.webhookProxy,
  })
}

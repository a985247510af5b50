/** The database folder: made once, in one atomic step, and checked before the server starts. */
import { randomBytes } from 'node:crypto'
import { chown, lchown, link, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeDraft, removeDeadDrafts, removeDraft } from '../drafts.ts'
import { flushFolder, makeFolder } from '../folder.ts'
import { thisMachine } from '../machine.ts'
import {
  type Account,
  assertReachable,
  chooseAccount,
  EmbeddedPostgresError,
  findPrograms,
  lastLines,
  majorVersionOf,
  type Programs,
  run,
} from './programs.ts'

export interface Cluster {
  /** The data folder, with symbolic links resolved. */
  home: string
  /** PostgreSQL's own folder in it. */
  folder: string
  password: string
  programs: Programs
  account: Account
}

export const superuser = 'minutebook'

/**
 * Written to postgresql.conf when a cluster is made, so that an operator may change them there or with ALTER SYSTEM.
 * With the log settings the server log quotes no statements and no keys, so that it holds no words of meetings.
 */
const firstSettings = () => ({
  max_connections: '200',
  shared_buffers: `${sharedMebibytes(thisMachine().memoryBytes)}MB`,
  // New tables are measured soon: until then statements are planned for empty ones.
  autovacuum_naptime: '15s',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
})

/** What PostgreSQL keeps of the database in its own memory, which it never gives back: on small machines less. *Pure.* */
export const sharedMebibytes = (machineBytes: number) =>
  Math.min(256, Math.max(64, Math.floor(machineBytes / 8 / 1_048_576)))

const draftKind = 'postgres.new'

/**
 * The cluster of a data folder; a new one is made when there is none.
 * @param durable  false skips the flush to disk, for tests
 */
export async function prepareCluster(
  dataDir: string,
  { durable, log }: { durable: boolean; log?: Progress },
): Promise<Cluster> {
  const programs = await findPrograms()
  await makeFolder(resolve(dataDir))
  const home = await realpath(dataDir)
  await assertRestored(home)
  const folder = join(home, 'postgres')
  const exists = await holdsCluster(folder)
  const account = await chooseAccount(exists ? await stat(folder) : undefined)
  await assertReachable([home, dirname(programs.postgres)], account)
  const major = await majorVersionOf(programs, account)
  await removeDeadDrafts(home, draftKind)
  if (!exists) {
    log?.info({ folder }, 'A new database is being made')
    await makeCluster(home, programs, account, durable)
  }
  await assertVersion(folder, major)
  return { home, folder, password: await readPassword(home), programs, account }
}

/** A file that is in a data folder while a backup is copied into it. */
export const unfinishedRestore = 'restore-unfinished'

/** An unfinished restore must not be taken for an empty folder, in which a new database would be made. */
async function assertRestored(home: string): Promise<void> {
  const files = await readdir(home)
  if (!files.includes(unfinishedRestore)) return
  throw new EmbeddedPostgresError(
    `A backup is being restored to ${home}. If that is not so any more, it was not finished: empty the folder, and restore anew.`,
  )
}

/** Receives log lines about steps that take seconds. */
export type Progress = { info(details: object, message: string): void }

export function passwordFileOf(home: string): string {
  return join(home, 'postgres-password')
}

async function holdsCluster(folder: string): Promise<boolean> {
  const files = await readdir(folder).catch(unless('ENOENT'))
  if (!files?.length) return false
  if (files.includes('PG_VERSION')) return true
  throw new EmbeddedPostgresError(
    `${folder} holds files but no PostgreSQL database (PG_VERSION is missing): move it away, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

async function assertVersion(folder: string, major: string): Promise<void> {
  const made = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (made === major) return
  throw new EmbeddedPostgresError(
    `The database in ${folder} was made by PostgreSQL ${made}, and this Minutebook carries PostgreSQL ${major}: export its workspaces with the Minutebook that made it and import them into a new DATA_DIR, or set DATABASE_URL to a PostgreSQL ${made} that serves it.`,
  )
}

async function readPassword(home: string): Promise<string> {
  const password = (await readFile(passwordFileOf(home), 'utf8').catch(unless('ENOENT')))?.trim()
  if (password) return password
  throw new EmbeddedPostgresError(
    `${passwordFileOf(home)}, the password of the database beside it, is missing or empty: put it back from a backup, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/** Everything is made in a draft folder and moved into place in one step. If several processes do so, one succeeds. */
async function makeCluster(home: string, programs: Programs, account: Account, durable: boolean): Promise<void> {
  const draft = await makeDraft(home, draftKind)
  const drafted = join(draft, 'postgres')
  try {
    if (account) await chown(draft, account.uid, account.gid)
    await makePassword(home, draft, account)
    const flags = [
      ...[`--pgdata=${drafted}`, `--username=${superuser}`, `--pwfile=${passwordFileOf(home)}`, '--auth=scram-sha-256'],
      // Sorts by code point wherever it runs, and still knows the upper and lower case of every script.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--data-checksums', '--no-instructions', ...(durable ? [] : ['--no-sync'])],
      ...Object.entries(firstSettings()).map(([name, value]) => `--set=${name}=${value}`),
    ]
    const { ok, output } = await run(programs.initdb, flags, account)
    if (!ok) {
      throw new EmbeddedPostgresError(
        `PostgreSQL could not make a database in ${home} (${lastLines(output)}): free some space or choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own.`,
      )
    }
    await rename(drafted, join(home, 'postgres')).catch(unless('ENOTEMPTY', 'EEXIST'))
    await flushFolder(home)
  } finally {
    await removeDraft(draft)
  }
}

/** Making a link is atomic and never replaces a file, so all processes end with the same password. */
async function makePassword(home: string, draft: string, account: Account): Promise<void> {
  const drafted = join(draft, 'password')
  await writeFile(drafted, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  await link(drafted, passwordFileOf(home)).catch(unless('EEXIST'))
  // initdb runs as that user and reads the file.
  if (account) await lchown(passwordFileOf(home), account.uid, account.gid)
}

/** For `.catch`: these system errors become undefined, all others are thrown again. */
export function unless(...codes: string[]) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}

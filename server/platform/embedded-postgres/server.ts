/** The server process of a cluster: find it, start it, stop it, keep its log small. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, link, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, unless } from './cluster.ts'
import { EmbeddedPostgresError, lastLines, processOptions, run } from './programs.ts'

const logLimitBytes = 10 * 1024 * 1024

/** Temporary failures: another process or an earlier run of the server causes them. */
const temporaryFailures =
  /lock file "postmaster\.pid"|pre-existing shared memory block|could not bind|Address already in use/

/**
 * The server that has this cluster open, by the lock file that it keeps there.
 *
 * A lock file outlives a crash, and after a reboot its process id may belong to another program. PostgreSQL detects
 * that only when the process is gone or another user's, and otherwise refuses to start, so such a file is removed
 * here. Even if this decision is wrong, PostgreSQL does not start twice on one cluster: it finds the shared memory of the
 * running server.
 */
export async function findServer(cluster: Cluster): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const file = join(cluster.folder, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(unless('ENOENT'))
  if (text === undefined) return undefined
  // Lines: process id, folder, start time, port, socket folder, address, shared memory key, status.
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  const command = await commandOf(pid)
  if (command === undefined) return undefined
  if (await isServerOf(cluster, command)) return { pid, port: Number(lines[3]), ready: lines[7] === 'ready' }
  // The file is empty for a moment while it is being written, and for ever after a power failure.
  if (!text) await pause(500)
  await discardLockFile(file, text)
  return undefined
}

/** The command line of a process: '' if it is not running, undefined if there is no such process. */
async function commandOf(pid: number): Promise<string | undefined> {
  if (!pid) return ''
  if (process.platform === 'linux') {
    // The working folder would not do: inside a container not even root may read that of another user's process.
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(unless('ENOENT', 'ESRCH')))
      ?.replaceAll('\0', ' ')
      .trim()
  }
  const { ok, output } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return ok ? output : undefined
}

async function isServerOf(cluster: Cluster, command: string): Promise<boolean> {
  const folder = /(?:^|\/)postgres -D (.*?)(?: -\w .*)?$/.exec(command)?.[1]
  if (!folder) return false
  const [theirs, ours] = await Promise.all([stat(folder).catch(() => undefined), stat(cluster.folder)])
  // If the folder was moved while its server ran, neither name finds it: then PostgreSQL decides.
  return !theirs || (theirs.ino === ours.ino && theirs.dev === ours.dev)
}

/** Removes the file, unless a server has replaced it since it was read. */
async function discardLockFile(file: string, readText: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(unless('ENOENT'))) !== readText) return
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch(unless('ENOENT'))
  const moved = await readFile(aside, 'utf8').catch(unless('ENOENT'))
  if (moved !== undefined && moved !== readText) await link(aside, file).catch(unless('EEXIST'))
  await rm(aside, { force: true })
}

/**
 * Starts the server, in a session of its own so that it outlives this process, and waits until it is ready or gone.
 *
 * `postgres` is run directly rather than by `pg_ctl start`, which hands paths and settings to a shell: a `$` in the
 * name of a folder would be read as a variable there. It listens on 127.0.0.1 only; there is no Unix socket, because
 * the path of one may have only some 100 bytes, and that of a data folder may be longer.
 *
 * @returns undefined, or why it did not start if another try may succeed
 * @throws {EmbeddedPostgresError} it did not start and will not
 */
export async function startServer(
  cluster: Cluster,
  settings: Record<string, string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const logFile = logFileOf(cluster)
  await boundLog(logFile)
  const ours = {
    listen_addresses: '127.0.0.1',
    port: String(await choosePort(cluster)),
    unix_socket_directories: '',
    logging_collector: 'off',
    log_destination: 'stderr',
  }
  const args = Object.entries({ ...settings, ...ours }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await using log = await open(logFile, 'a', 0o600)
  const { size } = await log.stat()
  const child = spawn(cluster.programs.postgres, ['-D', cluster.folder, ...args], {
    ...processOptions(cluster.account),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  let failure = ''
  child.on('error', (error) => {
    failure = error.message
  })
  while (!signal.aborted && !failure && child.exitCode === null && child.signalCode === null) {
    const server = await findServer(cluster)
    if (server?.ready && server.pid === child.pid) return undefined
    await pause(30)
  }
  if (child.exitCode === 0 || child.signalCode) return `it was stopped by ${child.signalCode ?? 'someone else'}`
  if (signal.aborted) return 'it is still starting'
  const said = failure || (await readFile(logFile)).subarray(size).toString()
  if (temporaryFailures.test(said) || (await findServer(cluster))) return lastLines(said)
  throw new EmbeddedPostgresError(
    `PostgreSQL did not start on ${cluster.folder} (${lastLines(said)}): see ${logFile}, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/**
 * Disconnects all clients and stops; what was committed is on disk. `pg_ctl` does the same, but is a child process, which
 * a second Ctrl+C may end before it is in a session of its own.
 * @returns whether it has stopped within 15 s
 */
export async function stopServer(cluster: Cluster): Promise<boolean> {
  const server = await findServer(cluster)
  if (server) tellToStop(server.pid)
  const patience = AbortSignal.timeout(15_000)
  while (!patience.aborted) {
    if (!(await findServer(cluster))) return true
    await pause(30)
  }
  return false
}

/** SIGINT is PostgreSQL's fast shutdown. */
function tellToStop(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    unless('ESRCH')(error as NodeJS.ErrnoException)
  }
}

/** The port of the last start if it is free, so that processes that outlive a crash of the server find it again. */
async function choosePort(cluster: Cluster): Promise<number> {
  const lastStart = await readFile(join(cluster.folder, 'postmaster.opts'), 'utf8').catch(unless('ENOENT'))
  const lastPort = Number(/"port=(\d+)"/.exec(lastStart ?? '')?.[1] ?? 0)
  return (await freePort(lastPort).catch(unless('EADDRINUSE', 'EACCES'))) ?? (await freePort(0))
}

async function freePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

export function logFileOf(cluster: Cluster): string {
  return join(cluster.home, 'postgres.log')
}

/** Keeps the newest 10 to 20 MiB of log; the server appends, so its file may be truncated while it runs. */
export async function boundLog(file: string): Promise<void> {
  const size = (await stat(file).catch(unless('ENOENT')))?.size ?? 0
  if (size <= logLimitBytes) return
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

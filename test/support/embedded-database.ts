/** Data folders with an embedded database, and other processes that open them. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from '../../server/platform/embedded-postgres/open.ts'

export const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' }
export const isRoot = process.getuid?.() === 0
export const nobody = 65_534

let template: Promise<string> | undefined

/** A data folder with a database. It is created once and copied, because creating one takes most of a test's time. */
export async function newDatabase() {
  template ??= makeTemplate()
  const folder = await newFolder()
  const copy = spawn('cp', ['-a', await template, folder.dataDir])
  assert.deepEqual(await once(copy, 'exit'), [0, null])
  return folder
}

async function makeTemplate(): Promise<string> {
  const folder = await newFolder()
  process.once('exit', () => rmSync(folder.parent, { recursive: true, force: true }))
  await (await folder.open()).release()
  return folder.dataDir
}

/** An empty data folder; at the end its server is killed and the folder removed. */
export async function newFolder() {
  const parent = await mkdtemp(join(tmpdir(), 'minutebook-'))
  await chmod(parent, 0o755)
  // A name that breaks unquoted shell commands.
  const dataDir = join(parent, `it's $HOME "data"`)
  const lockFile = join(dataDir, 'postgres/postmaster.pid')
  const running = () =>
    readFile(lockFile, 'utf8').then(
      (text) => text.split('\n'),
      () => undefined,
    )
  const opened: EmbeddedPostgres[] = []
  return {
    parent,
    dataDir,
    lockFile,
    async open(patienceSeconds = 60, log: EmbeddedPostgresOptions['log'] = undefined) {
      const database = await openEmbeddedPostgres(dataDir, { settings, patienceSeconds, log })
      opened.push(database)
      return database
    },
    serverPid: async () => Number((await running())?.[0] ?? 0),
    async [Symbol.asyncDispose]() {
      // Children of a failed test would restart the killed server again and again.
      for (const child of children.get(dataDir) ?? []) await child.kill()
      await Promise.all(opened.map((database) => database.release()))
      const lines = await running()
      if (lines?.[1] === join(dataDir, 'postgres')) kill(Number(lines[0]))
      await rm(parent, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

export function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

const childScript = `
  const { openEmbeddedPostgres } = await import(${JSON.stringify(new URL('../../server/platform/embedded-postgres/open.ts', import.meta.url).href)})
  const settings = ${JSON.stringify(settings)}
  try {
    const opened = await openEmbeddedPostgres(process.argv[1], { settings, graceSeconds: Number(process.argv[2]) })
    process.once('message', async () => {
      await opened.release()
      process.disconnect()
    })
    process.send({ url: opened.url })
  } catch (error) {
    process.send({ name: error.name, message: error.message })
    process.disconnect()
  }`

/** The children by the folder that they open. */
const children = new Map<string, { kill(): Promise<void> }[]>()

/** Another process that opens the folder. After release() it must end by itself. */
export function startChild(
  dataDir: string,
  options: { uid?: number; gid?: number; limit?: string; graceSeconds?: number } = {},
) {
  const { limit, graceSeconds = 5, ...account } = options
  const node = [process.execPath, '--input-type=module', '--eval', childScript, dataDir, String(graceSeconds)]
  const [program, ...args] = limit ? ['sh', '-c', `${limit}; exec "$@"`, 'sh', ...node] : node
  const child: ChildProcess = spawn(program!, args, {
    ...account,
    env: { ...process.env, SECRET_KEY: 'not for the server' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const answer = once(child, 'message').then(([said]) => said as { url?: string; name?: string; message?: string })
  const exit = once(child, 'exit')
  const started = {
    answer,
    async release() {
      child.send('release')
      assert.deepEqual(await exit, [0, null])
    },
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
  children.set(dataDir, [...(children.get(dataDir) ?? []), started])
  return started
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end().catch(() => {})
  }
}

export async function untilGone(pid: number) {
  // A killed child of this process stays a zombie until its exit is handled.
  while (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) await pause(20)
}

export function refusal(pattern: RegExp) {
  return (error: Error) => {
    assert(error instanceof EmbeddedPostgresError, error)
    assert.match(error.message, pattern)
    assert.match(error.message, /set DATABASE_URL/)
    return true
  }
}

/** The program as an operator runs it: separate processes on their own data folder or database. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInShell } from './command-shell.ts'
import { type Database, openDatabase } from './databases.ts'
import { openDemoDatabase } from './demo-database.ts'

/** What is run: this repository's program on the Node of the tests, or another one. */
export type Program = { path: string; node: string }

export const ofRepository: Program = {
  path: new URL('../../bin/minutebook.js', import.meta.url).pathname,
  node: process.execPath,
}

/** A new data folder; at the end its processes are stopped and it is removed. */
export async function dataFolder(within = tmpdir(), program = ofRepository) {
  const folder = await mkdtemp(join(within, 'minutebook-data-'))
  await chmod(folder, 0o711)
  const started: ChildProcess[] = []
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0' } as Record<string, string>
  const data = {
    folder,
    /** What the next start or run takes. */
    program,
    /** Starts a long-running command; resolves when its output contains the text. */
    async start(command: string, until: RegExp, settings: Record<string, string> = {}) {
      const child = spawn(data.program.node, [data.program.path, command], { env: { ...env, ...settings } })
      started.push(child)
      const output = { text: '' }
      const ready = new Promise<void>((resolve, reject) => {
        const take = (chunk: Buffer) => {
          output.text += chunk
          if (until.test(output.text)) resolve()
        }
        child.stdout.on('data', take)
        child.stderr.on('data', take)
        child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${output.text}`)))
      })
      await ready
      return { child, output, stop: (signal: NodeJS.Signals = 'SIGTERM') => stop(child, signal) }
    },
    run: (args: string[], settings: Record<string, string> = {}) => run(data.program, args, { ...env, ...settings }),
    async [Symbol.asyncDispose]() {
      for (const child of started)
        if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM')
      // A killed process leaves the database running for the next one; this command stops it.
      if (existsSync(join(folder, 'postgres/postmaster.pid'))) await run(data.program, ['migrate'], env)
      await rm(folder, { recursive: true, force: true })
    },
  }
  return data
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}

async function run(program: Program, args: string[], env: Record<string, string>) {
  if (program === ofRepository) return runInShell({ args, env })
  const options = { env, maxBuffer: 64 * 1_048_576 }
  const done = await promisify(execFile)(program.node, [program.path, ...args], options).catch((error) => error)
  return { code: (done.code ?? 0) as number, out: done.stdout as string, err: done.stderr as string }
}

/** A database without a schema, and its settings: migrating it takes seconds. */
export const emptyDatabase = async () => forPrograms(await openDatabase('template1'))

/** One that is migrated. */
export const migratedDatabase = async () => forPrograms(await openDatabase())

/** One that holds the demo world. */
export const demoDatabase = async () => forPrograms(await openDemoDatabase())

/** With the key of `openWorld`, which fills the databases that are cloned. */
function forPrograms({ url, close }: Database) {
  return {
    settings: { DATABASE_URL: url, SECRET_KEY: '00'.repeat(32), LOG_LEVEL: 'error' },
    [Symbol.asyncDispose]: close,
  }
}

/** Runs test files one at a time in a shard, a new one where the last one ended; tells what came of each. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { FromShard, ToShard } from './messages.ts'

export type Failure = { test: string; place: string; text: string }

export type FileResult = {
  file: string
  seconds: number
  tests: number
  failures: Failure[]
  skipped: { test: string; why: string }[]
  notes: string[]
}

const shard = new URL('./shard.ts', import.meta.url).pathname
const reporter = new URL('./shard-reporter.ts', import.meta.url).href

/** Of files that need a process of their own: they measure memory, or change what the others share. */
const mark = /^\/\/ In a process of its own: /m

/**
 * @param next         the file to run, until there is none
 * @param stallSeconds after which a test that tells nothing is ended
 */
export async function runLane(
  next: () => string | undefined,
  stallSeconds: number,
  done: (result: FileResult) => void,
): Promise<void> {
  let shared = new Shard(stallSeconds)
  for (let file = next(); file; file = next()) {
    if (mark.test(readFileSync(file, 'utf8'))) {
      const own = new Shard(stallSeconds)
      done(await own.run(file))
      await own.end(done)
      continue
    }
    if (shared.isGone) shared = new Shard(stallSeconds)
    done(await shared.run(file))
  }
  await shared.end(done)
}

class Shard {
  readonly #child: ChildProcess
  readonly #stallMs: number
  #result: FileResult | undefined
  #test = ''
  #heard = () => {}

  constructor(stallSeconds: number) {
    this.#stallMs = stallSeconds * 1_000
    // A group of its own, so that the programs which a test started end with it.
    this.#child = fork(shard, { execArgv: [`--test-reporter=${reporter}`], detached: true })
    this.#child.on('message', (message: FromShard) => this.#take(message))
    process.once('exit', () => this.#kill())
  }

  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Resolves when the file is done, or the process is gone with it. */
  async run(file: string): Promise<FileResult> {
    const result: FileResult = { file, seconds: 0, tests: 0, failures: [], skipped: [], notes: [] }
    const began = performance.now()
    this.#result = result
    this.#test = ''
  }
}

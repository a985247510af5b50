/** The runner's handle of a process that runs test files: it receives their results, and kills a hanging process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { FileResult, FromTestProcess } from './messages.ts'

const program = new URL('./test-process-main.ts', import.meta.url).pathname
const reporter = new URL('./test-process-reporter.ts', import.meta.url).href

/** In MiB. With the usual 16 a tenth of the time goes into collecting what requests leave behind. */
const youngSpace = '--max-semi-space-size=64'

export class TestProcess {
  readonly #child: ChildProcess
  readonly #stallSeconds: number

  /** @param stallSeconds  time without a message after which the running test counts as hanging */
  constructor(stallSeconds: number) {
    this.#stallSeconds = stallSeconds
    // In its own process group, so that programs started by tests are killed with it.
    this.#child = fork(program, { execArgv: [`--test-reporter=${reporter}`, youngSpace], detached: true })
  }

  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Resolves when the file is done or the process has ended. */
  run(file: string): Promise<FileResult> {
    const result: FileResult = { file, seconds: 0, tests: 0, failures: [], skipped: [], notes: [] }
    let test = '(its imports)'
    const fail = (text: string) => result.failures.push({ test, place: file, text })
    return new Promise((resolve) => {
      const stalled = setTimeout(() => {
        fail(`It hung: nothing happened for ${this.#stallSeconds} s, so its process was ended.`)
        this.kill()
      }, this.#stallSeconds * 1_000)
      const take = (message: FromTestProcess) => {
        stalled.refresh()
        if (message.kind === 'began') test = message.test
        if (message.kind === 'note') result.notes.push(message.text)
        if (message.kind === 'stray error') fail(message.text)
        if (message.kind === 'failed') result.failures.push(message.failure)
        if (message.kind === 'skipped') result.skipped.push({ test: message.test, why: message.why })
        if (message.kind === 'ended') finish(message)
      }
      const lose = (code: number | null, signal: string | null) => {
        if (result.failures.length === 0) fail(`Its process ended with ${signal ?? code}.`)
        finish({})
      }
      const finish = (ended: Partial<FileResult>) => {
        clearTimeout(stalled)
        this.#child.off('message', take).off('exit', lose)
        resolve({ ...result, seconds: ended.seconds ?? 0, tests: ended.tests ?? 0 })
      }
      this.#child.on('message', take).once('exit', lose)
      this.#child.send(file)
    })
  }

  /** Resolves when the process has ended by itself. @returns what its tests left open, and errors after them */
  async end(): Promise<string[]> {
    if (this.isGone) return []
    const open: string[] = []
    this.#child.on('message', (message: FromTestProcess) => {
      if (message.kind === 'left open') open.push(...message.resources)
      if (message.kind === 'stray error') open.push(message.text)
    })
    const gone = once(this.#child, 'exit')
    this.#child.send('')
    await gone
    return open
  }

  kill(): void {
    if (!this.isGone) process.kill(-this.#child.pid!, 'SIGKILL')
  }
}

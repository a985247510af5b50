/** The output of a run: a line for each finished file, then all failures, skipped tests with reasons, the slowest files. */
import type { FileResult } from './messages.ts'

export class Report {
  readonly #results: FileResult[] = []
  readonly #runFailures: string[] = []
  readonly #print: (line: string) => void
  readonly #began = performance.now()

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  add(result: FileResult): void {
    const { file, seconds, tests, failures, notes } = result
    this.#results.push(result)
    this.#print(`${failures.length > 0 ? '✖' : '✔'} ${file}  ${tests} in ${seconds.toFixed(1)} s`)
    for (const { test } of failures) this.#print(`    ✖ ${test}`)
    for (const note of notes) this.#print(`    ${note}`)
  }

  /** A failure of the run that is not a failed test. */
  runFailure(text: string): void {
    this.#runFailures.push(text)
    this.#print(`✖ ${text}`)
  }

  /** @returns whether the run succeeded */
  end(howToRepeat: string): boolean {
    const results = this.#results
    const failures = results.flatMap((result) => result.failures.map((failure) => ({ ...failure, file: result.file })))
    for (const { file, test, place, text } of failures)
      this.#print(`\n✖ ${file}: ${test}\n  ${place}\n${indented(shortened(text))}`)
    for (const failure of this.#runFailures) this.#print(`\n✖ ${failure}`)

    const skipped = results.flatMap((result) => result.skipped.map((each) => ({ ...each, file: result.file })))
    if (skipped.length > 0) this.#print('\nSkipped:')
    for (const { file, test, why } of skipped) this.#print(`  ${file}: ${test}${why && `: ${why}`}`)

    this.#print('\nThe slowest files:')
    const slowest = results.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
    for (const { file, seconds } of slowest) this.#print(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`)

    const tests = results.reduce((sum, result) => sum + result.tests, 0)
    const seconds = (performance.now() - this.#began) / 1_000
    const failed = failures.length + this.#runFailures.length
    this.#print(
      `\n${tests} tests in ${results.length} files, ${failed} failed, ${skipped.length} skipped, ${seconds.toFixed(0)} s`,
    )
    if (failures.length > 0) this.#print(howToRepeat)
    return failed === 0
  }
}

/** Shortens long lines. A counterexample may be a whole workspace on one line, and the seed reproduces it. */
const shortened = (text: string) => text.replace(/^(.{2000}).+$/gm, '$1 …')
const indented = (text: string) => text.replace(/^(?=.)/gm, '    ')

/**
 * The messages of a test process to the runner, in order. A stray error is one that no test awaited. The runner sends it the names of
 * files, and '' to end.
 */
export type FromTestProcess =
  | { kind: 'began'; test: string }
  | { kind: 'note'; text: string }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'stray error'; text: string }
  | { kind: 'skipped'; test: string; why: string }
  | { kind: 'ended'; seconds: number; tests: number }
  | { kind: 'left open'; resources: string[] }

export type Failure = { test: string; place: string; text: string }

/** The result of a file. */
export type FileResult = {
  file: string
  seconds: number
  tests: number
  failures: Failure[]
  skipped: { test: string; why: string }[]
  notes: string[]
}

/** Sends the events of a test process to the runner; set by `--test-reporter`. */
import { relative } from 'node:path'
import type { EventData } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { FromTestProcess } from './messages.ts'

// biome-ignore lint/correctness/useYield: nothing is printed here; the runner prints
export default async function* reportToRunner(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let tests = 0
  for await (const { type, data } of events) {
    if (type === 'test:dequeue' && data.nesting > 0) send({ kind: 'began', test: data.name })
    if (type === 'test:diagnostic' && data.nesting > 0) send({ kind: 'note', text: data.message })
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.details.type !== 'suite') tests += 1
    if (data.skip !== undefined && data.skip !== false) {
      send({ kind: 'skipped', test: data.name, why: typeof data.skip === 'string' ? data.skip : '' })
    }
    if (type === 'test:fail') sendFailure(data)
    // A file is the outermost suite.
    if (data.nesting > 0) continue
    send({ kind: 'ended', seconds: data.details.duration_ms / 1_000, tests })
    tests = 0
  }
}

/** Skips suites that failed only because of their tests, which are already reported. */
function sendFailure({ name, file = '', line = 0, details: { error } }: EventData.TestFail): void {
  const { failureType, cause } = error as Error & { failureType?: string }
  if (failureType === 'subtestsFailed') return
  const text = cause instanceof Error ? inspect(cause, { depth: 8 }) : String(cause ?? error)
  send({ kind: 'failed', failure: { test: name, place: `${relative('', file)}:${line}`, text } })
}

const send = (message: FromTestProcess) => void process.send?.(message)

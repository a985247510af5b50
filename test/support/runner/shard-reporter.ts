/** Tells the runner what happens in a shard; named by `--test-reporter`. */
import { relative } from 'node:path'
import type { EventData } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { FromShard } from './messages.ts'

// biome-ignore lint/correctness/useYield: nothing is printed here; the runner prints
export default async function* tellRunner(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let tests = 0
  for await (const { type, data } of events) {
    if (type === 'test:dequeue' && data.nesting > 0) tell({ kind: 'began', test: data.name })
    if (type === 'test:diagnostic' && data.nesting > 0) tell({ kind: 'note', text: data.message })
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.details.type !== 'suite') tests += 1
    if (data.skip !== undefined && data.skip !== false) {
      tell({ kind: 'skipped', test: data.name, why: typeof data.skip === 'string' ? data.skip : '' })
    }
    if (type === 'test:fail') tellFailure(data)
    // A file is the outermost suite.
    if (data.nesting > 0) continue
    tell({ kind: 'ended', seconds: data.details.duration_ms / 1_000, tests })
    tests = 0
  }
}

/** A suite that fails by its tests says nothing that they did not say. */
function tellFailure({ name, file = '', line = 0, details: { error } }: EventData.TestFail): void {
  const { failureType, cause } = error as Error & { failureType?: string }
  if (failureType === 'subtestsFailed') return
  const text = cause instanceof Error ? inspect(cause, { depth: 8 }) : String(cause ?? error)
  tell({ kind: 'failed', failure: { test: name, place: `${relative('', file)}:${line}`, text } })
}

const tell = (message: FromShard) => void process.send?.(message)

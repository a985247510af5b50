/** What a tool is: its name and words for the assistant, the shapes of its arguments and result, and what it does. */
import type { Static, TObject } from 'typebox'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'
import type { Caller } from '../workspace/caller.ts'
import type { Scope } from '../workspace/scopes.ts'

/** What tools stand on, for all callers. */
export type ToolDeps = { db: Db; clock: Clock; jobs: Jobs; holdSeconds: number }

/** One call: who asks, and where the pages are that results link to. */
export type ToolCall = ToolDeps & { caller: Caller; origin: string }

/** `text` is for reading; `data` has the same for programs. In both, what people wrote stands in fences. */
export type ToolResult<Data> = { text: string; data: Data }

/** What a client may say to its person before the tool runs (the protocol's hints). */
type Hints = { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }

export type Tool = {
  name: string
  title: string
  description: string
  /** What the key must be good for. */
  scope: Scope
  hints: Hints
  input: TObject
  output: TObject
  run(call: ToolCall, input: never): Promise<ToolResult<unknown>>
}

/** A tool changes nothing, or only adds and marks; none deletes. */
export const reading: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
export const adding: Hints = { ...reading, readOnlyHint: false, idempotentHint: false }
export const marking: Hints = { ...reading, readOnlyHint: false }

/** Ties the shapes to the function's types. */
export function defineTool<Input extends TObject, Output extends TObject>(
  tool: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: Input
    output: Output
    run(call: ToolCall, input: Static<Input>): Promise<ToolResult<Static<Output>>>
  },
): Tool {
  return tool as Tool
}

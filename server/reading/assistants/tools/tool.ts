/** What a tool is: name and description for the assistant, schemas of arguments and result, and its function. */

import type { Static, TObject } from 'typebox'
import type { Caller } from '../../../people/caller/caller.ts'
import type { Scope } from '../../../people/caller/scopes.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Searching } from '../../search/search.ts'

/** One call. `origin` is that of the pages that results link to. */
export type ToolCall = Searching &
  Pick<Context, 'clock' | 'jobs'> & { holdSeconds: number; caller: Caller; origin: string }

/** `text` is for reading; `data` has the same for programs. In both, what people wrote is fenced. */
export type ToolResult<Data> = { text: string; data: Data }

/** What a client may show its user before the tool runs (the protocol's hints). */
type Hints = { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }

export type Tool = {
  name: string
  title: string
  description: string
  /** The scope that the key needs. */
  scope: Scope
  hints: Hints
  input: TObject
  output: TObject
  run(call: ToolCall, input: never): Promise<ToolResult<unknown>>
}

/** A tool only reads, adds or marks; none deletes. */
export const reading: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
export const adding: Hints = { ...reading, readOnlyHint: false, idempotentHint: false }
export const marking: Hints = { ...reading, readOnlyHint: false }

/** Derives the function's types from the schemas. */
export function defineTool<Input extends TObject, Output extends TObject>(
  tool: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: Input
    output: Output
    run(call: ToolCall, input: Static<Input>): Promise<ToolResult<Static<Output>>>
  },
): Tool {
  return tool as Tool
}

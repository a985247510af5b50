/** Runs a tool. Whatever is refused is a result that says why in a sentence, so that the assistant can do better. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import { ApiError } from '../platform/errors.ts'
import { describeErrors, validatorFor } from '../platform/http/validate.ts'
import { findTemporaryFailure } from '../platform/postgres/database-errors.ts'
import { requireScope } from '../workspace/scopes.ts'
import { unfence } from './fence.ts'
import type { Tool, ToolCall } from './tool.ts'
import { tools } from './tools.ts'

/** A result as the protocol has it. */
export type CallResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

type Named = { name: string; arguments?: Record<string, unknown> | undefined }

const known = new Map(
  tools.map((tool) => [tool.name, { tool, validate: validatorFor({ schema: tool.input, httpPart: 'body' }) }]),
)

/**
 * An error that nobody expected is logged, and the assistant hears only that there was one.
 * @throws {ProtocolError} there is no tool of this name, which the protocol counts as a wrong request
 */
export async function callTool(
  call: ToolCall,
  log: FastifyBaseLogger,
  { name, arguments: given = {} }: Named,
): Promise<CallResult> {
  const found = known.get(name)
  if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`)
  try {
    const { tool, validate } = found
    requireScope(call.caller.via, tool.scope)
    const input = meant(given)
    if (!validate(input)) throw describeErrors(validate.errors as never, 'arguments')
    const { text, data } = await runTool(tool, call, input)
    log.info({ tool: name }, 'A tool was called')
    return { content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> }
  } catch (error) {
    return refusal(sentenceOf(error, log, name))
  }
}

const runTool = (tool: Tool, call: ToolCall, input: object) => tool.run(call, input as never)

/** Null means absent, as everywhere in the API (decision 1), and what is copied from a result means what is in its fence. */
function meant(given: Record<string, unknown>): Record<string, unknown> {
  const unfenced = (value: unknown) => (typeof value === 'string' ? unfence(value) : value)
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(unfenced) : unfenced(value)]),
  )
}

const refusal = (sentence: string): CallResult => ({ content: [{ type: 'text', text: sentence }], isError: true })

function sentenceOf(error: unknown, log: FastifyBaseLogger, tool: string): string {
  if (error instanceof ApiError && error.cause === undefined) {
    log.info({ tool, status: error.status }, 'A tool was refused')
    // The rooms name the fields of a body; the assistant gave arguments.
    return error.body().message.replaceAll(/\bbody\./g, 'arguments.')
  }
  log.error({ err: error, tool }, 'A tool failed')
  return findTemporaryFailure(error)?.message ?? 'Internal error'
}

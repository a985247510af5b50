/** Runs a tool. A refused call returns a result with the reason in a sentence, so that the assistant can correct it. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import { requireScope } from '../../people/caller/scopes.ts'
import { ApiError } from '../../platform/errors.ts'
import { describeErrors, validatorFor } from '../../platform/http/validate.ts'
import { findTemporaryFailure } from '../../platform/postgres/database-errors.ts'
import { unfence } from './results/fence.ts'
import type { Tool, ToolCall } from './tools/tool.ts'
import { tools } from './tools/tools.ts'

/** A result as the protocol has it. */
export type CallResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

type ToolRequest = { name: string; arguments?: Record<string, unknown> | undefined }

const toolsByName = new Map(
  tools.map((tool) => [tool.name, { tool, validate: validatorFor({ schema: tool.input, httpPart: 'body' }) }]),
)

/**
 * Unexpected errors are logged; the assistant receives no details of them.
 * @throws {ProtocolError} there is no tool of this name: the protocol treats that as an invalid request
 */
export async function callTool(
  call: ToolCall,
  log: FastifyBaseLogger,
  { name, arguments: given = {} }: ToolRequest,
): Promise<CallResult> {
  const found = toolsByName.get(name)
  if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`)
  try {
    const { tool, validate } = found
    requireScope(call.caller.via, tool.scope)
    const input = normalizeArguments(tool, given)
    if (!validate(input)) throw describeErrors(validate.errors as never, 'arguments')
    const { text, data } = await runTool(tool, call, input)
    log.info({ tool: name }, 'A tool was called')
    return { content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> }
  } catch (error) {
    return errorResult(describeFailure(error, log, name))
  }
}

const runTool = (tool: Tool, call: ToolCall, input: object) => tool.run(call, input as never)

/**
 * Removes fences copied from a result. Null means absent, as everywhere in the API (decision 1 on bodies), and so does
 * an empty text for an optional argument: clients with a form send one for each field that was left empty.
 */
function normalizeArguments({ input }: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const required: string[] = input.required ?? []
  const unfenced = (value: unknown) => (typeof value === 'string' ? unfence(value) : value)
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(unfenced) : unfenced(value)] as const)
      .filter(([name, value]) => value !== null && (value !== '' || required.includes(name))),
  )
}

const errorResult = (sentence: string): CallResult => ({ content: [{ type: 'text', text: sentence }], isError: true })

function describeFailure(error: unknown, log: FastifyBaseLogger, tool: string): string {
  if (error instanceof ApiError && error.cause === undefined) {
    log.info({ tool, status: error.status }, 'A tool was refused')
    // Errors of the API name fields of a body; the assistant sent arguments.
    return error.body().message.replaceAll(/\bbody\./g, 'arguments.')
  }
  log.error({ err: error, tool }, 'A tool failed')
  return findTemporaryFailure(error)?.message ?? 'Internal error'
}

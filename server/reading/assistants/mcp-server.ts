/** The service as a server of the Model Context Protocol, for one request of one caller. */
import { Server } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { FastifyBaseLogger } from 'fastify'
import { hasScope } from '../../people/caller/scopes.ts'
import { version } from '../../platform/version.ts'
import { callTool } from './call-tool.ts'
import { instructions } from './instructions.ts'
import { portableSchema } from './portable-schema.ts'
import type { Tool, ToolCall } from './tools/tool.ts'
import { tools } from './tools/tools.ts'

/** A client may cache the list of tools for an hour, but not share it between users: the list depends on the key. */
const listHint = { ttlMs: 3_600_000, cacheScope: 'private' as const }

/** Validates input requested from clients; these tools request none. Shared, because each server would make its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Uses the low-level `Server`: the package's `McpServer` words argument errors its own way, and reports a tool that the
 * key may not call as unknown.
 */
export function createMcpServer(call: ToolCall, log: FastifyBaseLogger): Server {
  const server = new Server(
    { name: 'minutebook', title: 'Minutebook', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator, cacheHints: { 'tools/list': listHint } },
  )
  const listed = described.filter(({ scope }) => hasScope(call.caller.via, scope)).map(({ description }) => description)
  server.setRequestHandler('tools/list', async () => ({ tools: listed }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    // When the client has disconnected, nobody would receive what is read or expect what is written.
    mcpReq.signal.throwIfAborted()
    return callTool(call, log, params)
  })
  return server
}

function describeTool({ name, title, description, hints, input, output }: Tool) {
  const schemas = { inputSchema: portableSchema(input), outputSchema: portableSchema(output) }
  return { name, title, description, annotations: hints, ...schemas }
}

const described = tools.map((tool) => ({ scope: tool.scope, description: describeTool(tool) }))

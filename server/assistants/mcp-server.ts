/** The service as a server of the Model Context Protocol, for one request of one caller. */
import { Server } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { FastifyBaseLogger } from 'fastify'
import { version } from '../platform/version.ts'
import { holdsScope } from '../workspace/scopes.ts'
import { callTool } from './call-tool.ts'
import { instructions } from './instructions.ts'
import type { Tool, ToolCall } from './tool.ts'
import { tools } from './tools.ts'

/** A client may keep the list of tools for an hour; it depends on the key, so nobody may keep it for others. */
const listHint = { ttlMs: 3_600_000, cacheScope: 'private' as const }

/** Checks what a client is asked for; these tools ask for nothing. Shared, because each would compile schemas of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * The package's own class for tools words errors of arguments in its way and answers a refused tool as an unknown one, so
 * this uses the one below it.
 */
export function createMcpServer(call: ToolCall, log: FastifyBaseLogger): Server {
  const server = new Server(
    { name: 'minutebook', title: 'Minutebook', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator, cacheHints: { 'tools/list': listHint } },
  )
  const listed = described
    .filter(({ scope }) => holdsScope(call.caller.via, scope))
    .map(({ description }) => description)
  server.setRequestHandler('tools/list', async () => ({ tools: listed }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    // Its client is gone; what would be read would be read for nobody, and what would be written would surprise.
    mcpReq.signal.throwIfAborted()
    return callTool(call, log, params)
  })
  return server
}

function describeTool({ name, title, description, hints, input, output }: Tool) {
  return { name, title, description, annotations: hints, inputSchema: plain(input), outputSchema: plain(output) }
}

/** TypeBox's schemas are JSON Schema with marks of its own. */
function plain(schema: object) {
  return JSON.parse(JSON.stringify(schema)) as { type: 'object' }
}

const described = tools.map((tool) => ({ scope: tool.scope, description: describeTool(tool) }))

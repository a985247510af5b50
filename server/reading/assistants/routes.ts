/** MCP at `POST /mcp` (decision 48): the protocol's messages, for the same callers as the API. */
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { originFor } from '../../people/caller/origin.ts'
import type { RouteTokens } from '../../people/requests/require-caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { accepts, asksFor } from '../../platform/http/accepts.ts'
import type { Api } from '../../platform/http/api.ts'
import { createMcpServer } from './mcp-server.ts'
import type { ToolCall } from './tools/tool.ts'

/** Enough for the longest argument: 20,000 characters, each escaped in at most 12 bytes. */
const maxBodyBytes = 262_144

/** One message. Batches, which one revision of MCP had, would count as one request of the rate limit for many calls. */
const Message = Type.Object({}, { additionalProperties: true })

/** Headers of the protocol. No others are passed on, so neither is the key. */
const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name']

/** The package wants both in `Accept`, literally. Most clients send them, some any type, only JSON, or nothing. */
const bothTypes = 'application/json, text/event-stream'

type Serving = Omit<ToolCall, 'caller' | 'origin'> &
  Pick<Context, 'origin'> & {
    /** OAuth's tokens; null where it is switched off. */
    tokens: RouteTokens | null
  }

export function mcpRoutes(api: Api, { origin, tokens, ...context }: Serving) {
  api.post(
    '/mcp',
    {
      config: { scope: 'read', bodyRequired: true, maxBodyBytes, ...(tokens && { tokens }) },
      // MCP has its own way to describe its messages (docs/decisions/assistants.md).
      schema: { hide: true, body: Message } as { body: typeof Message },
    },
    async (request, reply) => {
      const ownOrigin = originFor(request, origin)
      requireOwnOrigin(request, ownOrigin)
      if (!accepts(request.headers.accept, 'application/json'))
        throw new ApiError(406, 'Accept excludes application/json, and there is no other answer')
      const call = { ...context, caller: request.caller, origin: ownOrigin }
      // A new handler for each request: no state of a caller is kept between requests.
      const handler = createMcpHandler(() => createMcpServer(call, request.log), {
        onerror: (err) => request.log.info({ err }, 'A message of the protocol was refused'),
      })
      const answer = await handler.fetch(webRequest(request, reply, ownOrigin), { parsedBody: request.body })
      return (asksFor(request.headers.accept, 'text/event-stream') ? answer : await asJson(answer)) as never
    },
  )
}

/** The result is the last message of a stream. Nothing is sent before it but what a client may ignore. */
async function asJson(answer: Response): Promise<Response> {
  if (answer.headers.get('content-type') !== 'text/event-stream') return answer
  const messages = [...(await answer.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) => data)
  return new Response(messages.at(-1), { headers: { 'content-type': 'application/json' } })
}

/**
 * A page of another site, or of a name that was pointed here (DNS rebinding), sends its own origin. Programs send none.
 * Sessions are accepted only from our own pages already (`people/sessions/browser.ts`), also on a workspace's host.
 * @throws {ApiError} 403
 */
function requireOwnOrigin({ headers, caller }: FastifyRequest, own: string): void {
  if (headers.origin === undefined || headers.origin === own || caller.via.kind === 'session') return
  throw new ApiError(403, 'Requests from pages of other origins are refused')
}

function webRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const headers = new Headers({ 'content-type': 'application/json', accept: bothTypes })
  for (const name of protocolHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return new Request(`${origin}/mcp`, { method: 'POST', headers, signal: gone.signal })
}

/** Assistants that speak MCP to the service over a real socket, by the official client. */
import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { openWorld, type World } from './world.ts'

/** Both ways to begin: without a session, and by the handshake of the revisions before. */
export const eras = { stateless: { pin: '2026-07-28' }, handshake: 'legacy' } as const
export type Era = keyof typeof eras

// biome-ignore lint/suspicious/noExplicitAny: the client holds results against the tools' own schemas
export type Result = { text: string; data: any; isError: boolean }

/** A world whose API listens. */
export async function openListeningWorld(settings: Record<string, string> = {}): Promise<World & { url: string }> {
  const world = await openWorld(settings)
  const url = await world.api.api.listen({ port: 0, host: '127.0.0.1' })
  return { ...world, url }
}

export const openAssistant = (url: string, headers: Record<string, string>, era: Era = 'stateless') =>
  connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }), era)

export type Assistant = Awaited<ReturnType<typeof openAssistant>>

export async function connect(transport: Transport, era: Era) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: eras[era] } })
  await client.connect(transport)
  // With the list the client holds every result against the schema of its tool.
  const { tools } = await client.listTools()
  /** @throws {Error} the protocol failed, or the result is not as the tool's schema says */
  const call = async (name: string, args: object = {}, options: { signal?: AbortSignal } = {}): Promise<Result> => {
    const result = await client.callTool({ name, arguments: { ...args } }, options)
    const [content, ...more] = result.content
    assert(content?.type === 'text' && more.length === 0)
    return { text: content.text, data: result.structuredContent, isError: result.isError ?? false }
  }
  /** The sentence of a refusal. */
  const refused = async (name: string, args: object = {}): Promise<string> => {
    const { text, data, isError } = await call(name, args)
    assert.deepEqual([isError, data], [true, undefined], text)
    return text
  }
  /** What the tool gives. */
  const read = async (name: string, args: object = {}) => {
    const { text, data, isError } = await call(name, args)
    assert(!isError, text)
    return data
  }
  return { client, tools, call, refused, read, [Symbol.asyncDispose]: () => client.close() }
}

/** Calls of the operations, made from the examples in openapi.json. */
import assert from 'node:assert/strict'
import { linkKey, printLink } from '../../server/meetings/recordings/media/media-link.ts'
import type { OpenApiOperation } from '../../server/platform/http/openapi-document.ts'
import { keys } from './acme.ts'
import type { Answer, World } from './world.ts'

export type Documented = OpenApiOperation & { summary?: string; description?: string; 'x-extension'?: boolean }
type Parameter = { name: string; in: string; example?: unknown; schema?: { type?: string; enum?: unknown[] } }
export type Content = Record<string, { schema: object; example?: unknown }>

export type Call = {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
  /** A query parameter that can have an invalid value. */
  parameter: string | undefined
}

/** @param receiver  replaces the URLs of the examples, which do not exist */
export function exampleCall([name, operation]: [string, Documented], receiver: string): Call {
  const [method, template] = name.split(' ') as [string, string]
  const parameters = (operation.parameters ?? []) as Parameter[]
  const path = template.replaceAll(/\{(\w+)\}/g, (_, wanted) => {
    const example = parameters.find((parameter) => parameter.in === 'path' && parameter.name === wanted)?.example
    assert.equal(typeof example, 'string', `${name} needs an example of ${wanted}`)
    return encodeURIComponent(example as string)
  })
  const parameter = parameters.find(
    ({ in: place, schema }) => place === 'query' && (schema?.type === 'integer' || schema?.enum),
  )?.name
  const body = exampleOf(operation.requestBody)
  const hasUrl = typeof (body as { url?: unknown } | undefined)?.url === 'string'
  return {
    method: method.toUpperCase(),
    path,
    parameter,
    headers: headersOf(parameters, operation),
    body: hasUrl ? { ...(body as object), url: receiver } : body,
  }
}

function headersOf(parameters: Parameter[], { requestBody }: Documented): Record<string, string> {
  const sent = parameters.filter(({ in: place, example }) => place === 'header' && example !== undefined)
  const headers = Object.fromEntries(sent.map(({ name, example }) => [name.toLowerCase(), String(example)]))
  const [form] = formsOf(requestBody)
  return { ...headers, ...(form && { 'content-type': form }) }
}

/** The content types of a body; the example of the first one is sent. */
export const formsOf = (part?: { content?: Content }) => Object.keys(part?.content ?? {})
export const exampleOf = (part?: { content?: Content }) => part?.content?.[formsOf(part)[0]!]?.example

/** A header that is undefined is left out. */
export function send(
  to: World,
  call: Call,
  { key = keys.ada, headers = {} }: { key?: string; headers?: Record<string, string | undefined> } = {},
): Promise<Answer> {
  const sent = Object.entries({ ...call.headers, ...headers }).filter(([, value]) => value !== undefined)
  const { method, path, body } = call
  return to.request(method, path, { key, body, headers: Object.fromEntries(sent) as Call['headers'] })
}

/** Ada's link to the media of a recording of the acme world; it is valid for an hour. */
export function mediaLink({ base }: World, recordingId = 'r_1'): string {
  const expires = String(Math.floor(base.clock().getTime() / 1_000) + 3_600)
  const link = { workspaceId: 'ws_acme', recordingId, userId: 'u_ada', keyId: 'k_ada', sessionId: null, expires }
  return printLink(linkKey(base.secretKey.current), link)
}

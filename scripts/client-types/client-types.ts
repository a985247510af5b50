/** The types of the client, `sdk/src/generated/openapi.ts`, from openapi.json. */
import openapiTypescript, { astToString } from 'openapi-typescript'

type Operation = { responses: Record<string, { description: string; headers?: unknown }> }
type Document = { paths: Record<string, Record<string, Operation>>; components: { responses?: object } }

const header =
  '/** The operations and events of the API. Written by `npm run openapi` from openapi.json; do not edit. */\n'

const failure = {
  description: 'Every answer that is not a success.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

/** @param text  of openapi.json */
export async function clientTypes(text: string): Promise<string> {
  const document: Document = JSON.parse(text)
  delete document.components.responses
  for (const operations of Object.values(document.paths)) Object.values(operations).forEach(shorten)
  return header + astToString(await openapiTypescript(document as never))
}

/** All failures have one shape, and no type of the client says anything of headers: without both the types are half as long. */
function shorten(operation: Operation): void {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  operation.responses = { ...Object.fromEntries(successes), default: failure }
  for (const [, response] of successes) delete response.headers
}

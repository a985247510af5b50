/** What openapi.json says can be asked next: links from the answers that make or list things to what takes their ids. */
import type { OpenApi, OpenApiOperation } from './openapi.ts'

/** By the schema of a thing: the parameters of paths that name it, or what it belongs to, each with the field to take. */
const idFields: Record<string, Record<string, string>> = {
  ActionItem: { item_id: 'id' },
  ApiKey: { api_key_id: 'id' },
  CalendarFeed: { feed_id: 'id' },
  Channel: { channel_id: 'id' },
  CreatedWebhook: { webhook_id: 'id' },
  Delivery: { hook_id: 'id' },
  Note: { note_id: 'id', series_id: 'series_id' },
  Recording: { recording_id: 'id' },
  RecordingUpload: { recording_id: 'recording_id' },
  User: { user_id: 'id' },
  Webhook: { webhook_id: 'id' },
}

type Schema = { $ref?: string; properties?: Record<string, Schema>; items?: Schema }
type Values = Record<string, string>

/** Adds them to each success. Of a list the first thing stands for all. */
export function linkOperations({ paths }: OpenApi): void {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ names: parametersOf(path), operation })),
  )
  for (const { names, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const schema = response.content?.['application/json']?.schema as Schema | undefined
      if (Number(status) >= 300 || !schema) continue
      const own = Object.fromEntries(names.map((name) => [name, `$request.path.${name}`]))
      const links = linksOf(operations, { ...namedIn(schema), ...idsIn(schema, '$response.body#') }, own)
      if (Object.keys(links).length > 0) response.links = links
    }
  }
}

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)

/** To what needs an id of the answer that the request did not hold, and nothing that neither of them has. */
function linksOf(operations: { names: string[]; operation: OpenApiOperation }[], found: Values, own: Values) {
  const values = { ...found, ...own }
  const next = operations.filter(
    ({ names }) => names.some((name) => name in found && !(name in own)) && names.every((name) => name in values),
  )
  return Object.fromEntries(
    next.map(({ names, operation: { operationId } }) => [
      operationId.replace('apps_developer_api_api_', ''),
      { operationId, parameters: Object.fromEntries(names.map((name) => [name, values[name]!])) },
    ]),
  )
}

/** What an answer names at its top as parameters do: the `recording_id` of what was submitted. */
function namedIn({ properties = {} }: Schema): Values {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, `$response.body#/${name}`]))
}

/** Where the things of an answer have their ids, by the parameters that take them. */
function idsIn({ $ref, properties = {}, items }: Schema, at: string): Values {
  const fields = Object.entries(idFields[$ref?.split('/').at(-1) ?? ''] ?? {})
  return {
    ...Object.fromEntries(fields.map(([name, field]) => [name, `${at}/${field}`])),
    ...(items && idsIn(items, `${at}/0`)),
    ...Object.assign({}, ...Object.entries(properties).map(([key, each]) => idsIn(each, `${at}/${key}`))),
  }
}

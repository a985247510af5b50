/** Links in openapi.json: from the answers that hold ids to the operations that take them. */
import type { OpenApi, OpenApiOperation } from './openapi-document.ts'
import { operationIdPrefix } from './operation.ts'
import { linkMark } from './schema.ts'

type AnswerSchema = {
  $ref?: string
  [linkMark]?: string
  properties?: Record<string, AnswerSchema>
  items?: AnswerSchema
}
type Values = Record<string, string>

/** Adds links to each success. For a list they use the id of the first entry. */
export function linkOperations(document: OpenApi): void {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ names: parametersOf(path), operation })),
  )
  for (const { names, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const schema = response.content?.['application/json']?.schema as AnswerSchema | undefined
      if (Number(status) >= 300 || !schema) continue
      const own = Object.fromEntries(names.map((name) => [name, `$request.path.${name}`]))
      const links = linksOf(operations, idsIn(schema, '$response.body#', document), own)
      if (Object.keys(links).length > 0) response.links = links
    }
  }
}

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)

/** Links to the operations whose ids are all in the request or the answer, at least one of them in the answer only. */
function linksOf(operations: { names: string[]; operation: OpenApiOperation }[], found: Values, own: Values) {
  const values = { ...found, ...own }
  const next = operations.filter(
    ({ names }) => names.some((name) => name in found && !(name in own)) && names.every((name) => name in values),
  )
  return Object.fromEntries(
    next.map(({ names, operation: { operationId } }) => [
      operationId.replace(operationIdPrefix, ''),
      { operationId, parameters: Object.fromEntries(names.map((name) => [name, values[name]!])) },
    ]),
  )
}

/** The paths of ids in an answer of this schema, by the parameters that take them. */
function idsIn(schema: AnswerSchema, at: string, document: OpenApi): Values {
  const { $ref, [linkMark]: parameter, properties = {}, items } = schema
  if ($ref) return idsIn(document.components.schemas[$ref.split('/').at(-1)!]!, at, document)
  const inside = items ? [['0', items] as const] : Object.entries(properties)
  return Object.assign(
    parameter ? { [parameter]: at } : {},
    ...inside.map(([key, each]) => idsIn(each, `${at}/${key}`, document)),
  )
}

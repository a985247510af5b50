/** Requests made from the schemas in openapi.json: valid, with one error, and hostile. */
import fc from 'fast-check'
import type { OpenApiOperation } from '../../server/platform/http/openapi-document.ts'
import {
  brokenBodies,
  contentTypes,
  forgedCursors,
  hosts,
  oddHeaders,
  oddNames,
  oddSegments,
  oddText,
  oddValues,
} from './odd-input.ts'

export type RandomRequest = { method: string; path: string; headers: Record<string, string>; body?: string | Buffer }

/** Existing ids, so that some requests find something; cursors by operation. */
export type Known = {
  keys: string[]
  badKeys: string[]
  people: string[]
  values: Record<string, string[]>
  cursors: Record<string, string[]>
}

/** The known values for one operation: its own cursors, and those of other lists. */
type Here = Known & { ownCursors: string[]; otherCursors: string[] }

type Schema = {
  type?: string | string[]
  anyOf?: Schema[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}
type Parameter = {
  name: string
  in: string
  required?: boolean
  example?: unknown
  schema?: Schema
  content?: Record<string, { schema: Schema }>
}

export function randomRequest(
  known: Known,
  operations: [name: string, operation: OpenApiOperation][],
): fc.Arbitrary<RandomRequest> {
  const otherCursors = Object.values(known.cursors).flat()
  const here = (name: string): Here => ({ ...known, otherCursors, ownCursors: known.cursors[name] ?? otherCursors })
  return fc.oneof(...operations.map(([name, operation]) => requestOf(name, operation, here(name))))
}

function requestOf(name: string, operation: OpenApiOperation, known: Here): fc.Arbitrary<RandomRequest> {
  const [method, template] = name.split(' ') as [string, string]
  const parameters = (operation.parameters ?? []) as Parameter[]
  const { 'application/json': json, ...others } = operation.requestBody?.content ?? {}
  const schema = json?.schema as Schema | undefined
  const request = fc.record({
    method: fc.oneof(
      { weight: 40, arbitrary: fc.constant(method.toUpperCase()) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE') },
    ),
    path: fc.tuple(pathOf(template, known), queryOf(parameters, known)).map((parts) => parts.join('')),
    headers: fc.tuple(headersOf(known), ownHeadersOf(parameters, known)).map(([all, own]) => ({ ...own, ...all })),
    body: schema ? bodyOf(schema, known) : fc.option(fc.constantFrom(...brokenBodies), { freq: 8, nil: undefined }),
  })
  const withOthers = Object.entries(others).map(([type, { example }]) => otherBody(request, type, String(example)))
  return fc.oneof(request, ...withOthers)
}

/** A body that is not JSON: the documented example, unchanged and with errors. */
function otherBody(request: fc.Arbitrary<RandomRequest>, type: string, example: string): fc.Arbitrary<RandomRequest> {
  const body = fc.oneof(fc.constant(example), mutated(fc.constant(example)))
  return fc.tuple(request, body).map(([{ headers, ...rest }, text]) => {
    return { ...rest, headers: { ...headers, 'content-type': type }, body: text }
  })
}

/** A value that the schema accepts; the name of a field decides which known strings are used. */
function valid(schema: Schema, name: string, known: Here): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valid(each, name, known)))
  return fc.oneof(...[schema.type ?? 'string'].flat().map((type) => validOf(type, schema, name, known)))
}

function validOf(type: string, schema: Schema, name: string, known: Here): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 })
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    return fc.record(Object.fromEntries(fields.map(([key, each]) => [key, valid(each, key, known)])), {
      requiredKeys: schema.required ?? [],
    })
  }
  if (type === 'array') return fc.array(valid(schema.items ?? {}, name, known), { maxLength: 4 })
  if (schema.format === 'date-or-date-time') return date
  if (schema.format === 'date') return date.map((text) => text.slice(0, 10))
  if (schema.format === 'https') return fc.webUrl({ validSchemes: ['https'], withQueryParameters: true })
  if (name === 'cursor') return fc.constantFrom(...known.ownCursors, ...known.ownCursors, ...known.otherCursors)
  const text = fc.string({ unit: 'grapheme', maxLength: Math.min(schema.maxLength ?? 40, 100) })
  const values = known.values[name]
  return values ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, text) : text
}

const date = fc
  .tuple(fc.date({ min: new Date('2025-12-01'), max: new Date('2026-02-01'), noInvalidDate: true }), fc.nat(3))
  .map(([time, form]) => {
    const text = time.toISOString()
    return [text.slice(0, 10), `${text.slice(0, 19)}Z`, `${text.slice(0, 19)}-09:30`, text][form]!
  })

/** Any value instead of a valid one. */
const hostile = (name: string, known: Here): fc.Arbitrary<unknown> =>
  fc.oneof(
    ...(name === 'cursor' ? cursorFaults(known) : []),
    ...(/_(start|end)$/.test(name) ? [{ weight: 3, arbitrary: mutated(date) }] : []),
    fc.constantFrom(...oddValues),
    fc.constantFrom(...oddText),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.double(),
    fc.jsonValue({ maxDepth: 4 }),
  )

function cursorFaults(known: Here) {
  const lists = known.ownCursors.map((cursor) => Buffer.from(cursor, 'base64url').toString().split('.')[1]!)
  return [
    { weight: 6, arbitrary: fc.constantFrom(...lists.flatMap(forgedCursors)) },
    { weight: 4, arbitrary: mutated(fc.constantFrom(...known.ownCursors)) },
  ]
}

function mutated(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.nat(), fc.constantFrom('', '0', '9', 'A', '_', '=', ' ', '-', '\u0660'))
    .map(([old, at, to]) => {
      const place = at % (old.length + 1)
      return old.slice(0, place) + to + old.slice(place + 1)
    })
}

/** A valid value with one hostile field at any depth. */
function nearlyValid(schema: Schema, known: Here): fc.Arbitrary<unknown> {
  const faults = positionsOf(schema).map((place) =>
    fc.tuple(valid({ ...schema, type: 'object' }, '', known), hostile(place.at(-1)!, known)).map(([value, fault]) => {
      const target = place.slice(0, -1).reduce<Record<string, unknown>>(
        (object, key) => {
          object[key] = { ...(object[key] as object) }
          return object[key] as Record<string, unknown>
        },
        value as Record<string, unknown>,
      )
      target[place.at(-1)!] = fault
      return value
    }),
  )
  const weights = positionsOf(schema).map((place) => (place.at(-1) === 'cursor' ? 4 : 1))
  return fc.oneof(...faults.map((arbitrary, index) => ({ arbitrary, weight: weights[index]! })))
}

function positionsOf(schema: Schema): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, each]) => [
    [key],
    ...positionsOf(each).map((place) => [key, ...place]),
  ])
}

function bodyOf(schema: Schema, known: Here): fc.Arbitrary<string | Buffer | undefined> {
  const whole = valid({ ...schema, type: 'object' }, '', known).map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 8, arbitrary: nearlyValid(schema, known).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: hostile('', known).map((value) => JSON.stringify(value) ?? 'undefined') },
    { weight: 1, arbitrary: fc.tuple(whole, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 2, arbitrary: fc.constantFrom(...brokenBodies) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

function pathOf(template: string, known: Here): fc.Arbitrary<string> {
  const parts = template.split(/(?<=\/)|(?=\/)/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (!name) return fc.constant(part)
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...known.values[name]!) },
      { weight: 2, arbitrary: fc.constantFrom(...oddSegments) },
      { weight: 2, arbitrary: encoded(fc.constantFrom(...oddText)) },
      { weight: 1, arbitrary: encoded(fc.string({ unit: 'binary', maxLength: 40 })) },
    )
  })
  return fc.tuple(...parts).map((each) => each.join(''))
}

// The client would resolve `.` and `..` before sending.
const encoded = (text: fc.Arbitrary<string>) =>
  text.map((each) => encodeURIComponent(each.toWellFormed()).replace(/^(\.|%2e){0,2}$/i, 'dots'))

function queryOf(parameters: Parameter[], known: Here): fc.Arbitrary<string> {
  const named = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema, content }) => {
      const json = content?.['application/json']?.schema
      const value = json ? fc.oneof(valid(json, name, known), nearlyValid(json, known)) : valid(schema!, name, known)
      const text = value.map((each) => (json ? JSON.stringify(each) : String(each)))
      const faults = name === 'cursor' ? cursorFaults(known).map(({ arbitrary }) => arbitrary) : [mutated(text)]
      return [text, ...faults, fc.constantFrom(...oddText)].map((each) => fc.tuple(fc.constant(name), encoded(each)))
    })
  const odd = fc.tuple(fc.constantFrom(...oddNames), fc.constantFrom(...oddSegments))
  const pair = fc.oneof({ weight: 1, arbitrary: odd }, ...named.map((arbitrary) => ({ weight: 3, arbitrary })))
  const any = fc.array(pair, { maxLength: named.length > 0 ? 4 : 2 })
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const whole = needed.map(({ name }) => encoded(fc.constantFrom(...known.values[name]!)).map((each) => [name, each]))
  const pairs = needed.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.tuple(...whole) }, any) : any
  return pairs.map((each) => (each.length > 0 ? `?${each.map(([name, value]) => `${name}=${value}`).join('&')}` : ''))
}

/** The documented headers of the operation: mostly valid, and required ones mostly present. */
function ownHeadersOf(parameters: Parameter[], known: Here): fc.Arbitrary<Record<string, string>> {
  const named = parameters.filter((parameter) => parameter.in === 'header' && parameter.name !== 'X-On-Behalf-Of')
  const all = named.map(({ name, required, example = '' }) => {
    const good = fc.constantFrom(...(known.values[name] ?? [String(example)]))
    const value = fc.oneof(
      { weight: 12, arbitrary: good },
      { weight: 1, arbitrary: mutated(good).map((text) => text.replace('\u0660', '')) },
      { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) },
    )
    return fc.option(value, { nil: undefined, freq: required ? 20 : 2 }).map((text) => [name.toLowerCase(), text])
  })
  return fc
    .tuple(...all)
    .map((pairs) => Object.fromEntries(pairs.filter(([, text]) => text !== undefined)) as Record<string, string>)
}

function headersOf(known: Here): fc.Arbitrary<Record<string, string>> {
  const valid = fc.constantFrom(...known.keys)
  const odd = fc.constantFrom(...known.badKeys, ...oddHeaders)
  const identity = fc.oneof(
    { weight: 12, arbitrary: valid.map((key) => ({ 'x-api-key': key })) },
    { weight: 4, arbitrary: valid.map((key) => ({ authorization: `apiKEY ${key}` })) },
    {
      weight: 1,
      arbitrary: fc.tuple(odd, valid).map(([one, two]) => ({ 'x-api-key': one, authorization: `ApiKey ${two}` })),
    },
    { weight: 1, arbitrary: odd.map((text) => ({ authorization: text })) },
    { weight: 1, arbitrary: fc.constant({}) },
  )
  const onBehalfOf = fc.oneof(fc.constantFrom(...known.people), odd)
  const host = fc.constantFrom(...hosts)
  const [accept, type] = [odd, fc.constantFrom(...contentTypes)]
  const more = fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.record({ 'x-on-behalf-of': onBehalfOf }) },
    { weight: 1, arbitrary: fc.record({ host }) },
    { weight: 1, arbitrary: odd.map((text) => ({ 'if-match': text })) },
    { weight: 1, arbitrary: fc.record({ 'content-type': type, accept }) },
    {
      weight: 1,
      arbitrary: fc.record({ 'x-on-behalf-of': onBehalfOf, host, 'x-request-id': odd, 'x-forwarded-for': odd }),
    },
  )
  return fc.tuple(identity, more).map(([who, what]): Record<string, string> => ({ ...who, ...what }))
}

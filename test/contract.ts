/** Holds every answer that a test sees against the published document: no undocumented status, no undocumented shape. */
import assert from 'node:assert/strict'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApi, OpenApiOperation } from '../server/platform/openapi.ts'
import type { Answer } from './world.ts'

/** `post /api/v1/notes 200`, as often as it was seen in this process. */
export const seenAnswers = new Map<string, number>()

/** `post /api/v1/recordings/upload/tus 201 Location`, for each documented header that was seen. */
export const seenHeaders = new Set<string>()

const validators = new WeakMap<object, Ajv.default>()

/** @throws {AssertionError} the answer is not one that the document describes */
export function checkAnswer(document: object, method: string, url: string, answer: Answer): void {
  const { paths } = document as OpenApi
  const path = url.split('?')[0]!
  const template = path in paths ? path : Object.keys(paths).find((each) => matches(each, path))
  const operation = template && paths[template]?.[method.toLowerCase()]
  // A known path with another method is one that the document does not have, such as `upload/tus`.
  if (!template || !operation || answer.status === 405) return
  const name = `${method.toLowerCase()} ${template} ${answer.status}`
  seenAnswers.set(name, (seenAnswers.get(name) ?? 0) + 1)
  const response = operation.responses[answer.status]
  assert(response, `${name} is not in the document; it answered ${answer.text.slice(0, 300)}`)
  assert.match(answer.headers['x-request-id'] ?? '', /^req_/, name)
  const pointer = ['paths', template, method.toLowerCase(), 'responses', String(answer.status)]
  for (const [header, { schema }] of Object.entries(response.headers ?? {})) {
    const value = answer.headers[header.toLowerCase()]
    if (value === undefined) continue
    seenHeaders.add(`${name} ${header}`)
    check(document, [...pointer, 'headers', header, 'schema'], numberIf(schema, value))
  }
  const forms = Object.keys(response.content ?? {})
  if (forms.length === 0) {
    assert.equal(answer.text, '', `${name} has a body, and documents none`)
    return
  }
  const form = forms.find((each) => each === '*/*' || answer.headers['content-type'] === `${each}; charset=utf-8`)
  assert(form, `${name} is not documented as ${answer.headers['content-type']}`)
  if (form === 'application/json') check(document, [...pointer, 'content', form, 'schema'], answer.body)
}

/** Headers are text; of one that is a number the document says what the number may be. */
const numberIf = (schema: { type?: string }, value: string) => (schema.type === 'integer' ? Number(value) : value)

/** Holds a value against the schema at this place of the document. */
function check(document: object, place: string[], value: unknown): void {
  const validate = validatorOf(document).getSchema(`contract#/${place.map(pointerPart).join('/')}`)!
  assert(validate(value), `${place.join(' ')}: ${JSON.stringify(value)} ${JSON.stringify(validate.errors)}`)
}

/** The operations of the document, one a line: `post /api/v1/notes`. */
export function operationsOf(document: object): [string, OpenApiOperation][] {
  return Object.entries((document as OpenApi).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, OpenApiOperation] => [`${method} ${path}`, operation]),
  )
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('{') || part === given[index])
}

function validatorOf(document: object): Ajv.default {
  let ajv = validators.get(document)
  if (!ajv) {
    ajv = new Ajv.default({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema(document, 'contract')
    validators.set(document, ajv)
  }
  return ajv
}

const pointerPart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Checks every answer in tests against openapi.json: no undocumented status and no undocumented shape. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Header, OpenApi, OpenApiOperation, Response } from '../../server/platform/http/openapi-document.ts'
import type { Compatibility } from '../../server/platform/postgres/tables.ts'
import { hostedDocument } from '../../server/reading/hosted/document.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer's shape is held against the document, not against a type
export type Answer = { status: number; headers: Record<string, string>; body: any; text: string }

/** Number of answers in this process by `post /api/v1/notes 200`. */
export const seenAnswers = new Map<string, number>()

/** `post /api/v1/recordings/upload/tus 201 Location`, for each documented header that was seen. */
export const seenHeaders = new Set<string>()

const contract: OpenApi = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
/** Of the file and not of the API under test, whose schemas would be compiled again for each API. `contract.test.ts` compares both. */
const documents = { none: contract, hosted: hostedDocument(contract) }
const validators = new Map<OpenApi, Ajv.default>()

/**
 * @param profile  of the workspace that answers
 * @throws {AssertionError} the answer is not one that its document describes
 */
export function checkAnswer(profile: Compatibility, method: string, url: string, answer: Answer): void {
  const document = documents[profile]
  const { paths } = document
  const path = url.split('?')[0]!
  const template = path in paths ? path : Object.keys(paths).find((each) => matches(each, path))
  if (template && answer.status === 405) checkOtherMethod(document, answer)
  const operation = template && paths[template]?.[method.toLowerCase()]
  if (!operation || answer.status === 405) return
  const name = `${method.toLowerCase()} ${template} ${answer.status}`
  seenAnswers.set(name, (seenAnswers.get(name) ?? 0) + 1)
  const response = operation.responses[answer.status]
  assert(
    response,
    `${name} is not in openapi.json (npm run openapi writes it); it answered ${answer.text.slice(0, 300)}`,
  )
  const at = followed(document, ['paths', template, method.toLowerCase(), 'responses', String(answer.status)])
  checkResponse(document, at, answer)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff', name)
  if (operation.security?.length !== 0 && answer.status < 300)
    assert.match(answer.headers['cache-control'] ?? '', /no-store/, `${name} may be kept by a cache`)
  for (const header of Object.keys(partAt<Response>(document, at).headers ?? {})) {
    if (answer.headers[header.toLowerCase()] !== undefined) seenHeaders.add(`${name} ${header}`)
  }
}

/** The answer to an undocumented method, which only the text of the document describes. */
function checkOtherMethod(document: OpenApi, { headers, body, text }: Answer): void {
  check(document, ['components', 'schemas', 'Failure'], body ?? JSON.parse(text))
  assert.match(headers.allow ?? '', /^[A-Z]+(, [A-Z]+)*$/)
  assert(headers['x-request-id'])
}

/** Checks an answer against the response at this path of the document. */
function checkResponse(document: OpenApi, path: string[], answer: Answer): void {
  const name = path.join(' ')
  const response = partAt<Response>(document, path)
  for (const header of Object.keys(response.headers ?? {})) {
    const described = followed(document, [...path, 'headers', header])
    const { required, schema } = partAt<Header>(document, described)
    const value = answer.headers[header.toLowerCase()]
    assert(value !== undefined || !required, `${name} promises ${header}, and the answer has none`)
    if (value !== undefined) check(document, [...described, 'schema'], numberIf(schema, value))
  }
  const forms = Object.keys(response.content ?? {})
  if (forms.length === 0) {
    assert.equal(answer.text, '', `${name} has a body, and documents none`)
    return
  }
  const form = forms.find((each) => each === '*/*' || answer.headers['content-type'] === `${each}; charset=utf-8`)
  assert(form, `${name} is not documented as ${answer.headers['content-type']}`)
  if (form === 'application/json') check(document, [...path, 'content', form, 'schema'], answer.body)
}

/** @returns the path that a reference at this path names, or this path */
export function followed(document: OpenApi, path: string[]): string[] {
  return partAt<{ $ref?: string }>(document, path).$ref?.slice(2).split('/') ?? path
}

export const partAt = <Part>(document: OpenApi, path: string[]) =>
  path.reduce((part: object, key) => part[key as never], document) as Part

/** Headers are texts; a documented integer is converted to a number. */
const numberIf = (schema: { type?: string }, value: string) => (schema.type === 'integer' ? Number(value) : value)

/** Checks a value against the schema at this path of the document. */
function check(document: OpenApi, path: string[], value: unknown): void {
  const validate = validatorOf(document).getSchema(`contract#/${path.map(pointerPart).join('/')}`)!
  if (!validate(value)) {
    assert.fail(`${path.join(' ')}: ${JSON.stringify(value)} ${JSON.stringify(validate.errors)}`)
  }
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

function validatorOf(document: OpenApi): Ajv.default {
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

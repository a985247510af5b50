/** Checks requests against their schemas and says what is wrong in plain words, one entry a fault (decisions 1, 2). */
import Ajv, { type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifySchemaValidationError } from 'fastify'
import { type ApiError, type Fault, invalidRequest } from './errors.ts'
import { idPattern } from './id.ts'
import { isEmail } from './text.ts'
import { isDay, parseDateFilter, readMoment } from './time.ts'

const mostFaults = 100

/** Of a body that holds more values than this only the first fault is told: a million faults take ten seconds to find. */
export const mostValues = 10_000

/** Bodies are taken as they are; query strings and paths are text and become numbers where numbers are meant. */
const strict = makeAjv({ coerceTypes: false, allErrors: true })
const strictToFirst = makeAjv({ coerceTypes: false, allErrors: false })
const coercing = makeAjv({ coerceTypes: 'array', allErrors: true })

function makeAjv(options: { coerceTypes: false | 'array'; allErrors: boolean }) {
  const ajv = new Ajv.default({
    ...options,
    useDefaults: true,
    removeAdditional: false,
    strict: false,
    verbose: true,
  })
  addFormats.default(ajv)
  ajv.addFormat('email', isEmail)
  ajv.addFormat('date-or-date-time', (text: string) => parseDateFilter(text) !== null)
  ajv.addFormat('date', isDay)
  ajv.addFormat('date-time', (text: string) => readMoment(text) !== null)
  return ajv
}

type Validator = { (value: unknown): boolean; errors?: ErrorObject[] | null }

export function validatorFor({ schema, httpPart }: { schema: unknown; httpPart?: string }): Validator {
  // A path's id of a wrong form is that of no thing: 404 from whoever looks for it, after its rights were asked.
  if (httpPart === 'params') return () => true
  if (httpPart !== 'body') return coercing.compile(schema as object)
  const toFirst = strictToFirst.compile(schema as object)
  const validate: Validator = (body) => {
    let judge: Validator = toFirst
    let isRight = judge(body)
    if (!isRight && holdsFew(body)) {
      judge = strict.compile(schema as object)
      isRight = judge(body)
    }
    validate.errors = judge.errors
    return isRight
  }
  return validate
}

/** Whether there are at most `mostValues` in it, at any depth. */
function holdsFew(value: unknown): boolean {
  const inside = [value]
  for (const each of inside) {
    if (typeof each !== 'object' || each === null) continue
    const values = Object.values(each)
    if (inside.length + values.length > mostValues + 1) return false
    inside.push(...values)
  }
  return true
}

/** The answer to a request whose `part` (body, querystring, params, headers) has these faults. */
export function describeFaults(errors: FastifySchemaValidationError[], part: string): ApiError {
  const root = part === 'querystring' ? 'query' : part
  // A value of the wrong type breaks other rules as well; the type is the fault.
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath))
  const faults = errors.filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath))
  return invalidRequest((faults as ErrorObject[]).slice(0, mostFaults).map((error) => describe(error, root)))
}

function describe(error: ErrorObject, root: string): Fault {
  const place = error.instancePath.split('/').slice(1).map(unescapePointer)
  if (error.keyword === 'required') place.push(error.params.missingProperty)
  if (error.keyword === 'additionalProperties') place.push(error.params.additionalProperty)
  const location = place.reduce((path, step) => path + (/^\d+$/.test(step) ? `[${step}]` : `.${step}`), root)
  return { location, message: wording(error) }
}

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

function wording({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not accepted here'
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'minLength':
      return `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries`
    case 'format':
      return formatWords[params.format] ?? `must be a ${params.format}`
    case 'type':
      return `must be ${article([params.type].flat().find((type) => type !== 'null'))}`
    case 'pattern':
      return patternWords[params.pattern] ?? `must match ${params.pattern}`
    default:
      return message ?? 'is not valid'
  }
}

const formatWords: Record<string, string> = {
  date: 'must be a day that exists, as 2026-01-31',
  'date-time': 'must be a time with an offset that exists, as 2026-01-31T09:00:00Z or 2026-01-31T10:00:00+01:00',
  email: 'must be an e-mail address',
  'date-or-date-time': 'must be a date that exists, as 2026-01-31, 2026-01-31T09:00:00Z or 2026-01-31T09:00:00+01:00',
}

const patternWords: Record<string, string> = {
  '\\S': 'must not be blank',
  [idPattern]: 'must be an id: 1 to 64 letters, digits, _ or -',
}

const article = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

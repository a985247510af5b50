/**
 * Checks requests against their schemas and says what is wrong in plain words, with an entry for each error (decisions
 * 1 on bodies, 2).
 */
import Ajv, { type ErrorObject } from 'ajv/dist/2020.js'
import type { FastifySchemaValidationError } from 'fastify'
import { type ApiError, type FieldError, invalidRequest } from '../errors.ts'
import { idPattern } from '../id.ts'
import { isEmail, isHttpsLink } from '../text.ts'
import { isDay, parseDateFilter, readMoment } from '../time.ts'
import { linePattern } from './schema.ts'

/** For a body with more values than this only the first error is reported: each further one takes time to find. */
export const maxValuesForAllErrors = 5_000

/** Values in bodies are not converted; query strings and paths are text and become numbers where the schema has numbers. */
const strict = makeAjv({ coerceTypes: false, allErrors: true })
const strictToFirst = makeAjv({ coerceTypes: false, allErrors: false })
const coercing = makeAjv({ coerceTypes: 'array', allErrors: true })

function makeAjv(options: { coerceTypes: false | 'array'; allErrors: boolean }) {
  const ajv = new Ajv.default({ ...options, useDefaults: true, removeAdditional: false, strict: false, verbose: true })
  checkLengthFirst(ajv, 'pattern', (pattern) => {
    const expression = new RegExp(pattern, 'u')
    return (text) => expression.test(text)
  })
  // The schema of schemas has formats that no request has.
  checkLengthFirst(ajv, 'format', (name) => formats[name]?.isValid ?? (() => true))
  return ajv
}

const formats: Record<string, { isValid(text: string): boolean; words: string }> = {
  email: { isValid: isEmail, words: 'must be an e-mail address' },
  'date-or-date-time': {
    isValid: (text: string) => parseDateFilter(text) !== null,
    words: 'must be a date that exists, as 2026-01-31, 2026-01-31T09:00:00Z or 2026-01-31T09:00:00+01:00',
  },
  'date-time': {
    isValid: (text: string) => readMoment(text) !== null,
    words: 'must be a time with an offset that exists, as 2026-01-31T09:00:00Z or 2026-01-31T10:00:00+01:00',
  },
  https: {
    isValid: isHttpsLink,
    words: 'must be an address that starts with https://, without a user name or password',
  },
  date: { isValid: isDay, words: 'must be a day that exists, as 2026-01-31' },
}

/** For a text that is too long only that is reported; its content is not checked. */
function checkLengthFirst(
  ajv: InstanceType<typeof Ajv.default>,
  keyword: string,
  ruleOf: (value: string) => (text: string) => boolean,
): void {
  ajv.removeKeyword(keyword)
  ajv.addKeyword({
    keyword,
    type: 'string',
    schemaType: 'string',
    errors: false,
    compile(value: string, { maxLength = Infinity }) {
      const isValid = ruleOf(value)
      return (text: string) => isLonger(text, maxLength) || isValid(text)
    },
  })
}

/** Counts characters, each of which is one or two code units. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most || text.length > 2 * most) return text.length > most
  return [...text].length > most
}

type Validator = { (value: unknown): boolean; errors?: ErrorObject[] | null }

/**
 * A schema is compiled when a request first needs it, and cached by ajv: compiling all of them would slow each start.
 */
export function validatorFor({ schema, httpPart }: { schema: unknown; httpPart?: string }): Validator {
  // An id of a wrong form names nothing: the handler answers 404, after it has checked the caller's rights.
  if (httpPart === 'params') return () => true
  const validate: Validator = (value) => {
    let used: Validator = (httpPart === 'body' ? strictToFirst : coercing).compile(schema as object)
    let isValid = used(value)
    if (!isValid && httpPart === 'body' && isSmall(value)) {
      used = strict.compile(schema as object)
      isValid = used(value)
    }
    validate.errors = used.errors
    return isValid
  }
  return validate
}

/** Whether there are at most `maxValuesForAllErrors` in it, at any depth. */
function isSmall(value: unknown): boolean {
  const inside = [value]
  for (const each of inside) {
    if (typeof each !== 'object' || each === null) continue
    const values = Object.values(each)
    if (inside.length + values.length > maxValuesForAllErrors + 1) return false
    inside.push(...values)
  }
  return true
}

/** The answer to a request whose `part` (body, querystring, params, headers) has these errors. */
export function describeErrors(errors: FastifySchemaValidationError[], part: string): ApiError {
  const root = part === 'querystring' ? 'query' : part
  // A value of the wrong type breaks other rules as well; only the type is reported.
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath))
  const reported = errors.filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath))
  return invalidRequest((reported as ErrorObject[]).map((error) => describe(error, root)))
}

function describe(error: ErrorObject, root: string): FieldError {
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer)
  if (error.keyword === 'required') steps.push(error.params.missingProperty)
  if (error.keyword === 'additionalProperties') steps.push(error.params.additionalProperty)
  const location = steps.reduce((path, step) => path + (/^\d+$/.test(step) ? `[${step}]` : `.${step}`), root)
  return { location, message: wording(error) }
}

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

function wording({ keyword, params, schema, message }: ErrorObject): string {
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
    case 'maxProperties':
    case 'maxItems':
      return `must have at most ${params.limit} entries`
    case 'format':
      return formats[schema as string]?.words ?? `must be a ${schema}`
    case 'type':
      return `must be ${[params.type]
        .flat()
        .filter((type) => type !== 'null')
        .map(article)
        .join(' or ')}`
    case 'pattern':
      return patternWords[schema as string] ?? `must match ${schema}`
    default:
      return message ?? 'is not valid'
  }
}

const patternWords: Record<string, string> = {
  '\\S': 'must not be blank',
  [idPattern]: 'must be an id: 1 to 64 letters, digits, _ or -',
  [linePattern]: 'must be one line that begins with no space',
}

const article = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

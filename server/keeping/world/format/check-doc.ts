/** Validates one object of a world. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { FastifySchemaValidationError } from 'fastify'
import type { TSchema } from 'typebox'
import { describeErrors } from '../../../platform/http/validate.ts'
import { findUnstorable } from '../../../platform/text.ts'
import { rules } from './rules.ts'
import { type Doc, type Kind, shapes } from './schema.ts'
import { WorldError } from './world-error.ts'

const ajv = new Ajv2020({ strict: false, strictNumbers: true, verbose: true })
for (const [name, { isValid }] of Object.entries(rules)) ajv.addFormat(name, isValid)
const validators = new Map(Object.entries(shapes).map(([kind, shape]) => [kind, ajv.compile(shape as object)]))

/**
 * Validates one object of a world, or the fields of a workspace, and gives it its type.
 * @throws {WorldError} the first error, with its path
 */
export function checkDoc<K extends Kind>(kind: K, value: unknown, path: string): Doc<K> {
  const validate = validators.get(kind)!
  if (!validate(value)) throw toWorldError(validate.errors![0]!, path)
  const unstorable = findUnstorable(value, path)
  if (unstorable)
    throw new WorldError(unstorable, 'holds a character that cannot be stored: NUL or half a surrogate pair')
  if (kind === 'api_keys') checkSecret(value as Doc<'api_keys'>, path)
  return value as Doc<K>
}

/** A key has either its secret or the hash of the secret. */
function checkSecret({ secret, secret_hash }: Doc<'api_keys'>, path: string): void {
  if (!secret && !secret_hash) throw new WorldError(`${path}.secret`, 'is required, or secret_hash')
  if (secret && secret_hash) throw new WorldError(`${path}.secret_hash`, 'is not accepted beside secret')
}

function toWorldError(error: ErrorObject, path: string): WorldError {
  const { location, message } = describeErrors([error] as FastifySchemaValidationError[], path).fieldErrors![0]!
  const { message: ruleMessage } = error.parentSchema as TSchema & { message?: string }
  return new WorldError(location, error.keyword === 'format' && ruleMessage ? ruleMessage : message)
}

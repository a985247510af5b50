/** Lists of types, as generators of clients understand them. *Pure.* */

const ownKeywords: Record<string, string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties'],
}

type Schema = Record<string, unknown>

/**
 * Gives `anyOf`, one type each, to properties whose list of types openapi-generator misreads: of several types besides
 * null it keeps one, and of a required object it loses the null. Each value stays with its type: its client for Python does not
 * compile with a word beside `true` and `false`.
 * @param part  the document, or a part of it; it is changed
 */
export function splitTypes(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  for (const inner of Object.values(part)) splitTypes(inner)
  const { properties, required } = part as { properties?: Record<string, Schema>; required?: unknown }
  if (typeof properties !== 'object') return
  const requiredNames = Array.isArray(required) ? required : []
  for (const [name, schema] of Object.entries(properties)) {
    const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : []
    if (types.length > 1 || (types[0] === 'object' && requiredNames.includes(name))) split(schema)
  }
}

function split(schema: Schema): void {
  const { enum: values = [] } = take(schema, ['enum']) as { enum?: unknown[] }
  schema.anyOf = (schema.type as string[]).map((type) => {
    const own = values.filter((value) => typeof value === (type === 'integer' ? 'number' : type))
    const isAll = own.length === 0 || (type === 'boolean' && own.length === 2)
    return { type, ...take(schema, ownKeywords[type] ?? []), ...(!isAll && { enum: own }) }
  })
  delete schema.type
}

/** Moves the named fields out of the schema. */
function take(schema: Schema, names: string[]): Schema {
  const taken = names.filter((name) => name in schema).map((name) => [name, schema[name]])
  for (const name of names) delete schema[name]
  return Object.fromEntries(taken)
}

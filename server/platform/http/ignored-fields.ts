/** Fields that the schema of a request lacks: ignored, but named, so that a misspelt one is noticed (decision 1 on bodies). */
import type { FastifyReply } from 'fastify'

const maxNamed = 20
const maxCharacters = 64
/** Bytes of the header's value: proxies limit the size of headers. */
const maxInAll = 1_024
const separator = ', '

type BodySchema = {
  properties?: Record<string, BodySchema>
  items?: BodySchema
  additionalProperties?: unknown
  patternProperties?: object
  anyOf?: BodySchema[]
  allOf?: BodySchema[]
}

/**
 * @param schema  undefined where nothing is known
 * @returns at most 20 paths such as `filters.query` or `participants[0].mail`, in the order of the request, as many as fit
 */
export function findIgnored(value: unknown, schema: unknown = { properties: {} }): string[] {
  const found: string[] = []
  collect(value, [schema as BodySchema], '', found)
  let left = maxInAll + separator.length
  return found.filter((path) => {
    left -= path.length + separator.length
    return left >= 0
  })
}

export function nameIgnored(reply: FastifyReply, paths: string[]): void {
  if (paths.length > 0) reply.header('ignored-fields', paths.slice(0, maxNamed).join(separator))
}

function collect(value: unknown, schemas: BodySchema[], path: string, found: string[]): void {
  if (typeof value !== 'object' || value === null || found.length === maxNamed) return
  const known = schemas.flatMap(alternatives)
  if (Array.isArray(value)) {
    const items = known.flatMap(({ items }) => items ?? [])
    if (items.length > 0) for (const [index, item] of value.entries()) collect(item, items, `${path}[${index}]`, found)
    return
  }
  const objects = known.filter(({ properties }) => properties)
  if (objects.length === 0 || known.some(isOpen)) return
  for (const [key, field] of Object.entries(value)) {
    const fields = objects.flatMap(({ properties }) => (Object.hasOwn(properties!, key) ? properties![key]! : []))
    const fieldPath = path === '' ? nameable(key) : `${path}.${nameable(key)}`
    if (fields.length > 0) collect(field, fields, fieldPath, found)
    else if (found.length < maxNamed) found.push(fieldPath)
  }
}

const alternatives = (schema: BodySchema): BodySchema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(alternatives),
]

/** Whether the schema takes any field. */
const isOpen = ({ additionalProperties, patternProperties }: BodySchema) =>
  Boolean(additionalProperties) || patternProperties !== undefined

/** A name in a form that a header can hold: no letters beyond ASCII, no comma. */
const nameable = (key: string) => encodeURIComponent(key.slice(0, maxCharacters).toWellFormed())

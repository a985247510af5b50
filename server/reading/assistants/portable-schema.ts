/**
 * JSON Schema as every client of MCP takes it (decision 48): no lists of types, and no format but `date-time`. Some clients
 * refuse all tools because of one. *Pure.*
 */

/** Also drops the marks that TypeBox adds. */
export function portableSchema(schema: object): { type: 'object' } {
  return JSON.parse(JSON.stringify(schema, (_name, value) => (isSchema(value) ? portable(value) : value)))
}

type Schema = { type?: string | string[]; format?: string; enum?: unknown[]; description?: string }

/** A field that is called `type` or `format` has a schema there, and no text or list. */
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && ('type' in value || 'format' in value)

function portable({ type, format, ...rest }: Schema): object {
  const kept = { ...rest, ...(typeof format !== 'string' || format === 'date-time' ? { format } : {}) }
  if (!Array.isArray(type)) return { type, ...kept }
  const { description, enum: values, ...unionRest } = kept as Schema
  const others = { ...unionRest, ...(values && { enum: values.filter((each) => each !== null) }) }
  return { description, anyOf: type.map((each) => (each === 'null' ? { type: each } : { type: each, ...others })) }
}

/** Writes answers by their schemas. */
import fastJson, { type Schema } from 'fast-json-stringify'

/**
 * The serializer is made when an answer first needs it: those of all routes are more than a thousand, and most of a start.
 * @param shared  schemas that others refer to, by their id
 */
export function serializerFor(schema: object, shared: Record<string, unknown>): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | undefined
  return (answer) => {
    serialize ??= fastJson(schema as Schema, { schema: shared as Record<string, Schema> })
    return serialize(answer)
  }
}

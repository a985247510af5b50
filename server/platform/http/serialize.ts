/** Writes answers by their schemas. */
import fastJson, { type Schema } from 'fast-json-stringify'

/**
 * A serializer is made when an answer first needs it: making those of all routes, more than a thousand, would be most
 * of the time of a start.
 * @param shared  schemas that others refer to, by their id
 */
export function serializerFor(schema: object, shared: Record<string, unknown>): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | undefined
  return (answer) => {
    serialize ??= fastJson(schema as Schema, { schema: shared as Record<string, Schema> })
    return serialize(answer)
  }
}

/** Answers only what the parameter `fields` of Google's APIs names: `next,items(id,organizer(email))`. */

type Fields = Map<string, Fields | null>

/** @param fields  null for everything */
export const pickFields = (given: object, fields: string | null): object =>
  fields === null ? given : (pick(given, parse(fields)) as object)

function parse(text: string): Fields {
  const stack: Fields[] = [new Map()]
  for (const [, name = '', sign = ''] of text.matchAll(/(\w*)([,()]|$)/g)) {
    const fields = stack.at(-1)!
    if (name !== '') fields.set(name, null)
    const inner: Fields = new Map()
    if (sign === '(') fields.set(name, inner)
    if (sign === '(') stack.push(inner)
    if (sign === ')') stack.pop()
  }
  if (stack.length !== 1) throw new Error(`Invalid field selection ${text}`)
  return stack[0]!
}

function pick(given: unknown, fields: Fields | null): unknown {
  if (fields === null || typeof given !== 'object' || given === null) return given
  if (Array.isArray(given)) return given.map((each) => pick(each, fields))
  const kept = Object.entries(given).filter(([name]) => fields.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, pick(value, fields.get(name)!)]))
}

/** What vendors publish of a request: facts and names of fields, in our own words, with their source. */
export type Check = (value: unknown) => boolean

export type Published = {
  /** A public document; `read` is the day on which it was read. */
  source: string
  read: string
  required: string[]
  /** No other field is documented. */
  fields: Record<string, Check>
}

export const isTrue: Check = (value) => value === true
export const isText: Check = (value) => typeof value === 'string' && value !== ''
export const anyText: Check = (value) => typeof value === 'string'
export const isLanguage: Check = (value) => /^[a-z]{2,3}$/.test(String(value))
export const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)

/** A list of terms as services take it. */
export const isOptions =
  (most: number, maxWords: number): Check =>
  (value) =>
    Array.isArray(value) &&
    value.length <= most &&
    value.every((term) => isText(term) && String(term).split(' ').length <= maxWords)

/** @returns what is wrong with the fields, each a name and its value; a name may occur twice; null if nothing is */
export function problemOf({ required, fields }: Published, sent: [string, unknown][]): string | null {
  const names = new Set(sent.map(([name]) => name))
  const missing = required.find((name) => !names.has(name))
  if (missing) return `${missing} is required`
  const wrong = sent.find(([name, value]) => !Object.hasOwn(fields, name) || !fields[name]!(value))
  return wrong ? `${wrong[0]} is ${Object.hasOwn(fields, wrong[0]) ? 'invalid' : 'unknown'}` : null
}

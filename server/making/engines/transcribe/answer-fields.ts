/** Reads JSON of unknown form. *Pure.* */

/** A JSON object with values of any type. */
export type AnswerFields = Record<string, unknown>
export const isFields = (value: unknown): value is AnswerFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The objects in a list; none if the value is not a list. */
export const fieldsOf = (value: unknown): AnswerFields[] => (Array.isArray(value) ? value.filter(isFields) : [])

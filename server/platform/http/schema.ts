/** The fields of requests and answers: one text gives validation, types and the OpenAPI document. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { idPattern } from '../id.ts'

/** A value or null, where null has its own meaning. A list of types instead of `anyOf`, so that one mistake gives one error. */
export function Nullable<S extends TSchema>(schema: S) {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] }
  if (!type) throw new Error('Only a schema with types can be made nullable')
  const widened = { ...schema, type: [type, 'null'].flat(), ...(values && { enum: [...values, null] }) }
  return Type.Unsafe<Static<S> | null>(widened as TSchema)
}

/** A field of a request that may be left out; null means the same (decision 1 on bodies). */
export function Maybe<S extends TSchema>(schema: S) {
  return Type.Optional(Nullable(schema))
}

/** A text with a closed set of values. */
export function OneOf<const Values extends readonly string[]>(
  values: Values,
  options: { description?: string; default?: string } = {},
) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...options } as TSchema)
}

/**
 * An id that a request names (decision 8). An id of another form is a 400 in a body or a query; in a path nothing has
 * such an id, which is a 404 (validate.ts).
 */
export const Id = (description: string, ...examples: string[]) =>
  Type.String({ maxLength: 64, pattern: idPattern, description, ...(examples.length > 0 && { examples }) })

export const linkMark = 'x-parameter'

/** An id in an answer: links lead from there to the operations whose paths take it under that name (links.ts). */
export const IdOf = (parameter: string, description: string) => Type.String({ description, [linkMark]: parameter })

/** A calendar event, as its calendar names it. */
export const EventGuid = (description: string) =>
  Type.String({ minLength: 1, maxLength: maxId, description, examples: ['evt1_20260105T090000Z'] })

export const DateFilter = (description: string) =>
  Type.String({
    format: 'date-or-date-time',
    maxLength: 64,
    description: `${description} A date, a time in UTC or a time with an offset: \`2026-01-31\`, \`2026-01-31T09:00:00Z\`, \`2026-01-31T09:00:00+01:00\`.`,
    examples: ['2026-01-31'],
  })

export const Time = (description: string, example = '2026-01-05T09:00:00.000Z') =>
  Type.String({ description, examples: [example] })

/** A text that is a heading or a word: nothing in it begins a new line, and it begins with no space, so it is not blank. */
export const linePattern = '^[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f\\u2028\\u2029]*$'

/** Characters of an id, or of an address of a person: what an index takes. */
export const maxId = 1_024
/** Characters of a web address; requests to the outside take fewer. */
export const maxAddress = 8_192
/** Characters of the largest texts. `BODY_LIMIT_BYTES` is the lower limit unless it was raised. */
export const maxContent = 16_777_216
/** All that fits into a body: a cursor of any length that is not ours is an invalid one (decision 10 on pages). */
const maxCursor = 65_536

/** The `pagination` object of a list's body (spec 2.6). */
export const Pagination = Type.Object(
  {
    cursor: Maybe(
      Type.String({ maxLength: maxCursor, description: 'The `cursor` of the page before; without it the first page.' }),
    ),
    page_size: Maybe(Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Rows in a page, 1 to 50.' })),
  },
  { description: 'Which page (spec 2.6).', examples: [{ page_size: 20 }] },
)

/** The same two fields where a list is a GET. */
export const pageQuery = {
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Rows in a page, 1 to 50.' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: maxCursor, description: 'The `cursor` of the page before.' })),
} satisfies TProperties

/** How long an answer may wait for the result. */
export const WaitQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30, default: 0, description: 'How many seconds to wait at most, 0 to 30.' }),
  ),
})

export const Failure = Type.Object(
  {
    message: Type.String({ description: 'What is wrong, in a sentence.' }),
    detail: Type.String({ description: 'The same as `message`, for programs that read it here.' }),
    code: Type.Optional(Type.String({ description: 'A word for programs, where there is one: `rate_limited`.' })),
    options: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'With `passkey_required`: for `PublicKeyCredential.parseRequestOptionsFromJSON` of the browser.',
        },
      ),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          location: Type.String({ description: 'Where, such as `body.filters.title`.' }),
          message: Type.String({ description: 'What is wrong there.' }),
        }),
        { description: 'One entry for each error, if the request has the wrong shape.' },
      ),
    ),
  },
  { $id: 'Failure', description: 'Every answer that is not a success (spec 7.2).' },
)

/** How a route describes itself: what it takes, what it answers, and how it fails. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { type OwnAnswer, standardFailures } from './failures.ts'

/** What every public operationId begins with. */
export const operationIdPrefix = 'apps_developer_api_api_'

export const requiredMark = 'x-promised'

/** The name of the security scheme of sessions in openapi.json. */
export const sessionScheme = 'Session'

const ETag = Type.String({
  description: 'The version that this is, for `If-Match` and `If-None-Match`.',
  examples: ['"kUzd…"'],
})

const notModified: OwnAnswer = {
  description: 'The version that `If-None-Match` names is the current one.',
  headers: { ETag },
}

const ifNoneMatch = {
  'If-None-Match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of what was read, a list of several, or `*`; if one of them is the current version, the answer is 304. Links and names may have changed all the same.',
    }),
  ),
}

const ifMatch = {
  'If-Match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412.',
    }),
  ),
}

/** The failures that every operation may answer (decision 3 on the order of checks). */
const openFailures = [413, 500, 503]
const keyedFailures = [401, 403, 404, 429, ...openFailures]

type OperationText<
  Body extends TSchema,
  Query extends TSchema,
  Params extends TSchema,
  Answer extends TSchema,
  First extends TSchema = TSchema,
> = {
  /** The function's name; the public operationId is made of it. */
  id: string
  tag: string
  summary: string
  description?: string
  body?: Body
  querystring?: Query
  params?: Params
  /** Without it the answer has only headers. */
  answer?: Answer
  /** The answer 200 to a request that only asks what the real one needs. */
  first?: { description: string; answer: First; example: Static<First> }
  /** Other forms of the answer, described by content type: what a parameter may choose. */
  otherForms?: Record<string, string>
  /** The content type of the answer, where it is not JSON. */
  form?: string
  /** Headers that the operation reads, besides those that every operation reads. */
  sentHeaders?: TProperties
  /** Of the answer; 200 by default. */
  status?: 201 | 202 | 204 | 302
  /** Headers that only this answer has. */
  headers?: TProperties
  /** Failures besides those of every operation. */
  failures?: (400 | 409 | 412 | 422 | 502)[]
  /** Further answers, or the usual ones with their own description; another success has the same content. */
  own?: Record<number, OwnAnswer>
  /** `sent`: the answer has an `ETag`; `read`: an `If-None-Match` with it is a 304; `checked`: an `If-Match` without it a 412. */
  etag?: 'sent' | 'read' | 'checked'
  example?: Static<Answer>
  /** Not in the specification: our extension. */
  extension?: boolean
  /** Answers without a key, and checks its request itself. */
  open?: boolean
  /** For sessions only: a key cannot call it. */
  ofSession?: boolean
}

/** The schema of a route, with its documented failures. */
export function operation<
  Body extends TSchema = never,
  Query extends TSchema = never,
  Params extends TSchema = never,
  Answer extends TSchema = TSchema,
  First extends TSchema = Answer,
>(text: OperationText<Body, Query, Params, Answer, First>) {
  const headers = { ...(text.etag && { ETag }), ...text.headers }
  const answers: Record<number, OwnAnswer> = {
    [text.status ?? 200]: { description: text.summary, headers },
    ...Object.fromEntries(failuresOf(text).map((status) => [status, standardFailures[status]!])),
    ...text.own,
  }
  if (text.first) answers[200] = { description: text.first.description }
  if (text.etag === 'read') answers[304] = notModified
  const described = Object.entries(answers).map(
    ([status, answer]) => [Number(status), answerOf(formOf(text, Number(status)), Number(status), answer)] as const,
  )
  return {
    operationId: operationIdPrefix + text.id,
    tags: [text.tag],
    summary: text.summary,
    description: text.description ?? text.summary,
    ...(text.open ? { security: [] } : {}),
    ...(text.ofSession ? { security: [{ [sessionScheme]: [] }] } : {}),
    ...(text.extension ? { 'x-extension': true } : {}),
    sentHeaders: {
      ...text.sentHeaders,
      ...(text.etag === 'checked' && ifMatch),
      ...(text.etag === 'read' && ifNoneMatch),
    },
    ...(text.body ? { body: text.body } : {}),
    ...(text.querystring ? { querystring: text.querystring } : {}),
    ...(text.params ? { params: text.params } : {}),
    response: Object.fromEntries(described.filter(([status]) => status < 400)),
    // Only for the document: an error is written as it is, so it needs no serializer.
    failures: Object.fromEntries(described.filter(([status]) => status >= 400)),
  } as unknown as {
    [K in 'body' | 'querystring' | 'params' as { body: Body; querystring: Query; params: Params }[K] extends never
      ? never
      : K]: { body: Body; querystring: Query; params: Params }[K]
  } & { response: { 200: First } & { [Status in 201 | 202 | 204]: Answer } }
}

type AnyText = OperationText<TSchema, TSchema, TSchema, TSchema>

const formOf = (text: AnyText, status: number): AnyText =>
  text.first && status === 200 ? { ...text, ...text.first } : text

function failuresOf({ open, body, querystring, etag, failures = [] }: AnyText) {
  const statuses = [...(open ? openFailures : keyedFailures), ...failures]
  if (!open && (body || querystring)) statuses.push(400)
  if (body) statuses.push(415)
  if (etag === 'checked') statuses.push(412)
  return statuses
}

function answerOf(
  { answer, example, otherForms, form }: AnyText,
  status: number,
  { description, headers = {}, example: failure }: OwnAnswer,
) {
  const common = { description, ...(Object.keys(headers).length > 0 && { headers: markRequired(headers) }) }
  const json = (schema: TSchema, example: unknown) => ({ 'application/json': { schema, example } })
  if (status >= 400) return { ...common, content: json(Type.Ref('Failure#'), failure) }
  if (!answer || status === 304) return { ...common, type: 'null' }
  if (form) return { ...common, content: { [form]: { schema: answer, example } } }
  if (!otherForms) return { ...common, ...answer, examples: [example] }
  const texts = Object.entries(otherForms).map(([type, about]) => [
    type,
    { schema: Type.String({ description: about }) },
  ])
  return { ...common, content: { ...json(answer, example), ...Object.fromEntries(texts) } }
}

/** Marks the headers that are not optional; the document says that each such answer has them (common-headers.ts). */
function markRequired(headers: TProperties) {
  const marked = Object.entries(headers).map(([name, schema]) => [
    name,
    Type.IsOptional(schema) ? schema : { ...schema, [requiredMark]: true },
  ])
  return Object.fromEntries(marked)
}

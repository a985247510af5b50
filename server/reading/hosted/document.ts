/** The OpenAPI document of the profile: the contract's, with the differences applied. *Pure.* */
import type { OpenApi, OpenApiOperation } from '../../platform/http/openapi-document.ts'
import { operationIdPrefix } from '../../platform/http/operation.ts'
import { reshape } from './answers.ts'
import { type Difference, differences } from './differences.ts'
import { HostedAiNotes, Invited, StartAndEnd } from './schemas.ts'
import { withStartAndEnd } from './things.ts'

type Schema = {
  type?: string | string[]
  description?: string
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  examples?: unknown[]
}
type Parameter = { name: string; in: string; description?: string; schema?: Schema; required?: boolean }

const about = `\n\nThis is the profile \`hosted\`, by which a workspace answers whose setting \`compatibility\` is \`hosted\`. Such an answer has
\`X-Minutebook-Profile: hosted\`; a request with \`X-Minutebook-Profile: none\` is answered by the contract, \`/api/v1/openapi.json\`.
A time without a zone is UTC; \`language_code\` takes \`_\` for \`-\` in any case, and \`en_uk\` for \`en-GB\`; a body \`[]\` is \`{}\`; deliveries to
webhooks carry the three headers of the signature with the prefix \`svix\` too.`

/** @param contract  the contract's document, which is not changed */
export function hostedDocument(contract: OpenApi): OpenApi {
  const document = structuredClone(contract)
  const info = document.info as { description?: string }
  info.description += about
  changeThings(document.components.schemas as Record<string, Schema>)
  for (const [name, difference] of Object.entries(differences)) {
    const operation = findOperation(document, name)
    if (operation) changeOperation(operation, difference)
  }
  addAliases(document)
  nameProfile(document)
  return document
}

function findOperation(document: OpenApi, name: string): OpenApiOperation | undefined {
  const [method, url] = name.split(' ') as [string, string]
  return document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

const plain = (schema: object): Schema => JSON.parse(JSON.stringify(schema))

function changeThings({ Note, Agenda, Recording }: Record<string, Schema>): void {
  for (const schema of [Note!, Agenda!]) renameField(schema, 'content_native_markdown', 'content_fellow_markdown')
  Note!.properties!.event_attendees = plain(Invited)
  Recording!.properties!.ai_notes = plain(HostedAiNotes)
  addStartAndEnd(Recording!.properties!.transcript!)
}

function renameField(schema: Schema, from: string, to: string): void {
  const { [from]: field, ...others } = schema.properties!
  schema.properties = { ...others, [to]: field! }
  if (schema.required) schema.required = schema.required.map((name) => (name === from ? to : name))
}

function addStartAndEnd(transcript: Schema): void {
  const segment = transcript.properties!.speech_segments!.items!
  for (const timed of [segment, segment.properties!.words?.items]) {
    if (!timed) continue
    Object.assign(timed.properties!, plain(StartAndEnd))
    timed.required!.push(...Object.keys(StartAndEnd))
  }
}

function changeOperation(operation: OpenApiOperation, difference: Difference): void {
  const { renamed, list, message, thing, hasTranscript } = difference
  const body = operation.requestBody?.content['application/json'] as { schema: Schema; example?: object } | undefined
  if (renamed && body) renameInBody(body, renamed)
  const [status] = Object.keys(operation.responses).filter((each) => each.startsWith('2'))
  const response = operation.responses[status!]!
  const answer = response.content!['application/json'] as { schema: Schema; example: object }
  if (!thing && hasTranscript) addStartAndEnd(answer.schema)
  if (list) wrap(answer, list)
  if (message) {
    answer.schema.properties!.message = { type: 'string', description: 'That it was done, in a sentence.' }
    answer.schema.required!.push('message')
  }
  const example = thing || list || message ? reshape(difference, answer.example as never) : answer.example
  answer.example = hasTranscript ? JSON.parse(withStartAndEnd(JSON.stringify(example))) : example
  if (list) response.links = linksWithin(response.links, list)
}

function renameInBody(body: { schema: Schema; example?: object }, { in: where, from, to }: Renamed): void {
  const inInclude = where === 'body.include'
  const schema = inInclude ? body.schema.properties!.include! : body.schema
  renameField(schema, to, from)
  const rename = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(`"${to}":`, `"${from}":`))
  if (body.example) body.example = rename(body.example)
  if (schema.examples) schema.examples = rename(schema.examples)
}

type Renamed = NonNullable<Difference['renamed']>

function wrap(answer: { schema: Schema }, list: string): void {
  const { description, ...page } = answer.schema
  answer.schema = {
    ...(description !== undefined && { description }),
    type: 'object',
    required: [list],
    properties: { [list]: page },
  }
}

/** Links read ids from the page, which is one level deeper here. */
function linksWithin(links: OpenApiOperation['responses'][string]['links'] = {}, list: string) {
  return JSON.parse(JSON.stringify(links).replaceAll('$response.body#/data/', `$response.body#/${list}/data/`))
}

function addAliases({ paths }: OpenApi): void {
  const change = structuredClone(paths['/api/v1/webhook/{webhook_id}']!.patch!)
  change.operationId = `${operationIdPrefix}replace_webhook`
  paths['/api/v1/webhook/{webhook_id}']!.put = change
  const listing = structuredClone(paths['/api/v1/webhooks']!.get!)
  listing.operationId = `${operationIdPrefix}list_webhooks_by_limit`
  for (const parameter of listing.parameters ?? []) if (parameter.name === 'page_size') parameter.name = 'limit'
  paths['/api/v1/webhook']!.get = listing
}

const header = 'X-Minutebook-Profile'

const profileParameter: Parameter = {
  name: header,
  in: 'header',
  required: false,
  description: '`none` asks for an answer by the contract.',
  schema: { type: 'string' },
}

/** Documents the header: a response says with it that it follows the profile; a request can turn the profile off. */
function nameProfile(document: OpenApi): void {
  document.components.headers[header] = {
    required: true,
    description: 'Says that the answer is of this profile.',
    schema: { type: 'string', enum: ['hosted'] } as { type: string },
  }
  const keyed = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security }) => security?.length !== 0)
  for (const operation of keyed) {
    operation.parameters = [...(operation.parameters ?? []), { ...profileParameter, schema: { type: 'string' } }]
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!status.startsWith('2')) continue
      response.headers = { ...response.headers, [header]: { $ref: `#/components/headers/${header}` } }
    }
  }
}

/** The public contract: made from the routes' own schemas, served with a page to read it on (spec 9). */
import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifySchema } from 'fastify'
import Type, { type TProperties } from 'typebox'
import { version } from '../version.ts'
import type { Api } from './api.ts'
import { addCommonHeaders } from './common-headers.ts'
import { shareFailures } from './failures.ts'
import { linkOperations } from './links.ts'
import type { OpenApi, OpenApiOperation } from './openapi-document.ts'
import { sessionScheme } from './operation.ts'
import { addPageHeaders, type PageHeaderOptions } from './page-headers.ts'
import { splitTypes } from './split-types.ts'

const description = `Notes, recordings and uploads of a workspace, over JSON. Make a key in the console, and ask who you are:

    curl https://YOUR-ADDRESS/api/v1/me -H "X-API-KEY: $MINUTEBOOK_KEY"

<details><summary>What holds for every operation: keys, scopes, errors, headers</summary>

Send your key as \`X-API-KEY: …\`, \`Authorization: Bearer …\` or \`Authorization: ApiKey …\`. A browser that is signed in sends the
cookie of its session instead; its requests that change something are accepted only from pages of this origin. A key may be
limited to scopes: \`x-scope\` says which one an operation needs, and acting for others needs \`admin\` too. Operations marked
\`x-extension\` are extensions: they are not in the specification of the service. Every answer carries \`X-Request-Id\`, and the
\`RateLimit-*\` headers while a rate limit is on. An unknown path is a 404, a known one with another method a 405 with \`Allow\`, a
request that does not arrive in time a 408, one with too large headers a 431, and input that is not HTTP a 400; all have the
shape of \`Failure\`, as every answer that is not a success. No text of a request may hold U+0000 or half a surrogate pair: 400.
Fields that an operation does not know are ignored and named in \`Ignored-Fields\`. 1.0.3 is the version of the specification;
this service is Minutebook ${version}.

</details>`

const info = {
  title: 'Minutebook',
  version: '1.0.3',
  description,
  contact: { name: 'Minutebook' },
  license: { name: 'MIT', identifier: 'MIT' },
}

const servers = [
  { url: '/', description: 'This server.' },
  {
    url: '{base_url}',
    description: 'The address of your workspace.',
    variables: { base_url: { default: 'http://127.0.0.1:8080' } },
  },
]

const tags = [
  { name: 'Notes', description: 'Agendas and their metadata.' },
  { name: 'Recordings', description: 'Recaps, transcripts and the status of uploads.' },
  { name: 'Rules', description: 'What happens by itself with meetings like these.' },
  { name: 'Reminders', description: 'To record a meeting that begins: where one is reminded, and of what.' },
  { name: 'Voices', description: 'Your own voice, by which you are recognised in recordings.' },
  { name: 'Action items', description: 'What somebody should do.' },
  { name: 'Decisions', description: 'What was decided, and what still stands.' },
  { name: 'Calendar', description: 'Meetings from calendar files and feeds.' },
  { name: 'Sharing', description: 'Who else may see a note, a recording or a series.' },
  { name: 'Channels', description: 'People who see what is published for them.' },
  { name: 'People', description: 'Accounts, API keys and the settings of the workspace.' },
  { name: 'Search', description: 'Finds what was said and written, by its words.' },
  { name: 'Changes', description: 'What changed in what the caller sees, for programs that keep an exact copy.' },
  { name: 'Webhooks', description: 'Sending events to your programs.' },
  { name: 'Workspace', description: 'Who the caller is, and the audit log.' },
  { name: 'Assistants', description: 'What people allow assistants to do, by OAuth.' },
  { name: 'Signing in', description: 'Ways in for people with a browser, and their sessions.' },
]

const securitySchemes = {
  'X-API-KEY': { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'The key in a header of its own.' },
  Bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key as `Authorization: Bearer …`. `Authorization: ApiKey …` means the same.',
  },
  [sessionScheme]: {
    type: 'apiKey',
    in: 'cookie',
    name: 'minutebook',
    description:
      'The session of a browser; over HTTPS the cookie is called `__Host-minutebook`. If there is a key header too, the key counts.',
  },
} as const

/** Defined by reference/contents.js in the browser. */
declare function reference(system: unknown): unknown

/** A file of the reference page, which the browser reads as it is. */
const ofReference = (name: string) => readFileSync(new URL(`reference/${name}`, import.meta.url), 'utf8')

const actFor = Type.Object({
  'X-On-Behalf-Of': Type.Optional(
    Type.String({
      description: 'E-mail or id of the person to act as. Super admin keys only; written to the audit log.',
    }),
  ),
})

type Documented = FastifySchema & {
  hide?: boolean
  operationId?: string
  security?: unknown[]
  sentHeaders?: TProperties
  failures?: Record<number, object>
}

/** For a HEAD that the document describes; those that Fastify adds to each GET are left out. */
export const documentedHead = { swagger: { exposeHeadRoute: true } }

/**
 * Registered before the routes that it describes.
 * @param webhooks  what the service sends, by name
 */
export function describeApi(api: Api, webhooks: Record<string, object>, options: PageHeaderOptions): void {
  api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers,
      tags,
      security: [{ 'X-API-KEY': [] }, { Bearer: [] }, { [sessionScheme]: [] }],
      components: { securitySchemes },
      webhooks: webhooks as never,
    },
    refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `schema-${index}`) },
    transform: ({ schema, url, route }) => ({ schema: describeRoute(schema, route.config?.scope), url }),
    transformObject: (documents) =>
      withBodies((documents as { openapiObject: object }).openapiObject as OpenApi, api) as never,
  })
  api.register(async (page: Api) => {
    await addPageHeaders(page, options)
    await page.register(swaggerUi, {
      routePrefix: '/api/v1/docs',
      uiConfig: {
        layout: 'BaseLayout',
        // The list beside it has all operations.
        docExpansion: 'none',
        deepLinking: true,
        plugins: [(system: unknown) => reference(system)] as never,
        defaultModelsExpandDepth: 0,
        showExtensions: true,
        persistAuthorization: true,
      },
      theme: {
        title: 'Minutebook API',
        css: [{ filename: 'reference.css', content: ofReference('reference.css') }],
        js: [{ filename: 'contents.js', content: ofReference('contents.js') }],
      },
    })
  })
}

/** A route without an operationId is not documented. @param scope  what a key needs for it */
function describeRoute(schema: FastifySchema, scope: string | undefined): Documented {
  const documented = schema as Documented
  if (documented?.hide || !documented?.operationId) return { ...documented, hide: true }
  const headers = Type.Object({
    ...(documented.security?.length === 0 ? {} : actFor.properties),
    ...documented.sentHeaders,
  })
  // The plugin treats a HEAD as a copy of a GET; only those with a text of their own are documented.
  const operationId = documented.operationId.replace(/-head$/, '')
  const response = { ...(documented.response as object), ...documented.failures }
  return { ...documented, operationId, headers, response, ...(scope && scope !== 'any' && { 'x-scope': scope }) }
}

/** The document as it is published; complete once `api.ready()` has resolved. */
export function openApiDocument(api: Api): OpenApi {
  return api.swagger() as unknown as OpenApi
}

/** Adds what the schemas cannot say: the types of bodies besides JSON, the common headers and the links. */
function withBodies(document: OpenApi, api: Api): OpenApi {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      describeBody(operation, `${method} ${path}`, api)
      describeJsonQuery(operation)
      // An answer to HEAD has no body.
      if (method === 'head') for (const response of Object.values(operation.responses)) delete response.content
    }
  }
  addCommonHeaders(document)
  linkOperations(document)
  shareFailures(document)
  splitTypes(document)
  return document
}

/** JSON in a query is described as the text that it is: generators of clients know no parameter with `content`. */
function describeJsonQuery({ parameters = [] }: OpenApiOperation): void {
  for (const parameter of parameters) {
    const json = parameter.content?.['application/json']?.schema as JsonQuery | undefined
    if (!json) continue
    delete parameter.content
    const fields = Object.keys(json.properties).map((name) => `\`${name}\``)
    // A path with its query fits into 16 KiB of headers.
    parameter.schema = { type: 'string', contentMediaType: 'application/json', maxLength: 16_384 }
    parameter.description = `A JSON object with any of ${fields.join(', ')}. All given filters must match.`
    if (json.examples) parameter.example = JSON.stringify(json.examples[0])
  }
}

type JsonQuery = { properties: object; examples?: unknown[] }

/** Whether a body may be left out or null, and its types besides JSON. */
function describeBody(operation: OpenApiOperation, name: string, api: Api): void {
  const others = Object.entries(api.otherBodies.get(name) ?? {})
  if (others.length > 0) operation.requestBody ??= { content: {} }
  for (const [type, { example, ...schema }] of others) {
    operation.requestBody!.content[type] = { schema: { type: 'string', ...schema }, example }
  }
  if (!operation.requestBody) return
  operation.requestBody.required = api.requiredBodies.has(name)
  const json = operation.requestBody.content['application/json']
  if (json && !operation.requestBody.required) json.schema = { ...json.schema, type: ['object', 'null'] }
}
